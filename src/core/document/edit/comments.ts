import { Lexer } from 'yaml';
import type { Spelling } from '../../policy/policyFile.ts';
import type { PolicyDocument } from '../policyDocument.ts';
import type { Piece } from '../reading/pieces.ts';
import type { TextRange, TextEdit } from '../text.ts';
import { type JsonArray, type JsonObject, isJsonArray, sameValue } from '../../json/json.ts';
import { rereadPolicy } from '../reading/rereadPolicy.ts';
import { ListLayout } from './listLayout.ts';
import { byteOrderMark, lineBefore } from './source.ts';
import { listSpot } from './spots.ts';

interface Comment {
  /** The text has no space at its end. */
  readonly text: string;
  readonly start: number;
}

/** The comments of a text, or of a part of one that begins with a line of its own, in written order. */
export function commentsOf(text: string, spelling: Spelling): Comment[] {
  if (spelling === 'json') {
    return text.includes('//') || text.includes('/*') ? jsonComments(text) : [];
  }
  return text.includes('#') ? yamlComments(text) : [];
}

function jsonComments(text: string): Comment[] {
  const comments: Comment[] = [];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|\/\/[^\n\r]*|\/\*[^]*?(?:\*\/|$)/g)) {
    if (!token.startsWith('"')) {
      comments.push({ text: token.trimEnd(), start: index });
    }
  }
  return comments;
}

/** The lexer adds these tokens, which represent no character. */
const made: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);

function yamlComments(text: string): Comment[] {
  const comments: Comment[] = [];
  let before = '';
  let at = 0;
  for (const token of new Lexer().lex(text)) {
    // A scalar is announced by this character.
    if (token.startsWith('#') && before !== '\u001f') {
      comments.push({ text: token.trimEnd(), start: at });
    }
    at += made.has(token) ? 0 : token.length;
    before = token;
  }
  return comments;
}

/**
 * The comment exists in only one of two documents. Comments that begin in `loses` may be lost, and comments in `gains`
 * may be repeated. Only parts with different text are compared.
 */
export function lostComment(
  before: PolicyDocument,
  after: PolicyDocument,
  loses: readonly TextRange[],
  gains: readonly TextRange[] = [],
): string | undefined {
  const mayGo = (comment: Comment): boolean =>
    loses.some(({ start, end }) => start <= comment.start && comment.start < end);
  const { lost, left } = difference(before, after, mayGo);
  for (const { start, end } of gains) {
    for (const { text } of commentsOf(before.slice(start, end), before.spelling)) {
      const number = left.get(text) ?? 0;
      left.set(text, Math.min(0, number + 1));
    }
  }
  return lost[0]?.text ?? [...left].find(([, number]) => number < 0)?.[0];
}

/** The comments that the second document lacks, without those that may go. Of equal ones, the first are lost. */
export function lostComments(
  before: PolicyDocument,
  after: PolicyDocument,
  mayGo: (comment: Comment) => boolean = () => false,
): readonly Comment[] {
  return difference(before, after, mayGo).lost;
}

/** The lost comments, and how much more often (below zero) each text is in the second document. */
function difference(before: PolicyDocument, after: PolicyDocument, mayGo: (comment: Comment) => boolean) {
  const [oldPieces, newPieces] = [new Set(before.pieces), new Set(after.pieces)];
  const old = commentsIn(oldPieces, newPieces, before.spelling);
  const left = new Map<string, number>();
  const count = ({ text }: Comment, by: number): unknown => left.set(text, (left.get(text) ?? 0) + by);
  old.forEach((comment) => count(comment, 1));
  commentsIn(newPieces, oldPieces, before.spelling).forEach((comment) => count(comment, -1));
  const takeLost = (comment: Comment): boolean => {
    const isLost = (left.get(comment.text) ?? 0) > 0;
    count(comment, isLost ? -1 : 0);
    return isLost;
  };
  old.filter(mayGo).forEach(takeLost);
  return { lost: old.filter((comment) => !mayGo(comment) && takeLost(comment)), left };
}

