import type { TextRange } from '../text.ts';
import { analyzeGap, type Gap, type GapStyle } from './gap.ts';

/** A list in a text whose entries can be moved, removed and inserted: rules, array items or object members. */
export interface Listing extends GapStyle {
  /** Entries are separated by commas (JSON, YAML flow style); otherwise each begins on its own line (YAML block style). */
  readonly commas: boolean;
  readonly length: number;
  /** The whole entry, with its key or its `-`. */
  entry(index: number): TextRange;
  /** Behind the opening bracket; in block style anywhere in front of the first entry with nothing but space between. */
  readonly open: number;
  /** At the closing bracket; in block style the end of the document. */
  readonly close: number;
  readonly lineBreak: string;
  slice(start: number, end: number): string;
}

/** Where an entry begins and ends together with its comments. All offsets count from the start of the document. */
export interface Core {
  /** First character of the lead comment or of the entry. */
  readonly start: number;
  /** Start of that line, when nothing but space stands before it there; else -1. */
  readonly line: number;
  /** Behind the trail. */
  readonly end: number;
  /** The comma behind the entry, wherever it is; -1 when there is none. */
  readonly comma: number;
  readonly commaInTrail: boolean;
  readonly openTrail: boolean;
  readonly entry: TextRange;
}

export class ListLayout {
  readonly list: Listing;
  readonly #gaps = new Map<number, Gap>();
  readonly #cores = new Map<number, Core>();

  constructor(list: Listing) {
    this.list = list;
  }

  /** The gap in front of entry `index`; for `index === length` the one behind the last. */
  gap(index: number): Gap {
    let gap = this.#gaps.get(index);
    if (!gap) {
      const last = index === this.list.length;
      const start = this.gapStart(index);
      const end = last ? this.list.close : this.list.entry(index).start;
      gap = analyzeGap(this.list.slice(start, Math.max(start, end)), this.list, last);
      this.#gaps.set(index, gap);
    }
    return gap;
  }

  gapStart(index: number): number {
    return index === 0 ? this.list.open : this.list.entry(index - 1).end;
  }

  core(index: number): Core {
    let core = this.#cores.get(index);
    if (!core) {
      core = this.#core(index);
      this.#cores.set(index, core);
    }
    return core;
  }

  /** The comma behind the last entry, which JSON forbids and YAML flow style allows. */
  get trailingComma(): boolean {
    return this.list.commas && this.list.length > 0 && this.core(this.list.length - 1).comma >= 0;
  }

  /** White space in front of the core on its own line. */
  indent(index: number): string {
    const { line, start } = this.core(index);
    return line < 0 ? '' : this.list.slice(line, start);
  }

  #core(index: number): Core {
    const entry = this.list.entry(index);
    const before = this.gap(index);
    const after = this.gap(index + 1);
    const from = this.gapStart(index);
    const above = before.text.slice(0, before.leadStart);
    const newline = above.lastIndexOf('\n');
    const alone = above.slice(newline + 1).trim() === '' && newline >= before.trailEnd;
    const atTop = from <= 1 && this.list.slice(0, from).trim() === '' && above.trim() === '';
    const line = alone ? from + newline + 1 : atTop ? from : -1;
    return {
      start: from + before.leadStart,
      line,
      end: entry.end + after.trailEnd,
      comma: after.comma < 0 ? -1 : entry.end + after.comma,
      commaInTrail: after.comma >= 0 && after.comma < after.trailEnd,
      openTrail: after.openTrail,
      entry,
    };
  }
}
