import type { PolicyDocument } from '../policyDocument.ts';
import type { TextRange } from '../text.ts';
import { commentsOf, type Comment } from './comments.ts';

/**
 * A comment that is in only one of two documents; those that begin in a stretch of `loses` may be in the first alone. Only parts of
 * which the text differs are looked at.
 */
export function lostComment(
  before: PolicyDocument,
  after: PolicyDocument,
  loses: readonly TextRange[],
): string | undefined {
  const { oldStays, nowStays } = changedParts(before, after);
  const old = commentsIn(before, (index) => oldStays[index] === 0);
  const now = commentsIn(after, (index) => nowStays[index] === 0);
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
  for (const comment of old) {
    const mayGo = loses.some(({ start, end }) => start <= comment.start && comment.start < end);
    if (mayGo && (left.get(comment.text) ?? 0) > 0) {
      count(comment, -1);
    }
  }
  return [...left].find(([, number]) => number !== 0)?.[0];
}

/** The comments of some parts of a document, in offsets of the document. */
function commentsIn(document: PolicyDocument, isWanted: (index: number) => boolean): Comment[] {
  const found: Comment[] = [];
  let at = 0;
  let index = 0;
  for (const { text } of document.parts()) {
    if (isWanted(index++)) {
      for (const comment of commentsOf(text, document.spelling)) {
        found.push({ text: comment.text, start: at + comment.start });
      }
    }
    at += text.length;
  }
  return found;
}

/** Which parts of two documents the other one does not have. */
function changedParts(before: PolicyDocument, after: PolicyDocument) {
  const [old, now] = [before.parts(), after.parts()];
  const oldStays = new Uint8Array(old.length);
  const nowStays = new Uint8Array(now.length);
  // A copy says where its parts were; others are found by what was read from them.
  const isCopy = now.some(({ from }) => from !== undefined);
  const places = isCopy
    ? undefined
    : new Map<unknown, number>(old.map(({ rule, text }, at) => [rule ?? text, at]));
  let index = -1;
  for (const { rule, text, from } of now) {
    index++;
    const place = places ? places.get(rule ?? text) : from;
    const part = place === undefined ? undefined : old[place];
    if (place !== undefined && part && part.rule === rule && (rule !== undefined || part.text === text)) {
      oldStays[place] = 1;
      nowStays[index] = 1;
    }
  }
  return { oldStays, nowStays };
}
