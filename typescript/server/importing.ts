/**
 * notes_import: many notes at once, in slices, so that a long import tells how far it is and can be called off.
 *
 * All of the notes are kept or none: the slices prepare, and one record after the last of them makes the notes.
 * Contract, section 6; specification: basic/patterns/progress and basic/patterns/cancellation.
 */

import { formatTime } from "./clock.ts";
import type { Request, State } from "./context.ts";
import { notificationLine } from "./messages.ts";
import { WRITE, requireScope } from "./scopes.ts";
import { has } from "./values.ts";
import type { JsonObject } from "./values.ts";

/** How many notes are prepared before the next look at what has arrived. */
export const SLICE = 500;

/** An import under way. */
export class Import {
  private readonly state: State;
  private readonly request: Request;
  private readonly given: JsonObject[];
  private readonly prepared: JsonObject[];

  /** Takes the notes as the arguments hold them. */
  constructor(state: State, request: Request, notes: JsonObject[]) {
    this.state = state;
    this.request = request;
    this.given = notes;
    this.prepared = [];
  }

  /** Prepares a slice, tells the client how far it is, and gives whether there is more to prepare. */
  prepare(): boolean {
    const done = this.prepared.length;
    this.prepared.push(...this.given.slice(done, done + SLICE).map((note) => prepared(note)));
    if (this.request.progressToken !== null) {
      this.request.notices.push(this.progress(this.request.progressToken));
    }
    return this.prepared.length < this.given.length;
  }

  /** Keeps the notes and gives the structured content of the answer; raises ToolFailure. */
  finish(): JsonObject {
    const record: JsonObject = { op: "import", notes: this.prepared, at: formatTime(this.state.world.clock()) };
    const ids = this.state.notes.append(record);
    return { count: ids.length, firstId: ids[0]!, lastId: ids.at(-1)! };
  }

  private progress(progressToken: string | number): Uint8Array {
    const params = { progressToken, progress: this.prepared.length };
    return notificationLine("notifications/progress", { ...params, total: this.given.length });
  }
}

/** Begins an import and gives it; the server carries it on. */
export function importNotes(state: State, request: Request, args: JsonObject): Import {
  requireScope(state, WRITE);
  return new Import(state, request, args["notes"] as JsonObject[]);
}

function prepared(note: JsonObject): JsonObject {
  const record: JsonObject = { title: note["title"]!, body: note["body"]! };
  if (has(note, "tag")) {
    record["tag"] = note["tag"]!;
  }
  return record;
}
