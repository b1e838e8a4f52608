import { isBroken, type StructureProblem } from '../parser/problems.ts';
import { applyEdits, type TextEdit } from '../text.ts';
import { runToEnd } from '../../util/runToEnd.ts';
import type { ListPlace, OutsidePiece, RuleList, RulePiece, SplitResult } from './pieces.ts';
import { isRule, PolicyReading, type Piece } from './policyReading.ts';
import { isTooWide, MAX_RULES, piecesOrWhole, readText, upToLimit } from './readPolicy.ts';
import { RuleSlice } from '../ruleSlice.ts';

/**
 * The edits do not overlap and have offsets of the old text. Only the concerned parts are read again. A text that
 * breaks shows the rules that were known before.
 */
export function rereadPolicy(before: PolicyReading, edits: readonly TextEdit[]): PolicyReading {
  if (edits.length === 0) {
    return before;
  }
  const after = followed(before, edits) ?? readAnew(before, edits);
  const isWorse = after.ruleCount < before.ruleCount;
  if (before.lists.length === 0 || !(isWorse || after.isMendable) || !isBroken(after.problems())) {
    return after;
  }
  const fresh = readAnew(before, edits);
  const isGood = fresh.ruleCount >= before.ruleCount || !isBroken(fresh.problems());
  return isGood ? fresh : (keepLastGood(before, edits, fresh.problems()) ?? fresh);
}

function readAnew(before: PolicyReading, edits: readonly TextEdit[]): PolicyReading {
  const known = new Map<string, RuleSlice>();
  for (const piece of before.pieces) {
    note(known, piece);
  }
  const text = applyEdits(before.text, edits);
  return runToEnd(readText(text, before.reader, before.keys, { known }));
}

function note(known: Map<string, RuleSlice>, piece: Piece | undefined): void {
  if (piece && isRule(piece) && piece.slice instanceof RuleSlice && !piece.slice.broken) {
    known.set(piece.slice.source, piece.slice);
  }
}

/** Edits that are read together. */
interface EditedStretch {
  /** The edits are in written order. */
  readonly edits: TextEdit[];
  /** The rule to begin with; -1: the beginning of the text. */
  readonly first: number;
  /**
   * The offset is that of the piece before the rule. A broken rule's end depends on the text before the rule on its
   * line.
   */
  readonly base: number;
  /** The last piece that is read with them. */
  last: number;
}

/** The result is undefined when the whole text has to be read. */
function followed(before: PolicyReading, edits: readonly TextEdit[]): PolicyReading | undefined {
  if (before.lists.length === 0) {
    return undefined;
  }
  const stretches = stretchesOf(before, edits);
  const joiner = new PieceJoiner(before);
  for (const stretch of stretches) {
    if (!joiner.add(stretch, stretches.length === 1)) {
      return undefined;
    }
  }
  const reading = joiner.finish();
  return reading.pieces.length > MAX_RULES || isTooWide(reading) ? undefined : piecesOrWhole(reading);
}

/** This number of pieces behind an edit is read with it. The rest stays, if the last of these pieces is unchanged. */
const PIECES_BEHIND = 2;

function stretchesOf(before: PolicyReading, edits: readonly TextEdit[]): EditedStretch[] {
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
      stretches.push({ edits: [edit], first, base: before.start(Math.max(0, first - 1)), last });
    }
  }
  return stretches;
}

/** The piece is the first whose reading used text at or behind `offset`; no piece before `from` did. */
function firstConcerned(reading: PolicyReading, offset: number, from = 0): number {
  const { pieces } = reading;
  let first = from;
  while (first < pieces.length - 1 && reading.start(first) + (pieces[first] as Piece).reach <= offset) {
    first++;
  }
  return first;
}

/** Joins the pieces of a reading that stay with those that are read again, in written order. */
class PieceJoiner {
  readonly #before: PolicyReading;
  /** A new reading of the text before a piece of broken text may change that piece. */
  readonly #lastBroken: number;
  readonly #outside: OutsidePiece[] = [];
  readonly #lists: RuleList[] = [];
  #isMendable: boolean;
  /** The first piece that is not yet taken or replaced. */
  #next = 0;

  constructor(before: PolicyReading) {
    this.#before = before;
    this.#lastBroken = before.pieces.findLastIndex(({ reach }) => reach === Infinity);
    this.#isMendable = before.isMendable;
  }

  /**
   * The function takes the text in front of a stretch, and reads the stretch. False: the stretch does not end where the
   * pieces behind it begin.
   */
  add(stretch: EditedStretch, isOnly: boolean): boolean {
    const all = this.#before.pieces.length;
    const part = Math.min(stretch.last + 1, all);
    this.#take(Math.max(0, stretch.first));
    let split = this.#read(stretch, part);
    if (split === 'more' && isOnly) {
      split = this.#read(stretch, all);
    }
    if (typeof split !== 'object') {
      return false;
    }
    this.#put(stretch, split);
    return true;
  }

