import type { PolicyDocument } from '../policyDocument.ts';
import type { TextRange } from '../text.ts';
import { commentsOf, type Comment } from './comments.ts';

/**
 * A comment that is in only one of two documents; those that begin in a stretch of `loses` may be in the first alone, and
 * those in a stretch of `gains` once more in the second. Only parts of which the text differs are looked at, each in a step.
 */
export function* lostComment(
  before: PolicyDocument,
  after: PolicyDocument,
  loses: readonly TextRange[],
  gains: readonly TextRange[] = [],
): Generator<void, string | undefined, void> {
  const { old, left } = yield* difference(before, after);
  for (const comment of old) {
    const mayGo = loses.some(({ start, end }) => start <= comment.start && comment.start < end);
    const number = left.get(comment.text) ?? 0;
    if (mayGo && number > 0) {
      left.set(comment.text, number - 1);
    }
  }
  for (const { start, end } of gains) {
    for (const { text } of commentsOf(before.slice(start, end), before.spelling)) {
      const number = left.get(text) ?? 0;
      if (number < 0) {
        left.set(text, number + 1);
      }
    }
    yield;
  }
  return [...left].find(([, number]) => number !== 0)?.[0];
}

interface LostComment {
  readonly text: string;
  readonly count: number;
  readonly comments: readonly Comment[];
}

/** Texts of comments that stand less often in a second document, how much less often, and where they stood. In steps. */
export function* lostComments(
  before: PolicyDocument,
  after: PolicyDocument,
): Generator<void, LostComment[], void> {
  const { old, left } = yield* difference(before, after);
  const lost = [...left].filter(([, count]) => count > 0);
  return lost.map(([text, count]) => ({
    text,
    count,
    comments: old.filter((comment) => comment.text === text),
  }));
}

/** The comments of parts that are in the first document only, and how much more often than in the second each text is there. */
function* difference(
  before: PolicyDocument,
  after: PolicyDocument,
): Generator<void, { readonly old: readonly Comment[]; readonly left: Map<string, number> }, void> {
  const { oldStays, nowStays } = yield* changedParts(before, after);
  const old = yield* commentsIn(before, oldStays);
  const now = yield* commentsIn(after, nowStays);
  const left = new Map<string, number>();
  const count = ({ text }: Comment, by: number): void => {
    left.set(text, (left.get(text) ?? 0) + by);
  };
  for (const comment of old) {
    count(comment, 1);
  }
  for (const comment of now) {
    count(comment, -1);
  }
  return { old, left };
}

/** The comments of the parts of a document that do not stay, in offsets of the document. */
function* commentsIn(document: PolicyDocument, stays: Uint8Array): Generator<void, Comment[], void> {
  const found: Comment[] = [];
  let at = 0;
  let index = 0;
  for (const { text } of document.parts()) {
    if (stays[index++] === 0) {
      yield;
      for (const comment of commentsOf(text, document.spelling)) {
        found.push({ text: comment.text, start: at + comment.start });
      }
    }
    at += text.length;
  }
  return found;
}

/** Which parts of two documents the other one does not have. */
function* changedParts(
  before: PolicyDocument,
  after: PolicyDocument,
): Generator<void, { readonly oldStays: Uint8Array; readonly nowStays: Uint8Array }, void> {
  const [old, now] = [before.parts(), after.parts()];
  const oldStays = new Uint8Array(old.length);
  const nowStays = new Uint8Array(now.length);
  // A copy says where its parts were; others are found by their text.
  const isCopy = now.some(({ from }) => from !== undefined);
  const places = new Map<string, number[]>();
  if (!isCopy) {
    for (const [at, { text }] of old.entries()) {
      const known = places.get(text);
      if (known) {
        known.push(at);
      } else {
        places.set(text, [at]);
      }
      yield;
    }
  }
  let index = -1;
  for (const { rule, text, from } of now) {
    index++;
    const place = isCopy ? from : places.get(text)?.pop();
    const part = place === undefined ? undefined : old[place];
    const isSame = isCopy ? part?.rule === rule && (rule !== undefined || part?.text === text) : true;
    if (place !== undefined && part && isSame) {
      oldStays[place] = 1;
      nowStays[index] = 1;
    }
    yield;
  }
  return { oldStays, nowStays };
}
