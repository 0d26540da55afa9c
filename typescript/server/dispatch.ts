/**
 * The heart: one line in, a list of lines out.
 *
 * The order of checks is that of the contract, section 3; the first that fails decides the answer. A request is judged
 * on what it carries, and nothing of it is remembered for the next one but the notes it wrote and the listen it opened.
 */

import { Catalog } from "./catalog.ts";
import type { Change } from "./changes.ts";
import { State } from "./context.ts";
import type { Modes, Request, World } from "./context.ts";
import { NotJson, decodeLine, isBlank } from "./decode.ts";
import { RpcError, ToolFailure, internalError, invalidRequest, parseError } from "./errors.ts";
import { Import } from "./importing.ts";
import { LineBuffer, MAX_LINE_BYTES, TOO_LONG } from "./lines.ts";
import { checkRequest, errorLine, isNotification, isResponse, readableId } from "./messages.ts";
import type { Notes } from "./notes.ts";
import { route } from "./routing.ts";
import { READ, isGranted } from "./scopes.ts";
import { Listens, cancelledId } from "./subscriptions.ts";
import { failed, succeeded } from "./tools.ts";
import { cut, has, isObject, isString, isWellFormed } from "./values.ts";
import type { JsonObject } from "./values.ts";

type Line = Uint8Array | null;

interface Run {
  readonly request: Request;
  readonly work: Import;
  looked: number; // how many of the waiting lines are known not to call it off
}

/** One server on one pair of streams: bytes in, lines out, no stream and no clock of its own. */
export class Server {
  private readonly buffer: LineBuffer;
  private waiting: Line[]; // lines whose turn has not come, the next one last
  private running: Run | null; // the import that is under way, and its request
  private readonly state: State;

  /** Starts with the notes given; the world is what main lends, the modes say which optional parts there are. */
  constructor(world: World, notes: Notes, modes: Modes) {
    this.buffer = new LineBuffer();
    this.waiting = [];
    this.running = null;
    this.state = new State(world, notes, new Listens(), new Catalog(modes), modes);
  }

  /** Takes the bytes of one read; the lines that are whole by now wait for their turn. */
  feed(chunk: Uint8Array): void {
    this.queue(this.buffer.feed(chunk));
  }

  /** Tells whether there is anything to do before more bytes come. */
  hasWork(): boolean {
    return this.running !== null || this.waiting.length > 0;
  }

  /** Tells whether an import is between two slices, so that what has arrived should be fed before going on. */
  isBusy(): boolean {
    return this.running !== null;
  }

  /** Does the next piece of work and gives the lines to send: answers a line, or carries an import on. */
  work(): Uint8Array[] {
    if (this.running === null) {
      return this.handle(this.waiting.pop()!);
    }
    const requestId = this.running.request.id;
    try {
      return this.goOn(this.running);
    } catch (fault) {
      this.running = null;
      return this.close(this.broken(requestId, fault));
    }
  }

  /** Takes the bytes of one read and gives the lines that answer what is whole by now. */
  receive(chunk: Uint8Array): Uint8Array[] {
    this.feed(chunk);
    return this.workOff();
  }

  /** Takes the end of input: answers a last line without newline, then ends every open listen. */
  end(): Uint8Array[] {
    this.queue(this.buffer.end());
    return [...this.workOff(), ...this.state.listens.end()];
  }

  /** Tells whether somebody listens for what other processes may do, so that look should be called now and then. */
  isWatching(): boolean {
    return this.state.notes.isShared() && !this.state.listens.isEmpty();
  }

  /** Looks at the store and gives the notifications for what other processes have changed. */
  look(): Uint8Array[] {
    try {
      this.state.notes.look();
      return this.tell(this.state.notes.changes.takeForeign());
    } catch (fault) {
      this.state.world.log("internal error: " + String(fault));
      return [];
    }
  }

