import type { JsonArray, JsonObject } from '../../json/json.ts';
import { isJsonArray } from '../../json/json.ts';
import { sameValue } from '../../json/sameValue.ts';
import type { PolicyDocument } from '../policyDocument.ts';
import type { TextEdit } from '../text.ts';
import type { Comment } from './comments.ts';
import { ListLayout } from './listLayout.ts';
import { lostComments } from './lostComment.ts';
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
  const lost = lostComments(before, after);
  if (lost.length === 0) {
    return [];
  }
  const zones = [...zonesOf(before, after, next, match)];
  const restored: (Comment & { readonly place: number })[] = [];
  for (const { comments, count } of lost) {
    const placed = comments.map((comment) => ({
      ...comment,
      zone: zones.find(({ start, end }) => start <= comment.start && comment.start < end),
    }));
    const gone = placed.filter(({ zone }) => zone?.isGone).length;
    const left = placed.filter(({ zone }) => !zone?.isGone);
    restored.push(
      ...left
        .slice(0, Math.max(0, count - gone))
        .map(({ zone, text, start }) => ({ text, start, place: zone?.place ?? topOf(after) })),
    );
  }
  restored.sort((a, b) => a.start - b.start);
  const edits = inserted(after, restored, before.lineBreak);
  const copy = after.after(edits);
  const value = copy.value();
  const stillLost = lostComments(before, copy);
  const numbers = new Map(stillLost.map(({ text, count }) => [text, count]));
  const isKept =
    value !== undefined &&
    sameValue(value, after.value()) &&
    lost.every(
      ({ text, count }) =>
        (numbers.get(text) ?? 0) === count - restored.filter((comment) => comment.text === text).length,
    );
  return isKept
    ? edits
    : inserted(
        after,
        restored.map((comment) => ({ ...comment, place: topOf(after) })),
        before.lineBreak,
      );
}

/** Edits that put all comments of a document that another one does not have on top of that. */
export function commentsOnTop(before: PolicyDocument, after: PolicyDocument): TextEdit[] {
  const lost = lostComments(before, after).flatMap(({ comments, count }) => comments.slice(0, count));
  lost.sort((a, b) => a.start - b.start);
  return inserted(
    after,
    lost.map((comment) => ({ ...comment, place: topOf(after) })),
    before.lineBreak,
  );
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
    const layout = new ListLayout(before, listSpot(before, array));
    const list = after.members().find((member) => member.key === key)?.keyRange.start;
    for (const { index } of rules) {
      const { start, end } = layout.core(index);
      const place = places.get(index);
      if (place === undefined) {
        // The gap between two removed rules belongs to no other rule.
        const isNextGone = index + 1 < rules.length && !places.has(index + 1);
        yield { start, end: isNextGone ? layout.core(index + 1).start : end, isGone: true, place: list };
      } else {
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

function topOf(document: PolicyDocument): number {
  return document.slice(0, 1) === byteOrderMark ? 1 : 0;
}

/**
 * The comments get lines of their own above the lines of their places. A nearly empty document may have no line break
 * to copy.
 */
function inserted(
  document: PolicyDocument,
  comments: readonly (Comment & { readonly place: number })[],
  lineBreak: string,
): TextEdit[] {
  const texts = new Map<number, string>();
  for (const { text, place } of comments) {
    const before = lineBefore(document, place);
    const line = place - before.length;
    const indent = /^[ \t]*/.exec(before)?.[0] ?? '';
    texts.set(line, `${texts.get(line) ?? ''}${indent}${text}${lineBreak}`);
  }
  return [...texts].map(([at, text]) => ({ start: at, end: at, text }));
}
