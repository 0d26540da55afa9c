"""The protocol pack: what holds for any MCP server of revision 2026-07-28 over stdio, whatever its tools are.

    python3 parity-tests/run.py conform -- CMD ARGS…

Checks look at what was answered through matchers, not at exact values. A failed MUST fails, a failed SHOULD warns, and
what the server gave no occasion to look at is not observed, which is never the same as passed.
"""
