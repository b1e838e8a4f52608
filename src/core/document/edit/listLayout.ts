import type { PolicyDocument } from '../policyDocument.ts';
import type { RuleView } from '../ruleView.ts';
import type { SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import { columnAt, find, isFlow, trivia } from './source.ts';

/** A value in its place. Its ranges count from the start of the document. */
export interface Spot {
  readonly document: PolicyDocument;
  /**
   * A comment below the written text may be deeper and would become part of a block scalar, so none ends the text. An
   * edit of YAML tries both.
   */
  readonly closed: boolean;
  readonly node: SyntaxNode;
  /** The offset is behind the `:` or `-` in front of the value, or at the start of the document for its root. */
  readonly intro: number;
  /** The line that a block below the value continues: its indentation is that of the key or the `-`. */
  readonly indent: string;
  readonly afterKey: boolean;
  /** The collection around it is written in flow style (always in JSON). */
  readonly inFlow: boolean;
  /** The value is the document itself, so nothing precedes it. */
  readonly isRoot?: true;
  /** The items of a list of rules. Its node has none, because there may be thousands. */
  readonly rules?: readonly RuleView[];
}

/** A field, merge key or item as it is written, from the key to the end of the value. */
interface WrittenEntry {
  /** The key is undefined for a merge key and an item. */
  readonly key?: string | undefined;
  readonly range: TextRange;
}

/** The entries that the text of a collection has, in written order. Other values have none. */
export function entriesOf({ node, rules }: Spot): readonly WrittenEntry[] {
  if (node.kind !== 'object') {
    return rules ?? (node.kind === 'array' ? node.items : []);
  }
  const entryAt = (key: string | undefined, { start, end }: TextRange, value: TextRange): WrittenEntry => ({
    key,
    range: { start, end: Math.max(value.end, end) },
  });
  const written = node.members.filter(({ merged }) => !merged);
  const entries = written.map(({ key, keyRange, value }) => entryAt(key, keyRange, value.range));
  const merges = node.merges?.map(({ keyRange, range }) => entryAt(undefined, keyRange, range));
  return merges ? [...entries, ...merges].sort((a, b) => a.range.start - b.range.start) : entries;
}

/** A core is an entry together with its comments. */
interface Core {
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

/**
 * A gap between two entries has white space, comments and, in the comma style, one comma. The trail is every comment
 * that begins on the last line of the entry before. The lead is every comment directly above the next entry. All other
 * comments are detached and keep their places.
 */
interface Gap {
  readonly start: number;
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

/** A collection as it is laid out in its text: rules, array items or object fields. All offsets are those of the document. */
export class ListLayout {
  readonly document: PolicyDocument;
  readonly length: number;
  /** Entries are separated by commas (JSON, YAML flow style); otherwise each begins on its own line (YAML block style). */
  readonly commas: boolean;
  /** The column of the entries in YAML block style. */
  readonly column: number | undefined;
  readonly #spot: Spot;
  readonly #entries: readonly WrittenEntry[];

  constructor(spot: Spot) {
    this.document = spot.document;
    this.#spot = spot;
    this.#entries = entriesOf(spot);
    this.length = this.#entries.length;
    this.commas = isFlow(spot.document, spot.node.range);
    this.column = this.commas ? undefined : columnAt(spot.document, this.entry(0).start).length;
  }

  /** The whole entry, with its key or its `-`, and with anchor and tag on its line. */
  entry(index: number): TextRange {
    const { document } = this;
    const { kind, range } = this.#spot.node;
    const written = this.#entries[index]?.range ?? range;
    if (this.commas) {
      return { start: startOfProperties(document, written.start), end: written.end };
    }
    if (kind === 'object') {
      // A key may follow a `?`.
      const start = startOfProperties(document, written.start);
      const explicit = /\?[ \t]+$/.exec(document.slice(Math.max(0, start - 8), start))?.[0] ?? '';
      return { start: start - explicit.length, end: written.end };
    }
    let { start } = range;
    if (index > 0) {
      const above = Math.max(this.#entries[index - 1]!.range.end, index === 1 ? range.start + 1 : 0);
      const dash = find(document, '-', above, written.start + 1);
      start = dash < 0 ? written.start : dash;
    }
    return { start, end: Math.max(written.end, start + 1) };
  }

  /** The gap in front of entry `index`; for `index === length` the one behind the last. */
  gap(index: number): Gap {
    const { commas, length, document } = this;
    const { node, intro } = this.#spot;
    const last = this.entry(index - 1).end;
    const start = index > 0 ? last : commas ? node.range.start + 1 : intro;
    const end =
      index < length
        ? this.entry(index).start
        : commas
          ? Math.max(last, node.range.end - 1)
          : Math.min(document.length, last + MAX_GAP_LENGTH);
    return gapIn(this, start, Math.max(start, end), index === length);
  }

  core(index: number): Core {
    const entry = this.entry(index);
    const above = this.gap(index);
    const { trailEnd, comma, openTrail } = this.gap(index + 1);
    const before = this.document.slice(above.start, above.leadStart);
    const line = above.start + before.lastIndexOf('\n') + 1;
    const hasLine = line > above.trailEnd && before.slice(line - above.start).trim() === '';
    const isTop = above.start <= 1 && this.document.slice(0, above.leadStart).trim() === '';
    return {
      start: above.leadStart,
      line: hasLine ? line : isTop ? above.start : -1,
      end: trailEnd,
      comma,
      commaInTrail: comma >= 0 && comma < trailEnd,
      openTrail,
      entry,
    };
  }

  /** An entry that goes, with its comments, and with those between it and the next entry that goes. */
  removed(index: number, isGone: (index: number) => boolean): TextRange {
    const { start, end } = this.core(index);
    const isNextGone = index + 1 < this.length && isGone(index + 1);
    return { start, end: isNextGone ? this.core(index + 1).start : end };
  }
}

/** Comments further behind a block list are those of other parts of the document. */
const MAX_GAP_LENGTH = 4096;

/**
 * `isLast` means that no entry follows, so the lead is empty. In block style, comments that are indented deeper than the
 * entries belong to the entry above. The analysis stops at other characters than space, comments and comma.
 */
function gapIn({ document, column }: ListLayout, start: number, gapEnd: number, isLast: boolean): Gap {
  const { comments, mark: comma, markLine, line: endLine, end } = trivia(document, start, gapEnd, ',');
  let trailEnd = markLine === 0 ? comma + 1 : start;
  let openTrail = false;
  let trailLine = 0;
  let first = 0;
  for (const comment of comments) {
    const sameLine =
      comment.line === 0 && (isLast || endLine > comment.lastLine || (comma >= 0 && comment.start < comma));
    const deeper = column !== undefined && comment.line === trailLine + 1 && comment.column > column;
    if (!sameLine && !deeper) {
      break;
    }
    first++;
    trailLine = comment.lastLine;
    trailEnd = Math.max(trailEnd, comment.end);
    openTrail = comment.toLineEnd;
  }
  let leadStart = isLast ? end : gapEnd;
  let leadFrom = comments.length;
  let nextLine = endLine;
  while (leadFrom > first) {
    const comment = comments[leadFrom - 1]!;
    if (isLast || nextLine - comment.lastLine > 1 || comment.start < comma) {
      break;
    }
    leadFrom--;
    leadStart = comment.start;
    nextLine = comment.line;
  }
  const detached = comments.slice(first, leadFrom);
  return {
    start,
    trailEnd,
    leadStart,
    comma,
    openTrail,
    detachedStart: detached[0]?.start ?? -1,
    detachedEnd: detached.at(-1)?.end ?? -1,
  };
}

/** The start of the anchor and the tag in front of a value, if they are on its line. */
function startOfProperties(document: PolicyDocument, start: number): number {
  const before = document.spelling === 'yaml' ? document.slice(Math.max(0, start - 256), start) : '';
  const own = /(?:(?<=^|[\s,[{?-])[&!][^\s,[\]{}]{0,256}[ \t]+){1,2}$/.exec(before)?.[0] ?? '';
  return start - own.length;
}
