"""A client of several MCP servers over stdio: see harness.py, where every call begins.

The command line stands apart, in cli/. This file makes the folder a package of its own, which no other package called
harness can stand in for.
"""
