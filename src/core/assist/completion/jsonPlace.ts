import { getLocation, parseTree, findNodeAtLocation } from 'jsonc-parser';
import type { CompletionPlace } from './completionPlace.ts';
import { isTooDeep } from '../../document/json/tolerantJson.ts';

/** Characters in front of the cursor that may belong to a word without quotes. */
const MAX_WORD_LENGTH = 200;

/** The place is found in broken JSON text too. */
export function jsonPlace(text: string, offset: number): CompletionPlace | undefined {
  if (isTooDeep(text)) {
    return undefined;
  }
  const location = getLocation(text, offset);
  const { previousNode, path } = location;
  const inString = previousNode?.type === 'property' || previousNode?.type === 'string';
  const within =
    previousNode && offset >= previousNode.offset && offset <= previousNode.offset + previousNode.length
      ? previousNode
      : undefined;
  if (!within && inString && offset < (previousNode?.offset ?? 0)) {
    return undefined;
  }
  const word =
    /(?<![\w.-])[\w.-]*$/.exec(text.slice(Math.max(0, offset - MAX_WORD_LENGTH), offset))?.[0] ?? '';
  const start = within ? within.offset : offset - word.length;
  const end = within ? within.offset + within.length : offset;
  const commas = jsonCommas(text, start, end);
  // Only a key can follow a field that lacks its comma.
  const unseparated = commas.commaAt !== undefined && typeof path.at(-1) === 'string';
  const isAtPropertyKey = location.isAtPropertyKey || unseparated;
  const tree = parseTree(text);
  const parent = tree && findNodeAtLocation(tree, path.slice(0, -1));
  const keys = (parent?.type === 'object' ? (parent.children ?? []) : [])
    .filter(({ offset: at, length }) => offset < at || offset > at + length)
    .map(({ children }) => String(children?.[0]?.value));
  return {
    path: isAtPropertyKey ? path.slice(0, -1) : path,
    want: isAtPropertyKey ? 'key' : 'value',
    start,
    end,
    present: new Set(keys),
    ...commas,
  };
}

/** The tokens are strings, comments, marks and words; an unclosed token ends with its line or with the text. */
const token = /"(?:[^"\\\r\n]|\\.)*"?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|[{}[\],:]|[^\s"{}[\],:/]+/g;

/** The commas that a key or a value written at `[start, end)` of a JSON text needs around it. */
export function jsonCommas(
  text: string,
  start: number,
  end: number,
): Pick<CompletionPlace, 'commaAt' | 'commaBehind'> {
  let commaAt: number | undefined;
  for (const { 0: written, index } of text.matchAll(token)) {
    if (written.startsWith('/')) {
      continue;
    }
    if (index >= end) {
      const follows = !/^[\]},:]/.test(written);
      return { ...(commaAt === undefined ? {} : { commaAt }), ...(follows ? { commaBehind: true } : {}) };
    }
    const to = index + written.length;
    if (to <= start) {
      commaAt = /^[{[,:]/.test(written) ? undefined : to;
    }
  }
  return commaAt === undefined ? {} : { commaAt };
}