  /** Takes one line without its newline (or TOO_LONG) and gives the lines that answer it; never raises. */
  handle(line: Line): Uint8Array[] {
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
      checkRequest(message);
      return this.answer(message, requestId as string | number); // checkRequest has seen to the id
    } catch (fault) {
      if (fault instanceof NotJson) {
        return [errorLine(null, parseError())];
      }
      if (fault instanceof RpcError) {
        return [errorLine(requestId, fault)];
      }
      return this.broken(requestId, fault);
    }
  }

  private queue(lines: Line[]): void {
    this.waiting = [...lines.reverse(), ...this.waiting];
  }

  private workOff(): Uint8Array[] {
    const answers: Uint8Array[][] = [];
    while (this.hasWork()) {
      answers.push(this.work());
    }
    return answers.flat();
  }

  private notified(message: JsonObject): void {
    // Only a cancellation has an effect, and of all requests only a listen is still open when the next line is read.
    const requestId = cancelledBy(message);
    if (requestId !== null && this.state.listens.cancel(requestId)) {
      this.logReason(message);
    }
  }

  private answer(message: JsonObject, requestId: string | number): Uint8Array[] {
    const [handler, request] = route(this.state, message, requestId);
    this.state.notes.look();
    const told = this.tell(this.state.notes.changes.takeForeign());
    let answer: ReturnType<typeof handler>;
    try {
      answer = handler(this.state, request);
    } catch (error) {
      if (error instanceof RpcError) {
        return [...told, ...this.close([request.dialect.errorLine(requestId, error)])];
      }
      return [...told, ...this.close(this.broken(requestId, error))];
    }
    if (answer instanceof Import) {
      this.running = { request, work: answer, looked: 0 };
      return [...told, ...this.prepare(this.running)];
    }
    const lines = Array.isArray(answer) ? answer : [request.dialect.resultLine(requestId, answer)];
    return [...told, ...this.close([...request.takeNotices(), ...lines])];
  }

  private prepare({ request, work }: Run): Uint8Array[] {
    // One slice of the import; after the last one its answer.
    if (work.prepare()) {
      return request.takeNotices();
    }
    this.running = null;
    let result: JsonObject;
    try {
      result = succeeded(work.finish(), false);
    } catch (failure) {
      if (!(failure instanceof ToolFailure)) {
        throw failure;
      }
      result = failed(failure.sentence);
    }
    return this.close([...request.takeNotices(), request.dialect.resultLine(request.id, result)]);
  }

  private goOn(run: Run): Uint8Array[] {
    // Of what has arrived meanwhile only a cancellation of this very request acts at once; all else waits its turn.
    const fresh = this.waiting.slice(0, this.waiting.length - run.looked);
    run.looked = this.waiting.length;
    for (const line of fresh) {
      const message = notificationIn(line);
      if (message !== null && cancelledBy(message) === run.request.id) {
        this.logReason(message);
        this.running = null;
        return [];
      }
    }
    return this.prepare(run);
  }

  private broken(requestId: string | number | null, fault: unknown): Uint8Array[] {
    this.state.world.log("internal error: " + String(fault));
    return [errorLine(requestId, internalError())];
  }

  private logReason(message: JsonObject): void {
    const params = message["params"] as JsonObject;
    const reason = has(params, "reason") && isString(params["reason"]) ? params["reason"] : "no reason given";
    this.state.world.log("the client cancelled: " + cut(reason));
  }

  private close(lines: Uint8Array[]): Uint8Array[] {
    // What others have done goes out ahead of the answer, what the request has done goes out behind it.
    const changes = this.state.notes.changes;
    return [...this.tell(changes.takeForeign()), ...lines, ...this.tell(changes.takeOwn())];
  }

  private tell(changes: Change[]): Uint8Array[] {
    const readable = isGranted(this.state, READ);
    return this.state.listens.tell(changes.filter((change) => readable || change.noteIds.length === 0));
  }
}

function cancelledBy(message: JsonObject): string | number | null {
  if (message["method"] !== "notifications/cancelled" || !isWellFormed(message)) {
    return null;
  }
  return cancelledId(message);
}

function notificationIn(line: Line): JsonObject | null {
  try {
    const message = line === TOO_LONG || isBlank(line) ? null : decodeLine(line);
    return isObject(message) && isNotification(message) ? message : null;
  } catch (fault) {
    if (fault instanceof NotJson) {
      return null;
    }
    throw fault;
  }
}
