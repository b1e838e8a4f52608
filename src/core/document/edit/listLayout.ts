import type { TextRange } from '../text.ts';
import { columnAt, find, type Source } from './source.ts';

/** The entries of a collection can be moved, removed and inserted: rules, array items or object fields. */
export interface Collection {
  readonly kind: 'object' | 'array';
  readonly range: TextRange;
  /** The offset is behind the `:` or `-` of the collection, or at the start of the document for its root. */
  readonly intro: number;
  readonly length: number;
  /** The range of a field goes from key to end of value; that of an item is its value. */
  written(index: number): TextRange;
}

export function isFlow(source: Source, collection: { range: TextRange }): boolean {
  const first = source.slice(collection.range.start, collection.range.start + 1);
  return source.spelling === 'json' || first === '[' || first === '{';
}

/** A core is an entry together with its comments. */
export interface Core {
  /** The offset is that of the first character of the lead comment or of the entry. */
  readonly start: number;
  /** The offset is the start of that line; it is -1 when other text precedes the core there. */
  readonly line: number;
  /** The offset is behind the trail. */
  readonly end: number;
  /** The comma behind the entry, wherever it is; -1 when there is none. */
  readonly comma: number;
  readonly commaInTrail: boolean;
  readonly openTrail: boolean;
  readonly entry: TextRange;
}

/** A collection as it is laid out in its text. All offsets count from the start of the document. */
export class ListLayout {
  readonly #source: Source;
  readonly #collection: Collection;
  /** Entries are separated by commas (JSON, YAML flow style); otherwise each begins on its own line (YAML block style). */
  readonly commas: boolean;
  /** The column of the entries in YAML block style. */
  readonly column: number | undefined;
  readonly #cores = new Map<number, Core>();

  constructor(source: Source, collection: Collection) {
    this.#source = source;
    this.#collection = collection;
    this.commas = isFlow(source, collection);
    this.column = this.commas ? undefined : columnAt(source, this.entry(0).start).length;
  }

  get length(): number {
    return this.#collection.length;
  }

  get hash(): boolean {
    return this.#source.spelling === 'yaml';
  }

  /** The offset is behind the opening bracket. In block style only space separates the offset from the first entry. */
  get open(): number {
    return this.commas ? this.#collection.range.start + 1 : this.#collection.intro;
  }

  /** The offset is that of the closing bracket; in block style it is behind the list. */
  get close(): number {
    const { length, range } = this.#collection;
    const last = length > 0 ? this.entry(length - 1).end : range.end;
    return this.commas ? Math.max(last, range.end - 1) : Math.min(this.#source.length, last + 4096);
  }

  get lineBreak(): string {
    return this.#source.lineBreak;
  }

  slice(start: number, end: number): string {
    return this.#source.slice(start, end);
  }

  /** The whole entry, with its key or its `-`. */
  entry(index: number): TextRange {
    return this.commas
      ? withProperties(this.#source, this.#collection.written(index))
      : blockEntry(this.#source, this.#collection, index);
  }

  /** The gap in front of entry `index`; for `index === length` the one behind the last. */
  gap(index: number): Gap {
    const isLast = index === this.length;
    const start = this.gapStart(index);
    const end = isLast ? this.close : this.entry(index).start;
    return analyzeGap(this.slice(start, Math.max(start, end)), this, isLast);
  }

  gapStart(index: number): number {
    return index === 0 ? this.open : this.entry(index - 1).end;
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
    return this.commas && this.length > 0 && this.core(this.length - 1).comma >= 0;
  }

  /** The indentation is the white space in front of the core on its own line. */
  indent(index: number): string {
    const { line, start } = this.core(index);
    return line < 0 ? '' : this.slice(line, start);
  }

  #core(index: number): Core {
    const entry = this.entry(index);
    const before = this.gap(index);
    const after = this.gap(index + 1);
    const from = this.gapStart(index);
    const above = before.text.slice(0, before.leadStart);
    const newline = above.lastIndexOf('\n');
    const alone = above.slice(newline + 1).trim() === '' && newline >= before.trailEnd;
    const atTop = from <= 1 && this.slice(0, from).trim() === '' && above.trim() === '';
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
 * A gap between two entries has white space, comments and, in the comma style, one comma. The trail is every comment
 * that begins on the last line of the entry before. The lead is every comment directly above the next entry. All other
 * comments are detached and keep their places. Offsets count from the start of the gap.
 */
interface Gap {
  readonly text: string;
  /** The offset is behind the comma and the comments of the entry before. */
  readonly trailEnd: number;
  /** The offset is the first comment of the entry behind, or else the end of the gap. */
  readonly leadStart: number;
  readonly comma: number;
  /** The trail ends in a comment that runs to the end of its line. */
  readonly openTrail: boolean;
  /** The offsets are the start of the first and the end of the last detached comment, or -1 without one. */
  readonly detachedStart: number;
  readonly detachedEnd: number;
}

interface Comment {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly lastLine: number;
  readonly column: number;
  readonly toLineEnd: boolean;
}

/**
 * `last` means that no entry follows, so the lead is empty. In block style, comments that are indented deeper than the
 * entries belong to the entry above. The analysis stops at other characters than space, comments
 * and comma.
 */
function analyzeGap(text: string, { hash, column }: ListLayout, last: boolean): Gap {
  const { comments, comma, commaLine, line: endLine, end } = tokens(text, hash);
  let trailEnd = comma >= 0 && commaLine === 0 ? comma + 1 : 0;
  let openTrail = false;
  let trailLine = 0;
  let first = 0;
  for (; first < comments.length; first++) {
    const comment = comments[first] as Comment;
    const sameLine =
      comment.line === 0 && (last || endLine > comment.lastLine || (comma >= 0 && comment.start < comma));
    const deeper = column !== undefined && comment.line === trailLine + 1 && comment.column > column;
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

/** The range includes the anchor and the tag in front, if they are on the same line. */
function withProperties(source: Source, { start, end }: TextRange): TextRange {
  const before = source.spelling === 'yaml' ? source.slice(Math.max(0, start - 256), start) : '';
  const own = /(?:(?<=^|[\s,[{?-])[&!][^\s,[\]{}]{0,256}[ \t]+){1,2}$/.exec(before)?.[0] ?? '';
  return { start: start - own.length, end };
}

/**
 * A field of a YAML block mapping begins at its key or the `?` in front. An item of a sequence begins at its `-`, which
 * follows the item before.
 */
function blockEntry(source: Source, collection: Collection, index: number): TextRange {
  const value = collection.written(index);
  if (collection.kind === 'object') {
    const own = withProperties(source, value);
    const explicit = /\?[ \t]+$/.exec(source.slice(Math.max(0, own.start - 8), own.start))?.[0] ?? '';
    return { start: own.start - explicit.length, end: value.end };
  }
  if (index === 0) {
    return { start: collection.range.start, end: Math.max(value.end, collection.range.start + 1) };
  }
  const before = Math.max(collection.written(index - 1).end, index === 1 ? collection.range.start + 1 : 0);
  const dash = find(source, '-', before, value.start + 1);
  const start = dash < 0 ? value.start : dash;
  return { start, end: Math.max(value.end, start + 1) };
}
