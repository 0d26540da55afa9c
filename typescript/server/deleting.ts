/**
 * notes_delete: a note goes only after its user has been asked, and has said yes.
 *
 * The question is a form with one box to tick. No answer, or one that says neither yes nor no, is asked for again; a no
 * in any form keeps the note, and the model is told so. Contract, section 6.
 */

import { formatTime } from "./clock.ts";
import type { Request, State } from "./context.ts";
import { existingNote, notFound } from "./executors.ts";
import { answerTo, ask, form } from "./questions.ts";
import { DELETE, requireScope } from "./scopes.ts";
import { has, isBoolean } from "./values.ts";
import type { JsonObject } from "./values.ts";

/** The key of the question, and the name of its one field. */
export const CONFIRM = "confirm";

/** Why a note was kept, by what the user did. */
export const KEPT: Record<string, string> = {
  accept: "the box was not ticked",
  decline: "the user declined",
  cancel: "the user did not decide",
};

/** Asks, or deletes the note if the answer that came along says so. */
export function deleteNote(state: State, request: Request, args: JsonObject): JsonObject {
  requireScope(state, DELETE);
  const noteId = args["id"] as string;
  const note = existingNote(state, noteId);
  const answer = answerTo(request, CONFIRM) as JsonObject | null;
  if (request.step === null || answer === null || isOpen(answer)) {
    const message = "Delete " + noteId + " (" + (note["title"] as string) + ")? It cannot be brought back.";
    const box = { type: "boolean", title: "Delete the note", description: "Only a ticked box deletes it" };
    return ask(state, request, { [CONFIRM]: form(message, { [CONFIRM]: box }, [CONFIRM]) }, CONFIRM);
  }
  if (answer["action"] !== "accept" || (answer["content"] as JsonObject)[CONFIRM] !== true) {
    return { id: noteId, deleted: false, reason: KEPT[answer["action"] as string]! };
  }
  const record: JsonObject = { op: "delete", id: noteId, at: formatTime(state.world.clock()) };
  if (state.notes.append(record).length === 0) {
    throw notFound(noteId); // another process was faster
  }
  return { id: noteId, deleted: true };
}

function isOpen(answer: JsonObject): boolean {
  // Accepted, but without a yes or a no.
  const content = has(answer, "content") ? (answer["content"] as JsonObject) : {};
  return answer["action"] === "accept" && !(has(content, CONFIRM) && isBoolean(content[CONFIRM]));
}
