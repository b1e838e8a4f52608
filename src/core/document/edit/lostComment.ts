import type { Spelling } from '../../policy/policyFile.ts';
import type { PolicyDocument } from '../policyDocument.ts';
import type { Piece } from '../reading/pieces.ts';
import type { TextRange } from '../text.ts';
import { commentsOf, type Comment } from './comments.ts';

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
  const { old, left } = difference(before, after);
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
  }
  return [...left].find(([, number]) => number !== 0)?.[0];
}

interface LostComment {
  readonly text: string;
  readonly count: number;
  readonly comments: readonly Comment[];
}

/** Each result has the text of a lost comment, the number of losses, and all former comments of that text. */
export function lostComments(before: PolicyDocument, after: PolicyDocument): LostComment[] {
  const { old, left } = difference(before, after);
  const lost = [...left].filter(([, count]) => count > 0);
  return lost.map(([text, count]) => ({
    text,
    count,
    comments: old.filter((comment) => comment.text === text),
  }));
}

/** The comments of pieces that are in the first document only, and how much more often than in the second each text is there. */
function difference(before: PolicyDocument, after: PolicyDocument) {
  const [oldPieces, newPieces] = [new Set(before.pieces()), new Set(after.pieces())];
  const old = commentsIn(oldPieces, newPieces, before.spelling);
  const left = new Map<string, number>();
  for (const { text } of old) {
    left.set(text, (left.get(text) ?? 0) + 1);
  }
  for (const { text } of commentsIn(newPieces, oldPieces, before.spelling)) {
    left.set(text, (left.get(text) ?? 0) - 1);
  }
  return { old, left };
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
