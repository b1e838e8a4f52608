import { applyEdits, type TextEdit } from '../text.ts';
import { keepsBlankLines, lineEnds, newLine } from './listEdits.ts';
import type { ListLayout } from './listing.ts';

/** An entry that the list has, with edits inside it, or a new one (text without its first indentation). */
export type ArrangedEntry =
  | { readonly old: number; readonly edits: readonly TextEdit[] }
  | { readonly text: (indent: string) => string };

/**
 * The edits give the list exactly these entries in this order; neither list is empty. Entries that keep their place are
 * edited in place. The text between the first and the last moved entry is rewritten from the old entries with their
 * comments.
 */
export function arrangeEntries(list: ListLayout, entries: readonly ArrangedEntry[]): TextEdit[] {
  let head = 0;
  while (head < entries.length && oldOf(entries[head]) === head && head < list.length) {
    head++;
  }
  let tail = 0;
  const spare = Math.min(entries.length, list.length) - head;
  while (tail < spare && oldOf(entries.at(-1 - tail)) === list.length - 1 - tail) {
    tail++;
  }
  if (head === list.length && head === entries.length) {
    return entries.flatMap(editsOf);
  }
  // A region needs entries on both sides: a neighbor is taken in where one would be empty.
  if (head + tail === list.length || head + tail === entries.length) {
    if (tail > 0) {
      tail--;
    } else {
      head--;
    }
  }
  const inside = entries.slice(head, entries.length - tail);
  return [
    ...entries.slice(0, head).flatMap(editsOf),
    new Region(list, head, list.length - 1 - tail).write(inside),
    ...entries.slice(entries.length - tail).flatMap(editsOf),
  ];
}

class Region {
  readonly #list: ListLayout;
  readonly #first: number;
  readonly #last: number;
  readonly #lines: boolean;

  constructor(list: ListLayout, first: number, last: number) {
    this.#list = list;
    this.#first = first;
    this.#last = last;
    const { line } = list.core(Math.min(1, list.length - 1));
    this.#lines = list.column !== undefined || line >= 0;
  }

  write(entries: readonly ArrangedEntry[]): TextEdit {
    const list = this.#list;
    const first = this.#list.core(this.#first);
    const last = this.#list.core(this.#last);
    const ownLine = first.line >= 0;
    let text = '';
    for (const [place, entry] of entries.entries()) {
      const next = entries[place + 1];
      const gap = next && this.#originalGap(entry, next);
      const commaInGap = gap?.includes(',') ?? false;
      const comma = list.commas && (next ? !commaInGap : last.commaInTrail);
      const indent = place > 0 || ownLine ? this.#indent(entry) : '';
      const detached = this.#detached(entry, entries[place - 1]);
      const own = detached + this.#text(entry, comma);
      if (place === 0 && !ownLine && this.#isCommented(entry, detached)) {
        text += newLine(list);
      }
      text += (place === 0 || !this.#lines ? (place === 0 ? indent : '') : indent) + own;
      if (next) {
        text += gap ?? this.#separator(entry, next);
      }
    }
    const end = entries.at(-1);
    if (end && this.#isOpen(end) && !lineEnds(list, last.end)) {
      text += newLine(list);
    }
    return { start: ownLine ? first.line : first.start, end: last.end, text };
  }

  /** The gap is that of two entries that are still neighbors, up to the line of the second. */
  #originalGap(entry: ArrangedEntry, next: ArrangedEntry): string | undefined {
    const old = oldOf(entry);
    if (old === undefined || oldOf(next) !== old + 1) {
      return undefined;
    }
    const core = this.#list.core(old + 1);
    const end = this.#lines && core.line >= 0 ? core.line : core.start;
    const gap = this.#list.slice(this.#list.core(old).end, end);
    return this.#lines && core.line < 0 ? undefined : gap;
  }

  #separator(entry: ArrangedEntry, next: ArrangedEntry): string {
    const list = this.#list;
    if (this.#lines) {
      return list.lineBreak;
    }
    const commented = this.#isCommented(next, this.#detached(next, entry));
    return this.#isOpen(entry) || commented ? newLine(list) : ' ';
  }

  /** A detached comment between an entry and its former upper neighbor moves with the entry. */
  #detached(entry: ArrangedEntry, above: ArrangedEntry | undefined): string {
    const old = oldOf(entry);
    if (old === undefined || old <= this.#first || oldOf(above) === old - 1) {
      return '';
    }
    const gap = this.#list.gap(old);
    return gap.detachedStart < 0 ? '' : gap.text.slice(gap.detachedStart, gap.leadStart).replace(/^,/, '');
  }

  #isCommented(entry: ArrangedEntry, detached: string): boolean {
    const old = oldOf(entry);
    const core = old === undefined ? undefined : this.#list.core(old);
    return detached !== '' || (core !== undefined && core.start < core.entry.start);
  }

  #isOpen(entry: ArrangedEntry): boolean {
    const old = oldOf(entry);
    return old !== undefined && (this.#list.core(old).openTrail || keepsBlankLines(this.#list, old));
  }

  #indent(entry: ArrangedEntry): string {
    const list = this.#list;
    const old = oldOf(entry);
    if (old !== undefined && this.#list.core(old).line >= 0) {
      return this.#list.indent(old);
    }
    if (list.column !== undefined) {
      return ' '.repeat(list.column);
    }
    const model = this.#list.core(this.#first).line >= 0 ? this.#first : Math.min(1, list.length - 1);
    return this.#list.indent(model);
  }

  #text(entry: ArrangedEntry, comma: boolean): string {
    const list = this.#list;
    if ('text' in entry) {
      const indent = list.column === undefined ? this.#indent(entry) : ' '.repeat(list.column);
      return entry.text(indent) + (comma ? ',' : '');
    }
    const core = this.#list.core(entry.old);
    const edits = [...entry.edits];
    if (list.commas && comma !== core.commaInTrail) {
      edits.push(
        comma
          ? { start: core.entry.end, end: core.entry.end, text: ',' }
          : { start: core.comma, end: core.comma + 1, text: '' },
      );
    }
    const local = edits.map((edit) => ({
      ...edit,
      start: edit.start - core.start,
      end: edit.end - core.start,
    }));
    return applyEdits(list.slice(core.start, core.end), local);
  }
}

function oldOf(entry: ArrangedEntry | undefined): number | undefined {
  return entry && 'old' in entry ? entry.old : undefined;
}

function editsOf(entry: ArrangedEntry): readonly TextEdit[] {
  return 'edits' in entry ? entry.edits : [];
}
