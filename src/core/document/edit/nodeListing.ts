import type { TextRange } from '../text.ts';
import type { Listing } from './listing.ts';
import { columnAt, find, type Source } from './source.ts';

/** A listing reads these facts of a collection; offsets count from the start of the document. */
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

export function listingOf(source: Source, collection: Collection): Listing {
  const flow = isFlow(source, collection);
  const entries = new Map<number, TextRange>();
  const entry = (index: number): TextRange => {
    let range = entries.get(index);
    if (!range) {
      range = flow
        ? withProperties(source, collection.written(index))
        : blockEntry(source, collection, index);
      entries.set(index, range);
    }
    return range;
  };
  return {
    commas: flow,
    hash: source.spelling === 'yaml',
    column: flow ? undefined : columnAt(source, entry(0).start).length,
    length: collection.length,
    entry,
    open: flow ? collection.range.start + 1 : collection.intro,
    get close() {
      const last = collection.length > 0 ? entry(collection.length - 1).end : collection.range.end;
      return flow ? Math.max(last, collection.range.end - 1) : Math.min(source.length, last + 4096);
    },
    lineBreak: source.lineBreak,
    slice: (start, end) => source.slice(start, end),
  };
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
