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
const patienceMs = 3000;

/** A row whose content was listed. */
interface Open {
  readonly row: DrawnRow | undefined;
  /** How many listings of it are still to come. */
  awaited: number;
  /** When the editor begins to draw it anew for the last time. */
  dueAt: number;
  /** Its last change was told while others were being gathered. */
  isGathered: boolean;
}

/**
 * Which rows of a tree are being drawn anew. From the moment the tree is told that a row changed, until it has asked again for
 * everything that lies open below it, the editor knows none of those rows, and so nothing of their being selected.
 */
export class TreeDrawing {
  readonly #now: () => number;
  readonly #open = new Map<string, Open>();
  #gathersUntil = -Infinity;

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
        open.awaited += isMore ? 1 : 0;
        open.dueAt = isGathered ? this.#gathersUntil : now;
        open.isGathered = isGathered;
      } else if (isGathered && open.isGathered && open.dueAt > now) {
        open.dueAt = this.#gathersUntil;
      }
    }
  }

  /** Told when the editor gets what lies in a row, or on top. */
  listed(row: DrawnRow | undefined, content: readonly DrawnRow[]): void {
    const there = new Set(content.map(({ id }) => id));
    for (const { row: below } of this.#open.values()) {
      if (below && below.parent?.id === row?.id && !there.has(below.id)) {
        this.closed(below);
      }
    }
    const known = this.#open.get(row?.id ?? '');
    const isLast = !known || known.awaited <= 1 || this.#now() > known.dueAt + lateMs;
    this.#open.set(row?.id ?? '', {
      row,
      awaited: isLast ? 0 : known.awaited - 1,
      dueAt: known?.dueAt ?? -Infinity,
      isGathered: !isLast && known.isGathered,
    });
  }

  /** Nobody asks for what lies in a row that was closed. */
  closed(row: DrawnRow): void {
    const ids = new Set([row.id]);
    for (const [id, open] of this.#open) {
      if (isIn(open.row, ids)) {
        this.#open.delete(id);
      }
    }
  }

  get isOn(): boolean {
    const since = this.#now() - patienceMs;
    return [...this.#open.values()].some(({ awaited, dueAt }) => awaited > 0 && dueAt > since);
  }
}

function isIn(row: DrawnRow | undefined, ids: ReadonlySet<string>): boolean {
  for (let each = row; each; each = each.parent) {
    if (ids.has(each.id)) {
      return true;
    }
  }
  return false;
}
