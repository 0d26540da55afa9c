"""A small server written with FastMCP: one tool that only reads, one resource, one template, one prompt.

    pip install fastmcp==4.2.3
    python3 parity-tests/run.py conform -- python3 parity-tests/conform/examples/fastmcp_server.py
"""

from fastmcp import FastMCP

server = FastMCP("example-fastmcp", version="1.0.0")


@server.tool(annotations={"readOnlyHint": True})
def now() -> str:
    """The time, which stands still here."""
    return "2026-07-28T00:00:00Z"


@server.tool(annotations={"readOnlyHint": True})
def double(number: int) -> int:
    """Twice a number."""
    return 2 * number


@server.resource("example://about", mime_type="text/plain")
def about() -> str:
    """What this is."""
    return "An example."


@server.resource("example://items/{name}", mime_type="text/plain")
def item(name: str) -> str:
    """One item by its name."""
    return f"The item {name}."


@server.prompt
def greet() -> str:
    """Asks for a greeting."""
    return "Say hello."


@server.prompt
def praise(name: str) -> str:
    """Asks for praise of somebody."""
    return f"Praise {name}."


if __name__ == "__main__":
    server.run(transport="stdio", show_banner=False)
