import { isJsonArray, type JsonValue } from '../../json/json.ts';
import { writeJson } from '../../json/writeJson.ts';
import type { PolicyDocument } from '../policyDocument.ts';
import type { TextEdit, TextRange } from '../text.ts';
import { commentsOf } from './comments.ts';
import { arrangeEntries, type Entry, type NewEntry } from './arrangeEntries.ts';
import { entriesOf, ListLayout, type Spot } from './listLayout.ts';
import { yamlFlowString, isBlock, yamlFlow, yamlLines } from '../yaml/writeYaml.ts';
import { indentAt, indentUnit, isFlow } from './source.ts';

/** The edits give a collection these entries; `value` is its whole value, which is written when it is or becomes empty. */
export function arrangeSpot(
  spot: Spot,
  entries: readonly Entry[],
  value: JsonValue,
  stays?: readonly boolean[],
): TextEdit[] {
  return entriesOf(spot).length === 0 || entries.length === 0
    ? replaceSpot(spot, value)
    : arrangeEntries(new ListLayout(spot), entries, stays);
}

/** The edits write another value. Comments beside the old value stay, and comments inside `keepsInner` values. */
export function replaceSpot(spot: Spot, value: JsonValue, keepsInner = false): TextEdit[] {
  const { document, isRoot = false } = spot;
  const { range } = spot.node;
  const unwritten = range.start === range.end && !isRoot;
  let { start, end } = unwritten ? { start: spot.intro, end: spot.intro } : range;
  if (isRoot && start === end && start > spot.intro) {
    const text = spot.inFlow ? flowValue(document, value, '') : yamlLines(value, '').join(document.lineBreak);
    const lead = /[\r\n]/.test(document.slice(start - 1, start)) ? '' : document.lineBreak;
    return [{ start, end, text: `${lead}${text}${document.lineBreak}` }];
  }
  const filled = fillBrackets(spot, value);
  if (filled) {
    return [filled];
  }
  if (isRoot && !spot.inFlow) {
    return [{ start, end, text: yamlLines(value, '', spot.closed).join(document.lineBreak) }];
  }
  if (spot.inFlow) {
    const multiLine = document.spelling === 'json' ? indentAt(document, start) : undefined;
    start -= tagBefore(document, start).length;
    const lead = start === spot.intro && document.slice(start - 1, start) === ':' ? ' ' : '';
    return [{ start, end, text: lead + flowValue(document, value, multiLine) }];
  }
  return [replaceBlock(spot, value, { start, end }, keepsInner)];
}

/**
 * The new value is written behind the key or the `-`, in place of anchors and tags too: a tag does not fit the new value,
 * and an anchor that is used elsewhere makes the edit fail. Comments come first where they do not fit behind the value.
 */
function replaceBlock(
  spot: Spot,
  value: JsonValue,
  { start, end }: TextRange,
  keepsInner: boolean,
): TextEdit {
  const { document, closed, intro, indent, afterKey } = spot;
  const inner = `${indent}  `;
  const lines = yamlLines(value, inner, closed).join(document.lineBreak);
  const text = afterKey && isBlock(value) ? document.lineBreak + inner + lines : ` ${lines}`;
  const behind =
    /^[ \t]+#[^\r\n]*/.exec(document.slice(end, Math.min(document.length, end + 4096)))?.[0] ?? '';
  const own = document.slice(intro, keepsInner ? end : start);
  const comments = commentsOf(own, 'yaml');
  const [first] = comments;
  if (!first && (behind === '' || !text.includes('\n'))) {
    // The space of aligned values stays.
    const isAligned = /^[ \t]+$/.test(document.slice(intro, start)) && !text.includes('\n') && end > start;
    return isAligned
      ? { start, end, text: text.trimStart() }
      : { start: intro, end: Math.max(intro, end), text };
  }
  // One line has room for one comment.
  const moved = first && isBlock(value) ? '' : behind;
  const all = [...comments.map((comment) => comment.text), ...(moved === '' ? [] : [moved.trim()])];
  const place = { start: intro, end: Math.max(intro, end) + moved.length };
  const line = flowValue(document, value, undefined);
  if (!isBlock(value) && all.length === 1) {
    return { ...place, text: ` ${line} ${all[0]}` };
  }
  const below = document.lineBreak + inner;
  const lead = first && afterKey && own.slice(0, first.start).includes('\n') ? below : ' ';
  return { ...place, text: lead + all.join(below) + below + (isBlock(value) ? lines : line) };
}

/** A tag directly in front of a value in flow style, and the space behind it. */
function tagBefore(document: PolicyDocument, start: number): string {
  const before = document.spelling === 'yaml' ? document.slice(Math.max(0, start - 256), start) : '';
  return /(?<=[\s,[{:])![^\s,[\]{}]{0,256}[ \t]+$/.exec(before)?.[0] ?? '';
}

/** Comments in otherwise empty brackets stay behind the new content. */
function fillBrackets(spot: Spot, value: JsonValue): TextEdit | undefined {
  const { document } = spot;
  const { kind, range } = spot.node;
  const { start, end } = range;
  const isSame = kind === (isJsonArray(value) ? 'array' : 'object');
  if (!isBlock(value) || !isSame || entriesOf(spot).length > 0) {
    return undefined;
  }
  const comments = document.slice(start + 1, end - 1);
  if (!'[{'.includes(document.slice(start, start + 1)) || comments.trim() === '') {
    return undefined;
  }
  const text = flowValue(document, value, undefined).slice(1, -1);
  const at = start + 1;
  return { start: at, end: at, text: comments.startsWith('#') ? `${text} ` : text };
}

/** The returned function makes a new field (with a key) or item of a collection that has entries. */
export function entryWriter(spot: Spot): (key: string | undefined, value: JsonValue) => NewEntry {
  const { document, closed } = spot;
  const { range } = spot.node;
  const flow = isFlow(document, range);
  const isJson = document.spelling === 'json';
  const [first = { range }] = entriesOf(spot);
  const isInline = flow && !document.slice(range.start, first.range.start).includes('\n');
  return (key, value) => ({
    text: (indent) => {
      const own = isInline ? undefined : indent;
      if (flow) {
        const written = flowValue(document, value, own);
        return key === undefined
          ? written
          : `${isJson ? JSON.stringify(key) : yamlFlowString(key)}: ${written}`;
      }
      const entry = key === undefined ? [value] : new Map([[key, value]]);
      return yamlLines(entry, indent, closed).join(document.lineBreak);
    },
  });
}

/** A value in JSON or YAML flow style. `indent` is the indentation of the line; undefined keeps it on that line. */
function flowValue(document: PolicyDocument, value: JsonValue, indent: string | undefined): string {
  if (document.spelling === 'yaml') {
    return yamlFlow(value);
  }
  const unit = indentUnit(document);
  if (indent === undefined || unit === '') {
    return writeJson(value);
  }
  const text = writeJson(value, { indent: unit.includes('\t') ? '\t' : unit });
  return text.replaceAll('\n', document.lineBreak + indent);
}
