"""The protocol core of the notes server: bytes in, lines out, standard library only.

This file makes the folder a package of its own, which no other package called server can stand in for.
"""
