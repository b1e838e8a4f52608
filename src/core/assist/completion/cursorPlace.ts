import { readTolerantly } from '../../document/json/tolerantJson.ts';
import { nodeAtPath, pathAtOffset, type NodePath, type SyntaxNode } from '../../document/syntaxNode.ts';
import type { TextRange } from '../../document/text.ts';
import { readWithLibrary } from '../../document/yaml/libraryYaml.ts';
import type { Spelling } from '../../policy/policyFile.ts';

/** A cursor place describes the text that can be inserted at the cursor. */
export interface CursorPlace {
  /** Leads to the object whose key is written, or to the value that is written. */
  readonly path: NodePath;
  readonly want: 'key' | 'value';
  /** A proposal replaces the text from `start` to `end`; offsets are those of the analyzed text. */
  readonly start: number;
  readonly end: number;
  /** The other keys of the object. */
  readonly present: ReadonlySet<string>;
  /** The column is that of the written key; only YAML block style has it. */
  readonly column?: number;
  /** A proposal begins with these spaces or this dash, which the line needs to belong to the object. */
  readonly lacks?: string;
  /** Offset behind the value in front, where JSON lacks a comma. */
  readonly commaAt?: number;
  /** JSON lacks a comma behind the new text. */
  readonly commaBehind?: boolean;
  /** The place is between brackets, where line breaks mean nothing. */
  readonly flow?: true;
}

/** This word replaces the text at the cursor, and a tolerant reading shows its place. */
const mark = 'cursor\u00b7mark';

/** The text may be broken. The place is undefined in comments. */
export function cursorPlace(text: string, offset: number, spelling: Spelling): CursorPlace | undefined {
  return spelling === 'json' ? placeInJson(text, offset) : placeInYaml(text, offset);
}

/** The tokens are strings, comments, marks and words; an unclosed token ends with its line or with the text. */
const token = /"(?:[^"\\\r\n]|\\.)*"?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|[{}[\],:]|[^\s"{}[\],:/]+/g;

function placeInJson(text: string, offset: number): CursorPlace | undefined {
  let [start, end] = [offset, offset];
  let commaAt: number | undefined;
  let commaBehind = false;
  for (const { 0: written, index } of text.matchAll(token)) {
    const to = index + written.length;
    const isAtCursor = index <= offset && offset <= to;
    if (written.startsWith('/')) {
      if (isAtCursor && index < offset) {
        return undefined;
      }
    } else if (isAtCursor && !/^[{}[\],:]/.test(written)) {
      [start, end] = [index, to];
    } else if (index >= end) {
      commaBehind = !/^[\]},:]/.test(written);
      break;
    } else {
      commaAt = /^[{[,:]/.test(written) ? undefined : to;
    }
  }
  const word = text.startsWith('"', start) ? `"${mark}${text.slice(start + 1, end)}` : `"${mark}"`;
  const marked = text.slice(0, start) + word + (commaBehind ? ',' : '') + text.slice(end);
  const { place } = placeOfMark(marked, readTolerantly(marked), start + 1) ?? {};
  return place && { ...place, start, end, commaAt, commaBehind };
}

function placeInYaml(text: string, offset: number): CursorPlace | undefined {
  const place = yamlPlaceAt(text, offset);
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  const [, indent] = /^( *)(?:[A-Za-z_][\w.-]*)?\r?(?:\n|$)/.exec(text.slice(line)) ?? [];
  if (place || indent === undefined || !isDashAbove(text.slice(0, line), indent.length)) {
    return place;
  }
  const at = line + indent.length;
  // Enter behind a dash leads to its column. The text belongs to the item if the item has fields, or else to the next.
  for (const lacks of ['  ', '- ']) {
    const by = lacks.length;
    const inItem = yamlPlaceAt(text.slice(0, at) + lacks + text.slice(at), offset + by);
    if (typeof inItem?.path.at(-1) === 'number') {
      return { ...inItem, start: inItem.start - by, end: inItem.end - by, lacks };
    }
  }
  return undefined;
}

/** The last line above that is not deeper begins with a dash in the column. */
function isDashAbove(above: string, column: number): boolean {
  const line = above
    .split('\n')
    .findLast((text) => /\S/.test(text) && !/^\s*#/.test(text) && /^ */.exec(text)![0].length <= column);
  return line !== undefined && /^ *-(?=\s|$)/.exec(line)?.[0].length === column + 1;
}

/** A key has no place in the wrong column. */
function yamlPlaceAt(text: string, offset: number): CursorPlace | undefined {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  const rest = /^[\w.-]*["']?/.exec(text.slice(offset, offset + 1000))![0];
  const behind = offset + rest.length;
  const isFirst = /^\s*(?:-\s+)*(?:[A-Za-z_][\w.-]*|"[^"]*|'[^']*)?$/.test(text.slice(line, offset));
  // A colon makes a key of a word that is alone on its line.
  const isAlone = isFirst && /^[ \t]*(?:#[^\n]*)?\r?(?:\n|$)/.test(text.slice(behind));
  const marked = text.slice(0, offset) + mark + rest + (isAlone ? ':' : '') + text.slice(behind);
  const markPlace = placeOfMark(marked, readWithLibrary(marked).root, offset);
  if (!markPlace) {
    return undefined;
  }
  const { place, range, isAligned } = markPlace;
  if (place.want === 'key') {
    const isRight = place.flow || (isFirst && isAligned && range.start >= line);
    return isRight ? { ...place, start: range.start, end: behind } : undefined;
  }
  // A text can have several lines, and one that is not closed goes on in other lines.
  const indent = /^ */.exec(text.slice(line, offset))![0].length;
  const end = offset + text.slice(offset, range.end - mark.length).search(/\r|\n|$/);
  return { ...place, start: Math.max(range.start, line + indent), end };
}

/** The place of the mark with its range. `isAligned` means that every key of the object begins in the same column. */
function placeOfMark(
  text: string,
  root: SyntaxNode | undefined,
  offset: number,
):
  | {
      readonly place: Omit<CursorPlace, 'start' | 'end'>;
      readonly range: TextRange;
      readonly isAligned: boolean;
    }
  | undefined {
  const { path, node } = root ? pathAtOffset(root, offset) : { path: [], node: undefined };
  const above = path.slice(0, -1);
  const holder = nodeAtPath(root, above);
  const members = holder?.kind === 'object' ? holder.members.filter(({ merged }) => !merged) : [];
  const isMarked = ({ start, end }: TextRange): boolean => text.slice(start, end).includes(mark);
  const key = members.find(({ keyRange }) => isMarked(keyRange));
  const range = key?.keyRange ?? (node?.kind === 'string' ? node.range : undefined);
  if (!range || !isMarked(range)) {
    return undefined;
  }
  const others = members.filter((member) => member !== key);
  const isFlow = path.some((_, at) =>
    '[{'.includes(text.charAt(nodeAtPath(root, path.slice(0, at))!.range.start)),
  );
  const columnOf = ({ start }: TextRange): number => start - text.lastIndexOf('\n', start - 1) - 1;
  const column = columnOf(range);
  return {
    place: {
      path: key ? above : path,
      want: key ? 'key' : 'value',
      present: new Set(others.map((member) => member.key)),
      ...(isFlow ? { flow: true } : { column }),
    },
    range,
    isAligned: others.every(({ keyRange }) => columnOf(keyRange) === column),
  };
}
