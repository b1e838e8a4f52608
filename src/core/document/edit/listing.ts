import type { TextRange } from '../text.ts';

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

/**
 * What stands between two entries of a list: white space, comments and, in the comma style, one comma. Comments belong to
 * an entry when they begin on its last line (the trail) or stand directly above the next entry (the lead); all others
 * are detached and stay where they are. Offsets count from the start of the gap.
 */
interface Gap {
  readonly text: string;
  /** Behind the comma and the comments that belong to the entry before. */
  readonly trailEnd: number;
  /** At the first comment that belongs to the entry behind, else at the end of the gap. */
  readonly leadStart: number;
  readonly comma: number;
  /** The trail ends in a comment that runs to the end of its line. */
  readonly openTrail: boolean;
  /** Start of the first and end of the last detached comment; -1 when there is none. */
  readonly detachedStart: number;
  readonly detachedEnd: number;
}

interface GapStyle {
  /** `#` comments (YAML); otherwise `//` and block comments. */
  readonly hash: boolean;
  /** Comments that are indented deeper than this column belong to the entry above (YAML block style). */
  readonly column?: number;
}

interface Comment {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly lastLine: number;
  readonly column: number;
  readonly toLineEnd: boolean;
}

/** `last`: no entry follows, so there is no lead. Stops at the first character that is neither space, comment nor comma. */
function analyzeGap(text: string, style: GapStyle, last: boolean): Gap {
  const { comments, comma, commaLine, line: endLine, end } = tokens(text, style.hash);
  let trailEnd = comma >= 0 && commaLine === 0 ? comma + 1 : 0;
  let openTrail = false;
  let trailLine = 0;
  let first = 0;
  for (; first < comments.length; first++) {
    const comment = comments[first] as Comment;
    const sameLine =
      comment.line === 0 && (last || endLine > comment.lastLine || (comma >= 0 && comment.start < comma));
    const deeper =
      style.column !== undefined && comment.line === trailLine + 1 && comment.column > style.column;
    if (!sameLine && !deeper) {
      break;
    }
    trailLine = comment.lastLine;
    trailEnd = Math.max(trailEnd, comment.end);
    openTrail = comment.toLineEnd;
  }
  let leadStart = last ? end : text.length;
  let leadFrom = comments.length;
  let nextLine = endLine;
  while (leadFrom > first) {
    const comment = comments[leadFrom - 1] as Comment;
    if (last || nextLine - comment.lastLine > 1 || comment.start < comma) {
      break;
    }
    leadFrom--;
    leadStart = comment.start;
    nextLine = comment.line;
  }
  const detached = comments.slice(first, leadFrom);
  return {
    text,
    trailEnd,
    leadStart,
    comma,
    openTrail,
    detachedStart: detached[0]?.start ?? -1,
    detachedEnd: detached.at(-1)?.end ?? -1,
  };
}

function tokens(text: string, hash: boolean) {
  const comments: Comment[] = [];
  let comma = -1;
  let commaLine = -1;
  let line = 0;
  let lineStart = Number.NEGATIVE_INFINITY;
  let at = 0;
  for (; at < text.length; at++) {
    const character = text[at];
    if (character === '\n') {
      line++;
      lineStart = at + 1;
    } else if (character === ',' && comma < 0) {
      comma = at;
      commaLine = line;
    } else if (character === '#' ? hash : character === '/' && !hash) {
      const end = commentEnd(text, at);
      const breaks = text.slice(at, end).split('\n').length - 1;
      const toLineEnd = hash || text[at + 1] === '/';
      comments.push({ start: at, end, line, lastLine: line + breaks, column: at - lineStart, toLineEnd });
      line += breaks;
      at = end - 1;
    } else if (character !== ' ' && character !== '\t' && character !== '\r') {
      break;
    }
  }
  return { comments, comma, commaLine, line, end: at };
}

function commentEnd(text: string, start: number): number {
  if (text.startsWith('/*', start)) {
    const close = text.indexOf('*/', start + 2);
    return close < 0 ? text.length : close + 2;
  }
  const newline = text.indexOf('\n', start);
  const end = newline < 0 ? text.length : newline;
  return text[end - 1] === '\r' ? end - 1 : end;
}
