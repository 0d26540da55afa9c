/**
 * The metadata of one request, validated for that request and forgotten after it.
 *
 * There is no handshake: every request says its protocol version and its capabilities. Nothing is filled in from an
 * earlier one. Specification: basic/index, "_meta"; basic/versioning. This is the only place that validates metadata.
 */

import { invalidParams, unsupportedVersion } from "./errors.ts";
import type { RpcError } from "./errors.ts";
import { isRequestId } from "./messages.ts";
import { cut, has, isObject, isString, sortedNames } from "./values.ts";
import type { Json, JsonObject } from "./values.ts";

export const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
export const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
export const CLIENT_INFO_KEY = "io.modelcontextprotocol/clientInfo";
export const LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel";

/** The protocol versions that are served, newest first. */
export const SUPPORTED_VERSIONS = ["2026-07-28"];

/** The levels of syslog, the only ones that a request may ask for. */
export const LOG_LEVELS: Json[] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/** Client capabilities whose members are objects as well: named modes, or (an empty list) whatever the client names. */
export const CAPABILITY_MODES: Record<string, string[]> = {
  elicitation: ["form", "url"],
  experimental: [],
  extensions: [],
  sampling: ["context", "tools"],
};

/** Raises the error of steps 7, 8 or 9 unless the request carries the required metadata in a version we serve. */
export function checkRequired(message: JsonObject): void {
  const fault = requiredFault(message);
  if (fault !== "" && message["method"] === "initialize") {
    throw refusedHandshake(message);
  }
  if (fault !== "") {
    throw invalidParams(fault, { supported: SUPPORTED_VERSIONS });
  }
  const version = ((message["params"] as JsonObject)["_meta"] as JsonObject)[VERSION_KEY] as string;
  if (!SUPPORTED_VERSIONS.includes(version)) {
    throw unsupportedVersion(null, SUPPORTED_VERSIONS, version);
  }
}

/** Raises -32602 if a metadata member that may be absent is there and has the wrong form (step 11). */
export function checkOptional(meta: JsonObject): void {
  checkProgressToken(meta);
  if (has(meta, CLIENT_INFO_KEY) && !isImplementation(meta[CLIENT_INFO_KEY]!)) {
    throw invalidParams(key(CLIENT_INFO_KEY) + " must be an object with a string name and a string version");
  }
  if (has(meta, LOG_LEVEL_KEY) && !LOG_LEVELS.includes(meta[LOG_LEVEL_KEY]!)) {
    throw invalidParams(key(LOG_LEVEL_KEY) + " must be one of " + LOG_LEVELS.join(", "));
  }
}

/** Raises -32602 if there is a progress token and it is none. */
export function checkProgressToken(meta: JsonObject): void {
  if (has(meta, "progressToken") && !isRequestId(meta["progressToken"])) {
    throw invalidParams("_meta.progressToken must be a string or an integer within 2^53 - 1 of zero");
  }
}

function requiredFault(message: JsonObject): string {
  if (!has(message, "params") || !isObject(message["params"])) {
    return "params must be an object that holds _meta";
  }
  const params = message["params"];
  if (!has(params, "_meta") || !isObject(params["_meta"])) {
    return "params._meta must be an object";
  }
  const meta = params["_meta"];
  if (!has(meta, VERSION_KEY) || !isString(meta[VERSION_KEY])) {
    return key(VERSION_KEY) + " must be a string";
  }
  if (!has(meta, CAPABILITIES_KEY) || !isObject(meta[CAPABILITIES_KEY])) {
    return key(CAPABILITIES_KEY) + " must be an object";
  }
  return capabilitiesFault(meta[CAPABILITIES_KEY]);
}

function capabilitiesFault(capabilities: JsonObject): string {
  for (const name of sortedNames(Object.keys(capabilities))) {
    const capability = capabilities[name];
    if (!isObject(capability)) {
      return "client capability " + cut(name) + " must be an object";
    }
    for (const mode of modesOf(name, capability)) {
      if (has(capability, mode) && !isObject(capability[mode])) {
        return "client capability " + cut(name) + "." + cut(mode) + " must be an object";
      }
    }
  }
  return "";
}

function modesOf(name: string, capability: JsonObject): string[] {
  // A capability that this revision does not know may hold anything: the set is open.
  if (!has(CAPABILITY_MODES, name)) {
    return [];
  }
  const named = CAPABILITY_MODES[name]!;
  return named.length > 0 ? named : sortedNames(Object.keys(capability));
}

function refusedHandshake(message: JsonObject): RpcError {
  // A client of an earlier era has nothing but this message to show to its user, so it names the versions.
  let words = "initialize is not needed here; each request carries its version, served is ";
  words += SUPPORTED_VERSIONS.join(", ");
  const params = has(message, "params") ? message["params"] : null;
  if (isObject(params) && has(params, "protocolVersion") && isString(params["protocolVersion"])) {
    if (!SUPPORTED_VERSIONS.includes(params["protocolVersion"])) {
      return unsupportedVersion(words, SUPPORTED_VERSIONS, params["protocolVersion"]);
    }
  }
  return invalidParams(words, { supported: SUPPORTED_VERSIONS });
}

/** Tells whether a value names a program: a string name and a string version. */
export function isImplementation(value: Json): boolean {
  return (
    isObject(value) &&
    has(value, "name") &&
    isString(value["name"]) &&
    has(value, "version") &&
    isString(value["version"])
  );
}

function key(name: string): string {
  return '_meta["' + name + '"]';
}
