"""Servers from a file as MCP hosts write it: {"mcpServers": {name: {command, args, env, cwd, …}}}.

Ours in it: allowLegacy (only a literal true authorises), required, legacyProbeTimeoutMs, probeTimeoutMs, requestTimeoutMs,
authContext, inheritEnv. ${NAME} is replaced by the variable of the environment. What is not understood is said once.
"""

import json
import os
import re
from dataclasses import dataclass, field

from harness.errors import ConfigError
from harness.transport import StdioTransport

KNOWN = {
    "command": str,
    "args": list,
    "env": dict,
    "cwd": str,
    "type": str,
    "transport": str,
    "disabled": bool,
    "allowLegacy": object,
    "required": bool,
    "legacyProbeTimeoutMs": (int, float),
    "probeTimeoutMs": (int, float),
    "requestTimeoutMs": (int, float),
    "authContext": str,
    "inheritEnv": list,
}

_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


@dataclass
class Configured:
    """One server of a file: its transport or why it has none, the options of add_server, and its request timeout."""

    name: str
    transport: object
    problem: str = ""
    options: dict = field(default_factory=dict)
    request_timeout: float = None
    secrets: dict = field(default_factory=dict)


def read_config(path, environ=None):
    """Reads a configuration file; gives (list of Configured, list of warnings). Raises ConfigError."""
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
    except OSError as fault:
        raise ConfigError(f"{path}: {fault.strerror}") from None
    except ValueError as fault:
        raise ConfigError(f"{path}: not JSON: {fault}") from None
    servers = data.get("mcpServers") if isinstance(data, dict) else None
    if not isinstance(servers, dict):
        raise ConfigError(f'{path}: needs an object "mcpServers" with one entry for each server')
    warnings = []
    found = [_configured(path, name, entry, environ or os.environ, warnings) for name, entry in servers.items()]
    return [each for each in found if each is not None], warnings


def _configured(path, name, entry, environ, warnings):
    if not isinstance(entry, dict):
        raise ConfigError(f"{path}: {name} must be an object")
    unknown = sorted(key for key in entry if key not in KNOWN)
    if unknown:
        warnings.append(f"{name}: ignored {', '.join(unknown)}")
    for key, kind in KNOWN.items():
        if key in entry and not _is_of(entry[key], kind):
            raise ConfigError(f"{path}: {name}.{key} has the wrong type")
    if entry.get("disabled"):
        return None
    options = {"allow_legacy": entry.get("allowLegacy") is True, "required": entry.get("required", False)}
    for key, option in (("legacyProbeTimeoutMs", "legacy_probe_timeout_ms"), ("probeTimeoutMs", "probe_timeout_ms")):
        if key in entry:
            options[option] = entry[key]
    options["auth_context"] = entry.get("authContext", "")
    timeout = entry["requestTimeoutMs"] / 1000 if "requestTimeoutMs" in entry else None
    kind = entry.get("type", entry.get("transport", "stdio"))
    if kind != "stdio":
        return Configured(name, None, f"transport {kind} is not supported; only stdio is", options, timeout)
    if "command" not in entry:
        raise ConfigError(f"{path}: {name} needs a command")
    missing = []
    env = {key: _expand(value, environ, missing) for key, value in entry.get("env", {}).items()}
    command, *args = [_expand(each, environ, missing) for each in [entry["command"], *entry.get("args", [])]]
    cwd = _expand(entry["cwd"], environ, missing) if "cwd" in entry else None
    transport = StdioTransport(command, args, env, cwd, entry.get("inheritEnv", []))
    if missing:
        return Configured(name, None, f"the variable {missing[0]} is not set", options, timeout, env)
    return Configured(name, transport, "", options, timeout, env)


def _is_of(value, kind):
    # To Python true is a number.
    return isinstance(value, kind) and (kind in (bool, object) or not isinstance(value, bool))


def _expand(text, environ, missing):
    if not isinstance(text, str):
        raise ConfigError(f"{text!r} must be a string")

    def value(match):
        if match.group(1) not in environ:
            missing.append(match.group(1))
            return ""
        return environ[match.group(1)]

    return _VARIABLE.sub(value, text)
