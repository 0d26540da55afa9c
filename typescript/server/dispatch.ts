/**
 * The heart: one line in, a list of lines out.
 *
 * The order of checks is that of the contract, section 3; the first that fails decides the answer. A request is judged
 * on what it carries, and nothing of it is remembered for the next one but the notes it wrote and the listen it opened.
 */

import { completionComplete } from "./completion.ts";
import { Request, State } from "./context.ts";
import type { World } from "./context.ts";
import { NotJson, decodeLine, isBlank } from "./decode.ts";
import { discover } from "./discover.ts";
import { RpcError, internalError, invalidRequest, methodNotFound, parseError } from "./errors.ts";
import { LineBuffer, MAX_LINE_BYTES, TOO_LONG } from "./lines.ts";
import { checkRequest, errorLine, isNotification, isResponse, readableId, resultLine } from "./messages.ts";
import { checkOptional, checkRequired } from "./meta.ts";
import { Notes } from "./notes.ts";
import { promptsGet, promptsList } from "./prompts.ts";
import { resourcesList, resourcesRead, templatesList } from "./resources.ts";
import { Listens, cancelledId, subscriptionsListen } from "./subscriptions.ts";
import { toolsCall, toolsList } from "./tools.ts";
import { has, isObject, isWellFormed } from "./values.ts";
import type { JsonObject } from "./values.ts";

/** Every method there is. A handler gives a result; only subscriptions/listen gives lines, and no result for now. */
export const METHODS: Record<string, (state: State, request: Request) => JsonObject | Uint8Array | Uint8Array[]> = {
  "server/discover": discover,
  "tools/list": toolsList,
  "tools/call": toolsCall,
  "resources/list": resourcesList,
  "resources/templates/list": templatesList,
  "resources/read": resourcesRead,
  "prompts/list": promptsList,
  "prompts/get": promptsGet,
  "completion/complete": completionComplete,
  "subscriptions/listen": subscriptionsListen,
};

/** One server on one pair of streams: bytes in, lines out, no stream and no clock of its own. */
export class Server {
  private readonly buffer: LineBuffer;
  private readonly state: State;

  /** Starts with the notes that the records make; the world is what main lends. */
  constructor(world: World, records: JsonObject[]) {
    this.buffer = new LineBuffer();
    this.state = new State(world, new Notes(records), new Listens());
  }

  /** Takes the bytes of one read and gives the lines that are whole by now, for handle. */
  feed(chunk: Uint8Array): (Uint8Array | null)[] {
    return this.buffer.feed(chunk);
  }

  /** Takes the bytes of one read and gives the lines that answer what is whole by now. */
  receive(chunk: Uint8Array): Uint8Array[] {
    return this.handleAll(this.feed(chunk));
  }

  /** Takes the end of input: answers a last line without newline, then ends every open listen. */
  end(): Uint8Array[] {
    return [...this.handleAll(this.buffer.end()), ...this.state.listens.end()];
  }

  /** Takes one line without its newline (or TOO_LONG) and gives the lines that answer it; never raises. */
  handle(line: Uint8Array | null): Uint8Array[] {
    let requestId: string | number | null = null;
    try {
      if (line === TOO_LONG) {
        throw invalidRequest("the line is longer than " + String(MAX_LINE_BYTES) + " bytes");
      }
      if (isBlank(line)) {
        return [];
      }
      const message = decodeLine(line);
      if (!isObject(message)) {
        throw invalidRequest("the message is not an object");
      }
      if (isResponse(message)) {
        this.state.world.log("ignored a response; a server sends no requests");
        return [];
      }
      if (isNotification(message)) {
        this.notified(message);
        return [];
      }
      requestId = readableId(message);
      return this.answer(message, requestId);
    } catch (fault) {
      if (fault instanceof NotJson) {
        return [errorLine(null, parseError())];
      }
      if (fault instanceof RpcError) {
        return [errorLine(requestId, fault)];
      }
      this.state.world.log("internal error: " + String(fault));
      return [errorLine(requestId, internalError())];
    }
  }

  private handleAll(lines: (Uint8Array | null)[]): Uint8Array[] {
    return lines.flatMap((line) => this.handle(line));
  }

  private notified(message: JsonObject): void {
    // Only a cancellation has an effect, and of all requests only a listen is ever still open.
    if (message["method"] === "notifications/cancelled" && isWellFormed(message)) {
      const requestId = cancelledId(message);
      if (requestId !== null) {
        this.state.listens.cancel(requestId);
      }
    }
  }

  private answer(message: JsonObject, requestId: string | number | null): Uint8Array[] {
    checkRequest(message);
    const id = requestId as string | number; // checkRequest has seen to that
    this.state.listens.checkFree(id);
    checkRequired(message);
    const method = message["method"] as string;
    if (!has(METHODS, method)) {
      throw methodNotFound(method);
    }
    const params = message["params"] as JsonObject;
    checkOptional(params["_meta"] as JsonObject);
    const answer = METHODS[method]!(this.state, new Request(id, params));
    return Array.isArray(answer) ? answer : [resultLine(id, answer)];
  }
}
