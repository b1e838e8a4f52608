import { Lexer } from 'yaml';
import type { Spelling } from '../../policy/policyFile.ts';
import type { PolicyDocument } from '../policyDocument.ts';
import type { Piece } from '../reading/pieces.ts';
import type { TextRange } from '../text.ts';

export interface Comment {
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
