"""Differential fuzzing: generated conversations to both twins, which must answer with the same bytes.

    python -m fuzz [--requests N] [--seed S] [--jobs J]     (from parity-tests, with hypothesis installed)

strategies draws valid requests, mutate spoils some, conversation strings them together with what earlier answers hand
out, twins carries the bytes, driver runs and counts, shrink makes a mismatch small, found keeps it as a transcript.
"""
