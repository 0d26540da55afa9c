"""The checks, by area."""
