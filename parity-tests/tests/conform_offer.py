"""What the peer of the conform tests offers."""

ERRORS = {-32700: "Parse error", -32600: "Invalid request", -32601: "Method not found", -32602: "Invalid params"}
INFO = {"name": "peer", "version": "1"}
READING = {"readOnlyHint": True}
SCHEMA = {"type": "object", "properties": {}}
TOOLS = [
    {"name": "ask", "inputSchema": SCHEMA, "annotations": READING},
    {"name": "count", "inputSchema": SCHEMA, "annotations": READING, "outputSchema": {"type": "object"}},
    {"name": "double", "inputSchema": {"type": "object", "properties": {"n": {"type": "integer", "x-mcp-header": "N"}}, "required": ["n"]},
     "annotations": READING},
    {"name": "erase", "inputSchema": SCHEMA},
]  # fmt: skip
PROMPTS = [{"name": "greet"}, {"name": "praise", "arguments": [{"name": "who", "required": True}]}]
RESOURCES = [{"uri": f"peer://{n}", "name": str(n)} for n in range(4)]
CAPABILITIES = {
    "tools": {"listChanged": True}, "prompts": {"listChanged": False}, "completions": {}, "logging": {},
    "resources": {"listChanged": False, "subscribe": True}, "extensions": {"com.example/peer": {}},
}  # fmt: skip
FLAGS = {
    "toolsListChanged": bool,
    "promptsListChanged": bool,
    "resourcesListChanged": bool,
    "resourceSubscriptions": list,
}
HINTS = {"ttlMs": 0, "cacheScope": "public"}
LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
