/**
 * What has changed since the last answer, kept until the listens that asked for it have been told.
 *
 * Specification: basic/patterns/subscriptions.
 */

/** One change: the flags of the filters that it concerns, and the ids of the notes that are not as they were. */
export class Change {
  readonly flags: string[];
  readonly noteIds: string[];

  /** Takes both. */
  constructor(flags: string[], noteIds: string[]) {
    this.flags = flags;
    this.noteIds = noteIds;
  }
}

/** The changes that were not told yet: those of other processes, and those of the request in hand. */
export class Changes {
  private foreign: Change[];
  private own: Change[];

  /** Starts with none. */
  constructor() {
    this.foreign = [];
    this.own = [];
  }

  /** Takes a change that another process made. */
  addForeign(change: Change): void {
    this.foreign.push(change);
  }

  /** Takes a change that the request in hand made. */
  addOwn(change: Change): void {
    this.own.push(change);
  }

  /** Gives the changes of other processes, once. */
  takeForeign(): Change[] {
    const taken = this.foreign;
    this.foreign = [];
    return taken;
  }

  /** Gives the changes of the request in hand, once. */
  takeOwn(): Change[] {
    const taken = this.own;
    this.own = [];
    return taken;
  }
}
