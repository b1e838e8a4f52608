import type { JsonObject } from '../../json/json.ts';
import type { ObjectNode } from '../syntaxNode.ts';
import type { ArrangedEntry } from './arrange.ts';
import { ListLayout } from './listing.ts';
import { collectionOf, type Spot } from './memberEdits.ts';
import { newText } from './newText.ts';
import { listingOf } from './nodeListing.ts';
import { columnAt, type Source } from './source.ts';

/** Nothing that the merge keys bring has to go: it could not be taken away from them. */
export function mayKeepMerges(
  node: ObjectNode,
  own: ReadonlySet<string>,
  next: JsonObject,
  stays: (key: string) => boolean,
): boolean {
  return node.members.every(({ key, merged }) => !merged || next.has(key) || (!own.has(key) && stays(key)));
}

/** The members `keys` where a merge key stood; the first has its comments, or an empty merge key, where there is none. */
export function replacedEntry(
  source: Source,
  spot: Spot,
  old: number,
  keys: readonly string[],
  next: JsonObject,
): ArrangedEntry[] {
  const list = listingOf(source, collectionOf(spot));
  const range = list.entry(old);
  const [first, ...more] = keys;
  if (first === undefined) {
    const { start, end } = new ListLayout(list).core(old);
    const isCommented = start < range.start || end > range.end;
    return isCommented ? [{ old, edits: [{ ...range, text: '<<: {}' }] }] : [];
  }
  const textOf = (key: string) => newText(source, collectionOf(spot), key, next.get(key) ?? null);
  return [
    { old, edits: [{ ...range, text: textOf(first)(columnAt(source, range.start)) }] },
    ...more.map((key) => ({ text: textOf(key) })),
  ];
}