/** The comments are those of pieces without an equal in the other document, in offsets of the document. */
function commentsIn(pieces: ReadonlySet<Piece>, others: ReadonlySet<Piece>, spelling: Spelling): Comment[] {
  const texts = new Map<string, number>();
  for (const piece of others) {
    if (!pieces.has(piece)) {
      texts.set(piece.text, (texts.get(piece.text) ?? 0) + 1);
    }
  }
  const comments: Comment[] = [];
  let at = 0;
  for (const piece of pieces) {
    const { text } = piece;
    if (!others.has(piece)) {
      const count = texts.get(text) ?? 0;
      texts.set(text, count - 1);
      if (count <= 0) {
        comments.push(
          ...commentsOf(text, spelling).map((comment) => ({ ...comment, start: at + comment.start })),
        );
      }
    }
    at += text.length;
  }
  return comments;
}

/** Each rule of `next` has the index of the same rule in `before`, or -1. */
export type Match = (before: JsonArray, next: JsonArray) => ArrayLike<number>;

/**
 * The edits restore lost comments above their rule or field, or else at the top. Comments of a removed rule or field
 * stay removed. All comments of a broken file go to the top, because their places are unknown. Offsets are those of
 * `after`, whose value is `next`.
 */
export function keptComments(
  before: PolicyDocument,
  after: PolicyDocument,
  next: JsonObject,
  match: Match,
): TextEdit[] {
  const all = lostComments(before, after);
  if (all.length === 0 || !before.range || before.hasFatalProblem) {
    return inserted(after, all, before.lineBreak);
  }
  const zones = [...zonesOf(before, after, next, match)];
  const zoneAt = (comment: Comment): Zone | undefined =>
    zones.find(({ start, end }) => start <= comment.start && comment.start < end);
  const isGone = (comment: Comment): boolean => zoneAt(comment)?.isGone === true;
  const lost = lostComments(before, after, isGone);
  const edits = inserted(after, lost, before.lineBreak, (comment) => zoneAt(comment)?.place);
  const copy = rereadPolicy(after, edits);
  const value = copy.value();
  const isKept =
    value !== undefined && sameValue(value, after.value()) && lostComments(before, copy, isGone).length === 0;
  return isKept ? edits : inserted(after, lost, before.lineBreak);
}

interface Zone {
  readonly start: number;
  readonly end: number;
  /** The comments of the stretch were removed together with its content. */
  readonly isGone?: boolean;
  /** The place is an offset in the new document; undefined is the top. */
  readonly place: number | undefined;
}

/** The stretches are those of the old document, the innermost first. */
function* zonesOf(
  before: PolicyDocument,
  after: PolicyDocument,
  next: JsonObject,
  match: Match,
): Generator<Zone> {
  for (const array of before.arrays()) {
    const { key, rules } = array;
    const value = next.get(key);
    const items = isJsonArray(value) ? value : [];
    const old = rules.map((rule) => rule.value());
    const matched = match(old, items);
    const places = new Map(Array.from(matched, (index, place) => [index, place]));
    const layout = new ListLayout(listSpot(before, array));
    const list = after.members().find((member) => member.key === key)?.keyRange.start;
    for (const { index } of rules) {
      const place = places.get(index);
      if (place === undefined) {
        yield { ...layout.removed(index, (other) => !places.has(other)), isGone: true, place: list };
      } else {
        const { start, end } = layout.core(index);
        yield { start, end, place: after.array(key)?.rules[place]?.range.start ?? list };
      }
    }
  }
  const members = before.members().filter(({ merged }) => !merged);
  for (const [at, { key, keyRange, value }] of members.entries()) {
    const start = at === 0 ? keyRange.start : (members[at - 1]?.value.range.end ?? 0);
    const place = after.members().find((member) => member.key === key)?.keyRange.start;
    yield {
      start: place === undefined ? start : keyRange.start,
      end: members[at + 1]?.keyRange.start ?? Math.max(value.range.end, before.length),
      isGone: place === undefined,
      place,
    };
  }
}

/**
 * The comments get lines of their own above the lines of their places, or at the top. A nearly empty document may have no
 * line break to copy.
 */
function inserted(
  document: PolicyDocument,
  comments: readonly Comment[],
  lineBreak: string,
  placeOf: (comment: Comment) => number | undefined = () => undefined,
): TextEdit[] {
  const top = document.slice(0, 1) === byteOrderMark ? 1 : 0;
  const texts = new Map<number, string>();
  for (const comment of comments) {
    const place = placeOf(comment) ?? top;
    const before = lineBefore(document, place);
    const line = place - before.length;
    const indent = /^[ \t]*/.exec(before)?.[0] ?? '';
    texts.set(line, `${texts.get(line) ?? ''}${indent}${comment.text}${lineBreak}`);
  }
  return [...texts].map(([at, text]) => ({ start: at, end: at, text }));
}
