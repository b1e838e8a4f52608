/** A row, as far as drawing goes. */
export interface DrawnRow {
  readonly id: string;
  readonly parent: DrawnRow | undefined;
}

/** What the editor is told within this time after it was told something is drawn together, when it is over. */
const gatheredMs = 200;

/** By how much its clock may be late. */
const lateMs = 100;

/** The editor does not ask again for what lies in rows that it no longer shows. */
export const patienceMs = 3000;

/** Nor as often as it was told to, where it draws several changes at once: this long after a listing no other is to come. */
const soonMs = 500;

/** Likewise where it forgot them for certain: what it says until then is not to be believed, however slow it is. */
const forgottenMs = 6000;

/** A row whose content was listed. */
interface Open<T> {
  readonly row: T | undefined;
  /** How many listings of it are still to come. */
  awaited: number;
  /** When the editor begins to draw it anew for the last time. */
  dueAt: number;
  /** Its last change was told while others were being gathered. */
  isGathered: boolean;
  /** Since when the editor knows none of its content; undefined while it does. */
  forgottenAt: number | undefined;
  /** The listing that counts; one that began before it is dropped by the editor. */
  listing: number;
  /** When the last listing that counted was over. */
  listedAt: number;
  readonly asked: Asked;
  /** It was told once that the editor did not come to it. */
  isToldLost: boolean;
}

/** The listings of a row that are not over. */
interface Asked {
  pending: number;
  /** One began before another was over, which the editor then dropped. */
  isDropped: boolean;
}

/**
 * Which rows of a tree are being drawn anew. Of those the editor knows nothing for a while, and so nothing of their being selected: it
 * forgets what lies in a row, at any depth, when it asks for the row or its content, and knows it again when the content was listed. Rows
 * that were told to have changed are taken for drawn anew from that moment on.
 */
export class TreeDrawing<T extends DrawnRow = DrawnRow> {
  readonly #now: () => number;
  readonly #open = new Map<string, Open<T>>();
  readonly #closed = new Set<string>();
  #gathersUntil = -Infinity;
  #listings = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Told before the tree is. @param rows undefined: all of them */
  began(rows: readonly DrawnRow[] | undefined): void {
    const now = this.#now();
    const isGathered = now < this.#gathersUntil;
    this.#gathersUntil = now + gatheredMs;
    const changed = rows && new Set(rows.map(({ id }) => id));
    for (const open of this.#open.values()) {
      if (!changed || isIn(open.row, changed)) {
        const isMore = !isGathered || !open.isGathered || open.dueAt <= now;
        open.awaited = (isAwaited(open, now) ? open.awaited : 0) + (isMore ? 1 : 0);
        open.dueAt = isGathered ? this.#gathersUntil : now;
        open.isGathered = isGathered;
      } else if (isGathered && open.isGathered && open.dueAt > now) {
        open.dueAt = this.#gathersUntil;
      }
    }
  }

  /** Told when the editor asks for a row, or for what lies in it: it has forgotten all that lies open below. */
  forgotten(row: DrawnRow | undefined): void {
    if (row && !this.#open.has(row.id)) {
      return;
    }
    const now = this.#now();
    const ids = row && new Set([row.id]);
    for (const open of this.#open.values()) {
      if (!ids || isIn(open.row, ids)) {
        open.forgottenAt = now;
      }
    }
  }

