"""Servers from a file as MCP hosts write it: {"mcpServers": {name: {command, args, env, cwd, …}}}.

Ours in it: allowLegacy (only a literal true authorises), required, legacyProbeTimeoutMs, probeTimeoutMs,
requestTimeoutMs, authContext, inheritEnv. ${NAME} is replaced by the variable of the environment. What is not
understood is said once.
"""

import json
import os
import re
from dataclasses import dataclass, field

from harness.errors import ConfigError
from harness.process import INHERITED
from harness.settings import duration
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

#: The options of add_server that are times in milliseconds, by their key in the file.
TIMES = {
    "legacyProbeTimeoutMs": "legacy_probe_timeout_ms",
    "probeTimeoutMs": "probe_timeout_ms",
    "requestTimeoutMs": "request_timeout_ms",
}


@dataclass
class Configured:
    """One server of a file: its transport or why it has none, the options of add_server, and its secrets.

    secrets holds by name what was configured from or for the environment, and may therefore not be shown.
    """

    name: str
    transport: object
    problem: str = ""
    options: dict = field(default_factory=dict)
    secrets: dict = field(default_factory=dict)


def read_config(path, environ=None):
    """Reads a configuration file; gives (list of Configured, list of warnings). Raises ConfigError."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            data = json.load(file, object_pairs_hook=_without_twice)
    except OSError as fault:
        raise ConfigError(f"{path}: {fault.strerror}") from None
    except (ValueError, RecursionError) as fault:
        raise ConfigError(f"{path}: not usable as JSON: {fault}") from None
    servers = data.get("mcpServers") if isinstance(data, dict) else None
    if not isinstance(servers, dict):
        raise ConfigError(f'{path}: needs an object "mcpServers" with one entry for each server')
    warnings, environ = [], os.environ if environ is None else environ
    found = [_configured(path, name, entry, environ, warnings) for name, entry in servers.items()]
    return [each for each in found if each is not None], warnings


def _without_twice(pairs):
    # Of two servers with one name the second would take the place of the first, and nobody would know.
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice!r} is there twice in one object")
    return found


def _configured(path, name, entry, environ, warnings):
    if not isinstance(entry, dict):
        raise ConfigError(f"{path}: {name} must be an object")
    if entry.get("disabled") is True:
        return None
    for key, kind in KNOWN.items():
        if key in entry and not _is_of(entry[key], kind):
            raise ConfigError(f"{path}: {name}.{key} has the wrong type")
    for key in TIMES:
        if key in entry:
            duration(f"{path}: {name}.{key}", entry[key], "milliseconds", 1)
    options = {"allow_legacy": entry.get("allowLegacy") is True, "required": entry.get("required", False)}
    options["auth_context"] = entry.get("authContext", "")
    options.update({option: entry[key] for key, option in TIMES.items() if key in entry})
    kind = entry.get("type", entry.get("transport", "stdio" if "command" in entry or "url" not in entry else "http"))
    if kind != "stdio":
        return Configured(name, None, f"transport {kind} is not supported; only stdio is", options)
    unknown = sorted(key for key in entry if key not in KNOWN)
    if unknown:
        warnings.append(f"{name}: ignored {', '.join(unknown)}")
    if not isinstance(entry.get("allowLegacy", False), bool):
        warnings.append(f"{name}: allowLegacy is not true and authorises nothing")
    if "command" not in entry:
        raise ConfigError(f"{path}: {name} needs a command")
    expand = _Expander(f"{path}: {name}", environ)
    command = expand("command", entry["command"])
    args = [expand("args", each) for each in entry.get("args", [])]
    env = {key: expand(f"env.{key}", value) for key, value in entry.get("env", {}).items()}
    cwd = expand("cwd", entry["cwd"]) if "cwd" in entry else None
    inherit = [expand("inheritEnv", each) for each in entry.get("inheritEnv", [])]
    inherited = {each: environ[each] for each in inherit if each in environ}
    secrets = {**expand.used, **inherited, **env}
    if expand.missing:
        names = ", ".join(dict.fromkeys(expand.missing))
        return Configured(name, None, f"not set in the environment: {names}", options, secrets)
    return Configured(name, StdioTransport(command, args, env, cwd, inherit), "", options, secrets)


def _is_of(value, kind):
    # To Python true is a number.
    return isinstance(value, kind) and (kind in (bool, object) or not isinstance(value, bool))


class _Expander:
    """Replaces variables and remembers which were used and which are missing."""

    def __init__(self, place, environ):
        self._place, self._environ = place, environ
        self.used, self.missing = {}, []

    def __call__(self, key, text):
        if not isinstance(text, str):
            raise ConfigError(f"{self._place}.{key} must hold strings")
        return _VARIABLE.sub(self._value, text)

    def _value(self, match):
        name = match.group(1)
        if name not in self._environ:
            self.missing.append(name)
            return ""
        if name not in INHERITED:  # what every server gets is no secret of this one
            self.used[name] = self._environ[name]
        return self._environ[name]
