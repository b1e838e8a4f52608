import { isJsonArray, type JsonValue } from '../../json/json.ts';
import type { ObjectNode, SyntaxNode } from '../syntaxNode.ts';
import type { TextEdit, TextRange } from '../text.ts';
import { commentsOf } from './comments.ts';
import { arrangeEntries, type Entry } from './arrangeEntries.ts';
import { isFlow, ListLayout, type Collection } from './listLayout.ts';
import { blockItem, blockMember, blockValue, flowMember, flowValue } from './render.ts';
import { isBlock, yamlLines } from '../yaml/writeYaml.ts';
import { columnAt, find, indentAt, type Source } from './source.ts';

/** A value in its place. `node` counts from `base`. */
export interface Spot {
  readonly node: SyntaxNode;
  readonly base: number;
  /** The offset is behind the `:` or `-` in front of the value. */
  readonly intro: number;
  /** The line that a block below the value continues: its indentation is that of the key or the `-`. */
  readonly indent: string;
  readonly afterKey: boolean;
  /** The collection around it is written in flow style (always in JSON). */
  readonly inFlow: boolean;
  /** The spot is the document itself, so nothing precedes the value. */
  readonly root?: true;
  /** The collection is set when `node` has no entries, as for a list of thousands of rules. */
  readonly collection?: Collection;
  readonly child?: (step: string | number) => Spot | undefined;
}

/** The result is the index of the entry for a step; it is -1 without a written entry. */
export function indexIn({ node, collection }: Spot, step: string | number): number {
  if (typeof step === 'string') {
    return node.kind === 'object' ? writtenEntries(node).findLastIndex(({ key }) => key === step) : -1;
  }
  const length = collection?.length ?? (node.kind === 'array' ? node.items.length : 0);
  return node.kind === 'array' && step < length ? step : -1;
}

/** The edits give a collection these entries; `value` is its whole value, which is written when it is or becomes empty. */
export function arrangeSpot(
  source: Source,
  spot: Spot,
  entries: readonly Entry[],
  value: JsonValue,
  stays?: readonly boolean[],
): TextEdit[] {
  const collection = collectionOf(spot);
  return collection.length === 0 || entries.length === 0
    ? replaceSpot(source, spot, value)
    : arrangeEntries(new ListLayout(source, collection), entries, stays);
}

/** The edits write another value. Comments beside the old value stay, and comments inside `keepsInner` values. */
export function replaceSpot(source: Source, spot: Spot, value: JsonValue, keepsInner = false): TextEdit[] {
  const { node, base } = spot;
  const unwritten = node.range.start === node.range.end && !spot.root;
  let start = unwritten ? spot.intro : node.range.start + base;
  const end = unwritten ? spot.intro : node.range.end + base;
  if (spot.root && start === end && start > spot.intro) {
    const text = spot.inFlow ? flowValue(source, value, '') : yamlLines(value, '').join(source.lineBreak);
    const lead = /[\r\n]/.test(source.slice(start - 1, start)) ? '' : source.lineBreak;
    return [{ start, end, text: `${lead}${text}${source.lineBreak}` }];
  }
  const filled = fillBrackets(source, collectionOf(spot), node, value);
  if (filled) {
    return [filled];
  }
  if (spot.root && !spot.inFlow) {
    return [{ start, end, text: yamlLines(value, '', source.closed).join(source.lineBreak) }];
  }
  if (spot.inFlow) {
    const multiLine = source.spelling === 'json' ? indentAt(source, start) : undefined;
    start -= tagBefore(source, start).length;
    const lead = start === spot.intro && source.slice(start - 1, start) === ':' ? ' ' : '';
    return [{ start, end, text: lead + flowValue(source, value, multiLine) }];
  }
  return [replaceBlock(source, spot, value, { start, end }, keepsInner)];
}

/**
 * The new value is written behind the key or the `-`, in place of anchors and tags too: a tag does not fit the new value,
 * and an anchor that is used elsewhere makes the edit fail. Comments come first where they do not fit behind the value.
 */
function replaceBlock(
  source: Source,
  { intro, indent, afterKey }: Spot,
  value: JsonValue,
  { start, end }: TextRange,
  keepsInner: boolean,
): TextEdit {
  const text = blockValue(source, value, indent, afterKey);
  const behind = /^[ \t]+#[^\r\n]*/.exec(source.slice(end, Math.min(source.length, end + 4096)))?.[0] ?? '';
  const own = source.slice(intro, keepsInner ? end : start);
  const comments = commentsOf(own, 'yaml');
  const [first] = comments;
  if (!first && (behind === '' || !text.includes('\n'))) {
    // The space of aligned values stays.
    const isAligned = /^[ \t]+$/.test(source.slice(intro, start)) && !text.includes('\n') && end > start;
    return isAligned
      ? { start, end, text: text.trimStart() }
      : { start: intro, end: Math.max(intro, end), text };
  }
  // One line has room for one comment.
  const moved = first && isBlock(value) ? '' : behind;
  const all = [...comments.map((comment) => comment.text), ...(moved === '' ? [] : [moved.trim()])];
  const place = { start: intro, end: Math.max(intro, end) + moved.length };
  const line = flowValue(source, value, undefined);
  if (!isBlock(value) && all.length === 1) {
    return { ...place, text: ` ${line} ${all[0]}` };
  }
  const below = `${source.lineBreak}${indent}  `;
  const lead = first && afterKey && own.slice(0, first.start).includes('\n') ? below : ' ';
  const lines = isBlock(value) ? yamlLines(value, `${indent}  `, source.closed).join(source.lineBreak) : line;
  return { ...place, text: lead + all.join(below) + below + lines };
}

