/**
 * The notes, which change only through append(record) and fold.
 *
 * A record says what happened; the notes are the fold of all records in their order. That is how a journal that several
 * workers share can take the place of the list in memory without a change to anything else here. Contract, section 5.
 */

import { matches } from "./schema.ts";
import { has } from "./values.ts";
import type { JsonObject } from "./values.ts";

/** The form of a tag, the whole string. */
export const TAG_PATTERN = "^[a-z0-9-]{1,32}$";

/** What a server without a store starts with. */
export const SAMPLES: JsonObject[] = [
  {
    op: "create",
    title: "Welcome to notes",
    body: "Notes are written in Markdown.\n\nEach one can be read as a resource: this one is `notes://note-1`.\n",
    tag: "guide",
    at: "2026-07-01T09:00:00.000Z",
  },
  {
    op: "create",
    title: "Shopping list",
    body: "- coffee\n- bread\n- Käse\n",
    tag: "home",
    at: "2026-07-02T09:00:00.000Z",
  },
  {
    op: "create",
    title: "Ideas 💡",
    body: "What does a server forget between two requests? Everything but the notes.\n",
    at: "2026-07-03T09:00:00.000Z",
  },
];

const ID = /^note-([1-9][0-9]{0,14})$/;

/** All notes of one server, in the order of their creation. */
export class Notes {
  private readonly slots: JsonObject[]; // the note with number n stands at n - 1

  /** Starts as the fold of the records given. */
  constructor(records: JsonObject[]) {
    this.slots = [];
    for (const record of records) {
      this.fold(record);
    }
  }

  /** Takes a record of a change, keeps it, and gives the note that it made or changed. */
  append(record: JsonObject): JsonObject {
    return this.fold(record);
  }

  /** Applies one record to the notes and gives the note that it made or changed. */
  fold(record: JsonObject): JsonObject {
    return FOLDS[record["op"] as string]!(this.slots, record);
  }

  /** Gives the number that the next note will have; no number is given twice. */
  nextNumber(): number {
    return this.slots.length + 1;
  }

  /** Gives the note with exactly this id, or null. */
  find(noteId: string): JsonObject | null {
    const match = ID.exec(noteId);
    const number = match === null ? 0 : Number(match[1]);
    return this.slots[number - 1] ?? null;
  }

  /**
   * Gives up to limit notes that follow the note with number after, and the number to go on from (0: none).
   *
   * With a tag only the notes that carry it count.
   */
  page(after: number, limit: number, tag: string | null = null): [JsonObject[], number] {
    const page: JsonObject[] = [];
    for (let index = after; index < this.slots.length; index += 1) {
      const note = this.slots[index]!;
      if (tag !== null && !(has(note, "tag") && note["tag"] === tag)) {
        continue;
      }
      if (page.length === limit) {
        return [page, numberOf(page[page.length - 1]!)];
      }
      page.push(note);
    }
    return [page, 0];
  }

  /** Gives the newest notes that wanted accepts, up to limit, in ascending order, and whether there are more. */
  newest(limit: number, wanted: (note: JsonObject) => boolean): [JsonObject[], boolean] {
    const found: JsonObject[] = [];
    for (let index = this.slots.length - 1; index >= 0; index -= 1) {
      const note = this.slots[index]!;
      if (!wanted(note)) {
        continue;
      }
      if (found.length === limit) {
        return [found.reverse(), true];
      }
      found.push(note);
    }
    return [found.reverse(), false];
  }

  /** Gives the ids that begin with the prefix, in the order of creation. */
  ids(prefix: string): string[] {
    return this.slots.map((note) => note["id"] as string).filter((id) => id.startsWith(prefix));
  }
}

function create(slots: JsonObject[], record: JsonObject): JsonObject {
  const note: JsonObject = {
    id: "note-" + String(slots.length + 1),
    title: record["title"]!,
    body: record["body"]!,
  };
  if (has(record, "tag")) {
    note["tag"] = record["tag"]!;
  }
  note["createdAt"] = record["at"]!;
  note["updatedAt"] = record["at"]!;
  slots.push(note);
  return note;
}

function update(slots: JsonObject[], record: JsonObject): JsonObject {
  const index = numberOf(record) - 1;
  const old = slots[index]!;
  const note: JsonObject = {
    id: old["id"]!,
    title: record["title"] ?? old["title"]!,
    body: record["body"] ?? old["body"]!,
  };
  const tag = has(record, "tag") ? record["tag"]! : (old["tag"] ?? null);
  if (tag !== null) {
    note["tag"] = tag;
  }
  note["createdAt"] = old["createdAt"]!;
  note["updatedAt"] = record["at"]!;
  slots[index] = note;
  return note;
}

function numberOf(note: JsonObject): number {
  return Number((note["id"] as string).slice("note-".length));
}

const FOLDS: Record<string, (slots: JsonObject[], record: JsonObject) => JsonObject> = { create, update };

/** Tells whether a text can be a tag. */
export function isTag(text: string): boolean {
  return matches(TAG_PATTERN, text);
}
