import type { JsonArray, JsonObject } from '../../json/json.ts';
import { isJsonArray } from '../../json/json.ts';
import { sameValue } from '../../json/sameValue.ts';
import type { PolicyDocument } from '../policyDocument.ts';
import { rereadPolicy } from '../reading/rereadPolicy.ts';
import type { TextEdit } from '../text.ts';
import { lostComments, type Comment } from './comments.ts';
import { ListLayout } from './listLayout.ts';
import { byteOrderMark, lineBefore } from './source.ts';
import { listSpot } from './spots.ts';

/** Each rule of `next` has the index of the same rule in `before`, or -1. */
export type Match = (before: JsonArray, next: JsonArray) => ArrayLike<number>;

/**
 * The edits restore lost comments above their rule or field, or else at the top. Comments of a removed rule or field
 * stay removed. Offsets are those of `after`, whose value is `next`.
 */
export function keptComments(
  before: PolicyDocument,
  after: PolicyDocument,
  next: JsonObject,
  match: Match,
): TextEdit[] {
  if (lostComments(before, after).length === 0) {
    return [];
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

/** Edits that put all comments of a document that another one does not have on top of that. */
export function commentsOnTop(before: PolicyDocument, after: PolicyDocument): TextEdit[] {
  return inserted(after, lostComments(before, after), before.lineBreak);
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
  for (const [at, { key, keyRange, range }] of members.entries()) {
    const start = at === 0 ? keyRange.start : (members[at - 1]?.range.end ?? 0);
    const place = after.members().find((member) => member.key === key)?.keyRange.start;
    yield {
      start: place === undefined ? start : keyRange.start,
      end: members[at + 1]?.keyRange.start ?? Math.max(range.end, before.length),
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