  finish(): PolicyReading {
    const before = this.#before;
    this.#take(before.pieces.length);
    const split = { outside: this.#outside, lists: this.#lists, isMendable: this.#isMendable };
    return new PolicyReading(before.reader, before.keys, split, { like: before });
  }

  #read(
    { edits, first, base, last }: EditedStretch,
    stop: number,
  ): SplitResult | 'whole' | 'more' | 'too many' {
    const before = this.#before;
    const { pieces, reader, keys } = before;
    const end = edits.at(-1)!.end;
    const shift = base - grown(edits);
    const isKnown = ({ key, column, left, at }: ListPlace): boolean => {
      const index = before.pieceAt(at + shift);
      if (
        index <= this.#lastBroken ||
        before.start(index) !== at + shift ||
        !isRule(pieces[index] as Piece) ||
        before.start(index - 1) < end
      ) {
        return false;
      }
      const list = this.#listOf(index);
      return list.key === key && list.column === column && list.left.join() === left.join();
    };
    const known = new Map<string, RuleSlice>();
    pieces.slice(Math.max(0, first - 1), last + 1).forEach((piece) => note(known, piece));
    const moved = edits.map((edit) => ({ ...edit, start: edit.start - base, end: edit.end - base }));
    return runToEnd(
      upToLimit(reader, {
        text: applyEdits(before.slice(base, before.start(stop)), moved),
        keys,
        known,
        isKnown,
        isCut: stop < pieces.length,
        ...(first > 0 && { from: { ...this.#listOf(first), at: before.start(first) - base } }),
      }),
    );
  }

  #listOf(piece: number): RuleList {
    return this.#before.lists[this.#before.placeOf(piece).list] as RuleList;
  }

  #put({ edits, first, base }: EditedStretch, split: SplitResult): void {
    const before = this.#before;
    for (const [place, piece] of split.outside.entries()) {
      // A stretch that begins in a list has nothing in front of it.
      if (place > 0 || first < 0) {
        this.#outside.push(piece);
      }
      const list = split.lists[place];
      if (list) {
        this.#addRules(list, list.rules);
      }
    }
    this.#isMendable ||= split.isMendable === true;
    this.#next =
      split.known === undefined ? before.pieces.length : before.pieceAt(split.known + base - grown(edits));
  }

  /** Takes the pieces in front of `to` as they are. */
  #take(to: number): void {
    while (this.#next < to) {
      const piece = this.#before.pieces[this.#next] as Piece;
      if (isRule(piece)) {
        const list = this.#listOf(this.#next);
        const { rule } = this.#before.placeOf(this.#next);
        const rules = list.rules.slice(rule, rule + to - this.#next);
        this.#addRules(list, rules);
        this.#next += rules.length;
      } else {
        this.#outside.push(piece);
        this.#next++;
      }
    }
  }

  /** Adds rules to the list that is open, or begins a list with them. */
  #addRules(list: RuleList, rules: readonly RulePiece[]): void {
    const open = this.#lists.length === this.#outside.length ? this.#lists.pop() : undefined;
    this.#lists.push(open ? withRules(open, open.rules.concat(rules)) : withRules(list, rules));
  }
}

/** The result is the growth of the text in UTF-16 code units. */
function grown(edits: readonly TextEdit[]): number {
  return edits.reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0);
}

function withRules(list: RuleList, rules: readonly RulePiece[]): RuleList {
  return { ...list, rules };
}

/** The pieces that were known, with those that were touched as one that is broken; undefined where that goes across lists. */
function keepLastGood(
  before: PolicyReading,
  edits: readonly TextEdit[],
  problems: readonly StructureProblem[],
): PolicyReading | undefined {
  const start = Math.min(...edits.map((edit) => edit.start));
  const end = Math.max(...edits.map((edit) => edit.end));
  const first = before.pieceAt(start === end ? Math.max(0, start - 1) : start);
  const last = end > start ? before.pieceAt(end - 1) : first;
  const from = before.start(first);
  const moved = edits.map((edit) => ({ ...edit, start: edit.start - from, end: edit.end - from }));
  const text = applyEdits(before.slice(from, before.start(last + 1)), moved);
  const touched = before.pieces.slice(first, last + 1);
  // The piece before may have another reading now, so the next edit begins with it.
  const doubtful = before.pieces[firstConcerned(before, start)];
  const doubted = <Each extends Piece>(piece: Each): Each =>
    piece === doubtful ? { ...piece, reach: Infinity } : piece;
  const outside = before.outside.map(doubted);
  const lists = before.lists.map((list) => withRules(list, list.rules.map(doubted)));
  if (touched.every(isRule)) {
    const { list, rule } = before.placeOf(first);
    const { column, rules } = lists[list] as RuleList;
    const broken = { ...before.reader.readBroken(text, column), reach: Infinity };
    lists[list] = withRules(lists[list] as RuleList, rules.toSpliced(rule, touched.length, broken));
  } else if (first === last) {
    outside[before.outside.indexOf(touched[0]!)] = { text, reach: Infinity };
  } else {
    return undefined;
  }
  return new PolicyReading(before.reader, before.keys, { outside, lists }, { problems });
}
