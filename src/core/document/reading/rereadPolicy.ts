import { isBroken, type StructureProblem } from './problems.ts';
import { PolicyDocument } from '../policyDocument.ts';
import { applyEdits, type TextEdit } from '../text.ts';
import { runToEnd } from '../../util/inSlices.ts';
import { isRule, type ListPlace, type Piece, type RulePiece } from './pieces.ts';
import { excessOf, piecesOrWhole, readSteps, takePieces } from './readPolicy.ts';
import type { RuleSlice } from '../ruleView.ts';
import { shiftRange } from '../syntaxNode.ts';

/**
 * The result is the document after edits, which do not overlap and have offsets of the text before. Only the concerned
 * parts are read again. A valid text gives the result of a new reading. A text that breaks keeps the last known state of
 * the other rules.
 */
export function rereadPolicy(before: PolicyDocument, edits: readonly TextEdit[]): PolicyDocument {
  if (edits.length === 0) {
    return before;
  }
  const after = followed(before, edits);
  if (after && (!(after.ruleCount < before.ruleCount || after.isMendable) || !isBroken(after.problems))) {
    return after;
  }
  const text = applyEdits(before.text, edits);
  const fresh = runToEnd(readSteps(before.format, { text, known: knownSlices(before.pieces) }));
  const isGood = fresh.ruleCount >= before.ruleCount || !isBroken(fresh.problems);
  return isGood || before.lists.length === 0 ? fresh : (keepLastGood(before, edits, fresh.problems) ?? fresh);
}

function knownSlices(pieces: readonly Piece[]): ReadonlyMap<string, RuleSlice> {
  const slices = pieces.filter(isRule).map(({ slice }) => slice);
  return new Map(slices.filter(({ broken }) => !broken).map((slice) => [slice.source, slice]));
}

/** Edits that are read together. */
interface EditedStretch {
  /** The edits are in written order. */
  readonly edits: TextEdit[];
  /** The rule to begin with; -1: the beginning of the text. */
  readonly first: number;
  /** The last piece that is read with them. */
  last: number;
}

/** The result is undefined when the whole text has to be read. */
function followed(before: PolicyDocument, edits: readonly TextEdit[]): PolicyDocument | undefined {
  if (before.lists.length === 0) {
    return undefined;
  }
  const parts: (readonly Piece[])[] = [];
  let next = 0;
  for (const stretch of stretchesOf(before, edits)) {
    const split = readStretch(before, stretch);
    if (!split) {
      return undefined;
    }
    parts.push(before.pieces.slice(next, Math.max(0, stretch.first)), split.pieces);
    next = split.next;
  }
  const pieces = ([] as Piece[]).concat(...parts, before.pieces.slice(next));
  return excessOf(pieces) === undefined
    ? piecesOrWhole(new PolicyDocument(before.format, pieces, { like: before }))
    : undefined;
}

/** This number of pieces behind an edit is read with it. The rest stays, if the last of these pieces is unchanged. */
const PIECES_BEHIND = 2;

function stretchesOf(before: PolicyDocument, edits: readonly TextEdit[]): EditedStretch[] {
  const stretches: EditedStretch[] = [];
  let concerned = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    concerned = firstConcerned(before, edit.start, concerned);
    const first = isRule(before.pieces[concerned] as Piece) ? concerned : concerned - 1;
    const last = before.pieceAt(edit.end) + PIECES_BEHIND;
    const open = stretches.at(-1);
    if (open && first - 1 <= open.last) {
      open.edits.push(edit);
      open.last = Math.max(open.last, last);
    } else {
      stretches.push({ edits: [edit], first, last });
    }
  }
  return stretches;
}

/** The piece is the first whose reading used text at or behind `offset`; no piece before `from` did. */
function firstConcerned(before: PolicyDocument, offset: number, from = 0): number {
  const { pieces } = before;
  let first = from;
  while (first < pieces.length - 1 && before.start(first) + (pieces[first] as Piece).reach <= offset) {
    first++;
  }
  return first;
}

/** Reads up to a rule that is known; `next` is the piece before the edits that follows. */
function readStretch(
  before: PolicyDocument,
  { edits, first, last }: EditedStretch,
): { readonly pieces: readonly Piece[]; readonly next: number } | undefined {
  const { pieces, format } = before;
  // A broken rule's end depends on the text before the rule on its line.
  const base = before.start(Math.max(0, first - 1));
  const end = edits.at(-1)!.end;
  const stop = Math.min(last + 1, pieces.length);
  // The shift turns an offset of the new text, behind the edits, into one of the document before.
  const shift = edits.reduce((sum, edit) => sum + edit.end - edit.start - edit.text.length, base);
  // A new reading of the text before a piece of broken text may change that piece.
  const lastBroken = pieces.findLastIndex(({ reach }) => reach === Infinity);
  const isKnown = ({ list, at }: ListPlace): boolean => {
    const index = before.pieceAt(at + shift);
    const piece = pieces[index] as Piece;
    return (
      index > lastBroken &&
      before.start(index) === at + shift &&
      before.start(index - 1) >= end &&
      isRule(piece) &&
      piece.list.key === list.key &&
      piece.list.column === list.column &&
      piece.list.left.join() === list.left.join()
    );
  };
  const from = pieces[first];
  const request = {
    text: textAfter(before, edits, base, before.start(stop)),
    known: knownSlices(pieces.slice(Math.max(0, first - 1), last + 1)),
    ...(from && isRule(from) && { from: { list: from.list, at: before.start(first) - base } }),
  };
  const taken = runToEnd(takePieces(format, request, { isKnown, isCut: stop < pieces.length }));
  return (
    taken && {
      pieces: taken.pieces,
      next: taken.known === undefined ? pieces.length : before.pieceAt(taken.known + shift),
    }
  );
}

/** The text of a part of the document after edits inside of it. */
function textAfter(before: PolicyDocument, edits: readonly TextEdit[], start: number, end: number): string {
  return applyEdits(
    before.slice(start, end),
    edits.map((edit) => shiftRange(edit, -start)),
  );
}

/** The pieces that were known, with those that were touched as one that is broken; undefined where that goes across lists. */
function keepLastGood(
  before: PolicyDocument,
  edits: readonly TextEdit[],
  problems: readonly StructureProblem[],
): PolicyDocument | undefined {
  const start = Math.min(...edits.map((edit) => edit.start));
  const end = Math.max(...edits.map((edit) => edit.end));
  const first = before.pieceAt(start === end ? Math.max(0, start - 1) : start);
  const last = end > start ? before.pieceAt(end - 1) : first;
  const from = before.start(first);
  const text = textAfter(before, edits, from, before.start(last + 1));
  const touched = before.pieces.slice(first, last + 1);
  // The piece before may have another reading now, so the next edit begins with it.
  const doubtful = before.pieces[firstConcerned(before, start)];
  const pieces = before.pieces.map((piece) => (piece === doubtful ? { ...piece, reach: Infinity } : piece));
  const [one] = touched;
  if (touched.every(isRule)) {
    const broken = before.format.reader.readBroken(text, (one as RulePiece).list);
    pieces.splice(first, touched.length, { ...broken, reach: Infinity });
  } else if (first === last) {
    pieces[first] = { text, reach: Infinity };
  } else {
    return undefined;
  }
  return new PolicyDocument(before.format, pieces, { problems });
}