  /**
   * Told when the editor asks for what lies in a row, or on top.
   * @returns to be told what it gets, and tells whether the row has to be drawn once more: of several at the same time the editor takes
   * the one that was asked for last, which may be its own to show a row, and its window gets nothing for the one before
   */
  listing(row: T | undefined): (content: readonly T[]) => boolean {
    this.forgotten(row);
    const listing = ++this.#listings;
    const known = this.#open.get(row?.id ?? '');
    const asked = known?.asked ?? { pending: 0, isDropped: false };
    asked.isDropped ||= asked.pending > 0;
    asked.pending++;
    this.#open.set(row?.id ?? '', {
      row,
      awaited: known?.awaited ?? 0,
      dueAt: known?.dueAt ?? -Infinity,
      isGathered: known?.isGathered ?? false,
      forgottenAt: this.#now(),
      listing,
      listedAt: known?.listedAt ?? -Infinity,
      asked,
      isToldLost: false,
    });
    return (content) => {
      this.#listed(row, content, listing);
      asked.pending--;
      const isDropped = asked.isDropped && asked.pending === 0;
      asked.isDropped &&= !isDropped;
      return isDropped;
    };
  }

  /**
   * Rows that are shown and were told to have changed, and that the editor never asked for, told once: it loses that where it draws what
   * they lie in meanwhile, and goes on showing what was there before, or nothing. Undefined stands for all.
   */
  lost(): readonly (T | undefined)[] {
    const now = this.#now();
    const lost = this.#shown.filter(
      ({ awaited, listedAt, dueAt, asked, isToldLost }) =>
        !isToldLost && awaited > 0 && asked.pending === 0 && listedAt < dueAt && now >= dueAt + patienceMs,
    );
    for (const open of lost) {
      open.isToldLost = true;
    }
    return lost.map(({ row }) => row);
  }

  #listed(row: DrawnRow | undefined, content: readonly DrawnRow[], listing: number): void {
    const open = this.#open.get(row?.id ?? '');
    if (open?.listing !== listing) {
      return;
    }
    const there = new Set(content.map(({ id }) => id));
    for (const { row: below } of this.#open.values()) {
      if (below && below.parent?.id === row?.id && !there.has(below.id)) {
        this.#gone(below);
      }
    }
    const isLast = open.awaited <= 1 || this.#now() > open.dueAt + lateMs;
    open.awaited = isLast ? 0 : open.awaited - 1;
    open.isGathered &&= !isLast;
    open.forgottenAt = undefined;
    open.listedAt = this.#now();
  }

  /** Told when a row is drawn that nothing lies in: the editor asks for nothing in it, also when something does again, until it is opened. */
  isEmpty(row: DrawnRow): void {
    this.#gone(row);
  }

  /** Nobody asks for what lies in a row that was closed. */
  closed(row: DrawnRow): void {
    this.#closed.add(row.id);
  }

  /** What lay in it when it was closed may be shown without being asked for. */
  opened(row: DrawnRow): void {
    this.#closed.delete(row.id);
  }

  /** Whether any rows that are shown are being drawn anew, or will be. */
  get isOn(): boolean {
    const now = this.#now();
    return this.isUnknown || this.#shown.some((open) => isAwaited(open, now));
  }

  /** Whether there may be rows that are shown and that the editor does not know at this moment. */
  get isUnknown(): boolean {
    const now = this.#now();
    return this.#shown.some(
      ({ row, awaited, dueAt, forgottenAt = -Infinity }) =>
        forgottenAt > now - forgottenMs ||
        // When it forgets everything it does not ask first.
        (row === undefined && awaited > 0 && dueAt > now - patienceMs),
    );
  }

  get #shown(): readonly Open<T>[] {
    return [...this.#open.values()].filter(({ row }) => !isIn(row, this.#closed));
  }

  #gone(row: DrawnRow): void {
    const ids = new Set([row.id]);
    for (const [id, open] of this.#open) {
      if (isIn(open.row, ids)) {
        this.#open.delete(id);
        this.#closed.delete(id);
      }
    }
  }
}

function isAwaited({ awaited, dueAt, listedAt }: Open<DrawnRow>, now: number): boolean {
  const end = listedAt < dueAt ? dueAt + patienceMs : listedAt + soonMs;
  return awaited > 0 && now < end;
}

function isIn(row: DrawnRow | undefined, ids: ReadonlySet<string>): boolean {
  for (let each = row; each; each = each.parent) {
    if (ids.has(each.id)) {
      return true;
    }
  }
  return false;
}
