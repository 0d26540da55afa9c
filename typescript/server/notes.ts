/**
 * The notes, which change only through append(record) and fold.
 *
 * A record says what happened; the notes are the fold of all records in their order. That is how a journal that several
 * workers share can take the place of the list in memory without a change to anything else here. Contract, section 5.
 */

import { Change, Changes } from "./changes.ts";
import { Memory } from "./journal.ts";
import type { Journal } from "./journal.ts";
import { has } from "./values.ts";
import type { JsonObject } from "./values.ts";

type Slots = (JsonObject | null)[];

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
  readonly changes: Changes;
  private readonly journal: Memory | Journal;
  private readonly slots: Slots; // the note with number n stands at n - 1, null once it is deleted

  /** Starts as the fold of the records given, and of those in the journal if there is one. */
  constructor(records: JsonObject[], journal: Memory | Journal | null = null) {
    this.changes = new Changes();
    this.journal = journal ?? new Memory();
    this.slots = [];
    for (const record of records) {
      this.fold(record);
    }
    this.look();
    this.changes.takeForeign();
  }

  /** Tells whether others may change the notes as well. */
  isShared(): boolean {
    return this.journal.shared;
  }

  /** Folds in what others have appended to the journal since. */
  look(): void {
    for (const record of this.journal.look()) {
      this.changes.addForeign(this.fold(record));
    }
  }

  /**
   * Takes a record of a change, keeps it, and gives the ids of the notes that it changed; raises ToolFailure.
   *
   * The records that others appended before it count first, so that a change can come too late and change nothing.
   */
  append(record: JsonObject): string[] {
    const records = this.journal.append(record);
    for (const earlier of records.slice(0, -1)) {
      this.changes.addForeign(this.fold(earlier));
    }
    const change = this.fold(records.at(-1)!);
    this.changes.addOwn(change);
    return change.noteIds;
  }

  /** Applies one record to the notes and gives the change that it made. */
  fold(record: JsonObject): Change {
    return FOLDS[record["op"] as string]!(this.slots, record);
  }

  /** Gives the number that the next note will have; no number is given twice. */
  nextNumber(): number {
    return this.slots.length + 1;
  }

  /** Gives the note with exactly this id, or null. */
  find(noteId: string): JsonObject | null {
    return this.slots[numberOf(noteId) - 1] ?? null;
  }

  /**
   * Gives up to limit notes that follow the note with number after, and the number to go on from (0: none).
   *
   * With a tag only the notes that carry it count.
   */
  page(after: number, limit: number, tag: string | null = null): [JsonObject[], number] {
    const page: JsonObject[] = [];
    for (let index = after; index < this.slots.length; index += 1) {
      const note = this.slots[index] ?? null;
      if (note === null || (tag !== null && !(has(note, "tag") && note["tag"] === tag))) {
        continue;
      }
      if (page.length === limit) {
        return [page, numberOf(page.at(-1)!["id"] as string)];
      }
      page.push(note);
    }
    return [page, 0];
  }

  /** Gives the newest notes that wanted accepts, up to limit, in ascending order, and whether there are more. */
  newest(limit: number, wanted: (note: JsonObject) => boolean): [JsonObject[], boolean] {
    const found: JsonObject[] = [];
    for (let index = this.slots.length - 1; index >= 0; index -= 1) {
      const note = this.slots[index] ?? null;
      if (note === null || !wanted(note)) {
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
    const notes = this.slots.filter((note) => note !== null);
    return notes.map((note) => note["id"] as string).filter((id) => id.startsWith(prefix));
  }
}

function create(slots: Slots, record: JsonObject): Change {
  return new Change(LISTED, [add(slots, record, record["at"] as string)]);
}

function importAll(slots: Slots, record: JsonObject): Change {
  return new Change(
    LISTED,
    (record["notes"] as JsonObject[]).map((note) => add(slots, note, record["at"] as string)),
  );
}

function add(slots: Slots, given: JsonObject, at: string): string {
  const id = "note-" + String(slots.length + 1);
  const note: JsonObject = { id, title: given["title"]!, body: given["body"]! };
  if (has(given, "tag")) {
    note["tag"] = given["tag"]!;
  }
  note["createdAt"] = at;
  note["updatedAt"] = at;
  slots.push(note);
  return id;
}

function update(slots: Slots, record: JsonObject): Change {
  const index = numberOf(record["id"] as string) - 1;
  const old = slots[index] ?? null;
  if (old === null) {
    return new Change([], []);
  }
  const title = record["title"] ?? old["title"]!;
  const note: JsonObject = { id: old["id"]!, title, body: record["body"] ?? old["body"]! };
  const tag = has(record, "tag") ? record["tag"]! : (old["tag"] ?? null);
  if (tag !== null) {
    note["tag"] = tag;
  }
  note["createdAt"] = old["createdAt"]!;
  note["updatedAt"] = record["at"]!;
  slots[index] = note;
  // Of what an update can change, a list of resources shows the title only.
  return new Change(note["title"] !== old["title"] ? LISTED : [], [old["id"] as string]);
}

function remove(slots: Slots, record: JsonObject): Change {
  const index = numberOf(record["id"] as string) - 1;
  if ((slots[index] ?? null) === null) {
    return new Change([], []);
  }
  slots[index] = null;
  return new Change(LISTED, [record["id"] as string]);
}

function restart(slots: Slots, _record: JsonObject): Change {
  const ids = slots.filter((note) => note !== null).map((note) => note["id"] as string);
  slots.length = 0;
  return new Change(ids.length > 0 ? LISTED : [], ids);
}

function numberOf(noteId: string): number {
  const match = ID.exec(noteId);
  return match === null ? 0 : Number(match[1]);
}

const FOLDS: Record<string, (slots: Slots, record: JsonObject) => Change> = {
  create,
  delete: remove,
  import: importAll,
  restart,
  update,
};

/** The flags of the filters that a change to the list of notes concerns. */
export const LISTED = ["resourcesListChanged"];