/** A tag directly in front of a value in flow style, and the space behind it. */
function tagBefore(source: Source, start: number): string {
  const before = source.spelling === 'yaml' ? source.slice(Math.max(0, start - 256), start) : '';
  return /(?<=[\s,[{:])![^\s,[\]{}]{0,256}[ \t]+$/.exec(before)?.[0] ?? '';
}

/** Comments in otherwise empty brackets stay behind the new content. */
function fillBrackets(
  source: Source,
  { length, range: { start, end } }: Collection,
  { kind }: SyntaxNode,
  value: JsonValue,
): TextEdit | undefined {
  const isSame = kind === (isJsonArray(value) ? 'array' : 'object');
  if (!isBlock(value) || !isSame || length > 0) {
    return undefined;
  }
  const comments = source.slice(start + 1, end - 1);
  if (!'[{'.includes(source.slice(start, start + 1)) || comments.trim() === '') {
    return undefined;
  }
  const text = flowValue(source, value, undefined).slice(1, -1);
  const at = start + 1;
  return { start: at, end: at, text: comments.startsWith('#') ? `${text} ` : text };
}

export function childSpot(source: Source, spot: Spot, step: string | number): Spot | undefined {
  const { node, base } = spot;
  const own = spot.child?.(step);
  if (own) {
    return own;
  }
  const inFlow = isFlow(source, { range: absolute(node.range, base) });
  if (node.kind === 'object') {
    const member = node.members.findLast(({ key, merged }) => key === step && !merged);
    if (!member) {
      return undefined;
    }
    const keyEnd = member.keyRange.end + base;
    const colon = find(source, ':', keyEnd);
    return {
      node: member.value,
      base,
      intro: colon < 0 ? keyEnd : colon + 1,
      indent: columnAt(source, member.keyRange.start + base),
      afterKey: true,
      inFlow,
    };
  }
  const item = node.kind === 'array' && typeof step === 'number' ? node.items[step] : undefined;
  if (!item) {
    return undefined;
  }
  const place = new ListLayout(source, collectionOf(spot)).entry(step as number);
  const dash = inFlow ? item.range.start + base : place.start + 1;
  return { node: item, base, intro: dash, indent: columnAt(source, place.start), afterKey: false, inFlow };
}

/** The text is a new field (with a key) or item of a collection that has entries. */
export function entryText(source: Source, collection: Collection, key: string | undefined, value: JsonValue) {
  const flow = isFlow(source, collection);
  const lines = source.slice(collection.range.start, collection.written(0).start).includes('\n');
  return (indent: string): string => {
    if (flow) {
      const own = lines ? indent : undefined;
      return key === undefined ? flowValue(source, value, own) : flowMember(source, key, value, own);
    }
    return key === undefined ? blockItem(source, value, indent) : blockMember(source, key, value, indent);
  };
}

export function collectionOf(spot: Spot): Collection {
  if (spot.collection) {
    return spot.collection;
  }
  const { node, base, intro } = spot;
  const range = absolute(node.range, base);
  if (node.kind === 'object') {
    const entries = writtenEntries(node);
    return {
      kind: 'object',
      range,
      intro,
      length: entries.length,
      written: (index) => (entries[index] ? absolute(entries[index], base) : range),
    };
  }
  const items = node.kind === 'array' ? node.items : [];
  return {
    kind: 'array',
    range,
    intro,
    length: items.length,
    written: (index) => absolute(items[index]?.range ?? node.range, base),
  };
}

export interface WrittenEntry extends TextRange {
  /** The key is undefined for a merge key. */
  readonly key: string | undefined;
}

/** The entries are the written fields and merge keys of an object, from key to end of value. */
export function writtenEntries(node: ObjectNode): readonly WrittenEntry[] {
  const entries: WrittenEntry[] = [];
  for (const { key, keyRange, value, merged } of node.members) {
    if (!merged) {
      entries.push({ key, start: keyRange.start, end: Math.max(value.range.end, keyRange.end) });
    }
  }
  for (const { keyRange, range } of node.merges ?? []) {
    entries.push({ key: undefined, start: keyRange.start, end: Math.max(range.end, keyRange.end) });
  }
  return node.merges ? entries.sort((a, b) => a.start - b.start) : entries;
}

function absolute(range: TextRange, base: number): TextRange {
  return { start: range.start + base, end: range.end + base };
}
