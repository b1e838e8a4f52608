import { isJsonArray, type JsonValue } from '../../json/json.ts';
import type { ObjectNode, SyntaxNode } from '../syntaxNode.ts';
import type { TextEdit, TextRange } from '../text.ts';
import { commentsOf } from './comments.ts';
import { arrangeEntries, type Entry } from './arrangeEntries.ts';
import { isFlow, ListLayout, type Collection } from './listLayout.ts';
import {
  blockItem,
  blockMember,
  blockValue,
  flowMember,
  flowValue,
  isCollection,
  isEmpty,
} from './render.ts';
import { yamlLines } from '../yaml/writeYaml.ts';
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
): TextEdit[] {
  const collection = collectionOf(spot);
  return collection.length === 0 || entries.length === 0
    ? replaceSpot(source, spot, value)
    : arrangeEntries(new ListLayout(source, collection), entries);
}

export function oldEntries({ length }: Collection): Entry[] {
  return Array.from({ length }, (_, old) => old);
}

export function replaceSpot(source: Source, spot: Spot, value: JsonValue): TextEdit[] {
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
  const text = blockValue(source, value, spot.indent, spot.afterKey);
  let between = source.slice(spot.intro, start);
  const words = between.trim().split(/\s+/);
  if (words.every((word) => /^[&!]/.test(word))) {
    // The old tag does not fit the new value. An anchor that is used elsewhere makes the edit fail.
    start = spot.intro;
    between = '';
  }
  if (between.trim() === '' && text.includes('\n')) {
    const comment = /^[ \t]+#[^\r\n]*/.exec(source.slice(end, Math.min(source.length, end + 4096)))?.[0];
    if (comment !== undefined) {
      return beforeComment(source, spot, value, { start: spot.intro, end }, comment.length);
    }
  }
  // The space of aligned values stays.
  if (/^[ \t]+$/.test(between) && !text.includes('\n') && end > start) {
    return [{ start, end, text: text.trimStart() }];
  }
  if (between.trim() === '') {
    return [{ start: spot.intro, end: Math.max(spot.intro, end), text }];
  }
  if (isCollection(value) && !isEmpty(value)) {
    if (!between.includes('\n')) {
      return [{ start, end, text: text.replace(/^ /, '') }];
    }
    // YAML allows items, but not fields, in the column of their key.
    const least = spot.indent.length + (isJsonArray(value) && spot.afterKey ? 0 : 2);
    const column = columnAt(source, start).length;
    const own = ' '.repeat(Math.max(column, least));
    const lines = yamlLines(value, own, source.closed).join(source.lineBreak);
    return [{ start, end, text: own.slice(column) + lines }];
  }
  if (between.trimStart().startsWith('#')) {
    return [
      { start: spot.intro, end: spot.intro, text: ` ${flowValue(source, value, undefined)}` },
      {
        start: spot.intro + between.trimEnd().length,
        end,
        // A second comment on the line would join the first.
        text: /^[ \t]+#/.test(source.slice(end, end + 256)) ? source.lineBreak + spot.indent : '',
      },
    ];
  }
  return [{ start, end, text: text.trimStart() }];
}

/** The edits rewrite the whole value; comments inside an item of a block list move above the item. */
export function rewriteSpot(source: Source, spot: Spot, value: JsonValue): TextEdit[] {
  const end = spot.node.range.end + spot.base;
  const comments = commentsOf(source.slice(spot.intro, end), source.spelling);
  if (comments.length === 0 || spot.inFlow || spot.afterKey || spot.root) {
    return replaceSpot(source, spot, value);
  }
  const below = `${source.lineBreak}${spot.indent}  `;
  const lines = comments.map(({ text }) => text).join(below);
  const own = blockValue(source, value, spot.indent, false).slice(1);
  return [{ start: spot.intro, end, text: ` ${lines}${below}${own}` }];
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
  if (!isCollection(value) || isEmpty(value) || !isSame || length > 0) {
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

/** The value takes several lines, so the comment behind the old value stays on its line. */
function beforeComment(
  source: Source,
  spot: Spot,
  value: JsonValue,
  old: TextRange,
  comment: number,
): TextEdit[] {
  if (!isCollection(value)) {
    return [{ ...old, text: ` ${flowValue(source, value, undefined)}` }];
  }
  const at = old.end + comment;
  const lines = blockValue(source, value, spot.indent, true);
  return [
    { ...old, text: '' },
    { start: at, end: at, text: lines },
  ];
}

export function childSpot(source: Source, spot: Spot, step: string | number): Spot | undefined {
  const { node, base } = spot;
  const own = spot.child?.(step);
  if (own) {
    return own;
  }
  const inFlow = isFlow(source, { range: absolute(node.range, base) });
  if (node.kind === 'object') {
    const member = node.members.findLast((each) => each.key === step && !each.merged);
    if (!member) {
      return undefined;
    }
    const key = member.keyRange.end + base;
    const colon = find(source, ':', key);
    return {
      node: member.value,
      base,
      intro: colon < 0 ? key : colon + 1,
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
