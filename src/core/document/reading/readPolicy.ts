import type { PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { jsonReader } from '../json/splitJson.ts';
import { isBroken, problem } from '../parser/problems.ts';
import type { RuleSlice, StructureProblem } from '../ruleView.ts';
import { applyEdits, type TextEdit } from '../text.ts';
import { finished } from '../../util/finished.ts';
import { yamlReader } from '../yaml/splitYaml.ts';
import { Anchors } from './anchors.ts';
import type {
  ListPlace,
  RuleList,
  RulePiece,
  SpellingReader,
  SplitRequest,
  SplitResult,
  SplitText,
} from './pieces.ts';
import { isRule, PolicyReading, type Piece } from './policyReading.ts';
import { ParsedSlice } from './ruleSlice.ts';

const anyList = ['rules', 'containerRules', 'hostRules'];

/** Far beyond what a console takes; reading more would take minutes and gigabytes. */
const MAX_RULES = 250_000;
/** UTF-16 code units of one rule, and of all that stands beside the rules: it is read as one piece. */
const MAX_PIECE_LENGTH = 8 * 1024 * 1024;
/** So many edits are followed one by one. */
const MAX_FOLLOWED_EDITS = 256;

/** Reads a document; each step reads a rule, true comes before one that takes longer. */
export function readPolicy(
  text: string,
  spelling: Spelling,
  kind: PolicyKind | undefined,
  see?: SplitRequest['see'],
): Generator<true | void, PolicyReading, void> {
  const keys = kind?.arrays.map((array) => array.key) ?? anyList;
  return readText(text, spelling === 'json' ? jsonReader : yamlReader, keys, see && { see });
}

function* readText(
  text: string,
  reader: SpellingReader,
  keys: readonly string[],
  options: Pick<SplitRequest, 'known' | 'see'> = {},
): Generator<true | void, PolicyReading, void> {
  const split = yield* upToLimit(reader, { text, keys, ...options });
  yield true;
  const reading = readingOf(text, reader, keys, split);
  if (typeof split === 'object' && split.isMendable === true && isBroken(reading.problems())) {
    const mended = yield* upToLimit(reader, { text, keys, mends: true, ...options });
    return typeof mended === 'object' ? readingOf(text, reader, keys, mended) : reading;
  }
  return reading;
}

/** A split yields after every rule. */
function* upToLimit(
  reader: SpellingReader,
  request: SplitRequest,
): Generator<void, SplitResult | 'whole' | 'more' | 'too many', void> {
  const reading = reader.split(request);
  for (let rules = 0; rules <= MAX_RULES; rules++) {
    const step = reading.next();
    if (step.done) {
      return step.value;
    }
    yield;
  }
  return 'too many';
}

function readingOf(
  text: string,
  reader: SpellingReader,
  keys: readonly string[],
  split: SplitResult | 'whole' | 'more' | 'too many',
): PolicyReading {
  if (typeof split !== 'object') {
    return split === 'too many'
      ? unread(text, reader, keys, `more than ${MAX_RULES} rules`)
      : readWhole(text, reader, keys);
  }
  return isTooWide(split)
    ? unread(
        text,
        reader,
        keys,
        `more than ${MAX_PIECE_LENGTH / 1024 / 1024} Mi characters in one rule, or beside the rules,`,
      )
    : piecesOrWhole(new PolicyReading(reader, keys, split, { text }));
}

function isTooWide({ outside, lists }: SplitText): boolean {
  return (
    outside.reduce((sum, part) => sum + part.text.length, 0) > MAX_PIECE_LENGTH ||
    lists.some(({ rules }) => rules.some(({ text }) => text.length > MAX_PIECE_LENGTH))
  );
}

/** Nothing of it is known, so nothing is written over it. */
function unread(text: string, reader: SpellingReader, keys: readonly string[], what: string): PolicyReading {
  const message = `a policy file with ${what} is not read`;
  const problems = [problem('too-large', message, { start: 0, end: 1 }, true)];
  const whole = { root: undefined, problems, fatal: true, openAliases: [] };
  return new PolicyReading(
    reader,
    keys,
    { outside: [{ text, reach: Infinity }], lists: [] },
    { text, whole },
  );
}

/** Reads a document whose rules cannot be told apart: YAML in flow style, with anchors that rules share, and the like. */
function readWhole(
  text: string,
  reader: SpellingReader,
  keys: readonly string[],
  isMendable = false,
): PolicyReading {
  const none = { outside: [{ text, reach: Infinity }], lists: [], isMendable };
  return new PolicyReading(reader, keys, none, { text, whole: reader.readText(text) });
}

/** A reading in pieces where they say all; else one of the whole. */
function piecesOrWhole(reading: PolicyReading): PolicyReading {
  const { fatal, isInPlace } = reading.surroundings;
  return (!fatal && !isInPlace) || hasSharedAnchors(reading)
    ? readWhole(reading.text, reading.reader, reading.keys, reading.isMendable)
    : reading;
}

/** Something names an anchor that stands elsewhere. An alias without an anchor is a mistake of its own rule. */
function hasSharedAnchors({ surroundings, pieces }: PolicyReading): boolean {
  const named = new Set(surroundings.openAliases);
  for (const piece of pieces) {
    for (const name of isRule(piece) ? piece.openAliases : []) {
      named.add(name);
    }
  }
  named.delete('');
  if (named.size === 0) {
    return false;
  }
  const anchors = new Anchors(pieces.map(({ text }) => text));
  return [...named].some((name) => anchors.mayHave(name));
}

/**
 * What a document becomes by edits that do not overlap, in offsets of its text: as a reading of the new text, of which only what the
 * edits concern is read. A text that breaks shows the rules that were known before.
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
  return finished(readText(text, before.reader, before.keys, { known }));
}

function note(known: Map<string, RuleSlice>, piece: Piece | undefined): void {
  if (piece && isRule(piece) && piece.slice instanceof ParsedSlice && !piece.slice.broken) {
    known.set(piece.slice.source, piece.slice);
  }
}

/** Undefined where that is no cheaper than reading all of it. */
function followed(before: PolicyReading, edits: readonly TextEdit[]): PolicyReading | undefined {
  if (edits.length > MAX_FOLLOWED_EDITS || before.lists.length === 0) {
    return undefined;
  }
  const known = new Map<string, RuleSlice>();
  let reading = before;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end).toReversed()) {
    const next = followedEdit(reading, edit, known);
    if (!next) {
      return undefined;
    }
    reading = next;
  }
  return reading.pieces.length > MAX_RULES || isTooWide(reading) ? undefined : piecesOrWhole(reading);
}

/** Pieces behind an edit that are read with it: behind one that was not touched all stays as it is. */
const PIECES_BEHIND = 2;

function followedEdit(
  before: PolicyReading,
  { start, end, text }: TextEdit,
  known: Map<string, RuleSlice>,
): PolicyReading | undefined {
  const { pieces, lists, reader, keys } = before;
  const concerned = firstConcerned(before, start);
  const first = isRule(pieces[concerned] as Piece) ? concerned : concerned - 1;
  // The text before a rule on its line decides where a broken rule ends.
  const window = Math.max(0, first - 1);
  const base = before.start(window);
  const from: ListPlace | undefined = first > 0 ? placeIn(before, first, base) : undefined;
  // A new reading of the text before a piece of broken text may change that piece.
  const lastBroken = pieces.findLastIndex(({ reach }) => reach === Infinity);
  const isKnown = ({ key, column, left, at }: ListPlace): boolean => {
    const old = base + at - (text.length - (end - start));
    const index = before.pieceAt(old);
    if (
      index <= lastBroken ||
      before.start(index) !== old ||
      !isRule(pieces[index] as Piece) ||
      before.start(index - 1) < end
    ) {
      return false;
    }
    const list = lists[before.placeOf(index).list] as RuleList;
    return list.key === key && list.column === column && list.left.join() === left.join();
  };
  const last = before.pieceAt(end) + PIECES_BEHIND;
  for (let index = window; index <= last; index++) {
    note(known, pieces[index]);
  }
  for (const stop of last + 1 < pieces.length ? [last + 1, pieces.length] : [pieces.length]) {
    const part = before.slice(base, start) + text + before.slice(end, before.start(stop));
    const isCut = stop < pieces.length;
    const request = { text: part, keys, known, isKnown, isCut, ...(from && { from }) };
    const split = finished(upToLimit(reader, request));
    if (typeof split === 'object') {
      return joined(before, first, split, base - (text.length - (end - start)));
    }
    if (split !== 'more') {
      return undefined;
    }
  }
  return undefined;
}

/** The first piece whose reading looked at what stands at `offset` or behind it. */
function firstConcerned(reading: PolicyReading, offset: number): number {
  const { pieces } = reading;
  let first = 0;
  while (first < pieces.length - 1 && reading.start(first) + (pieces[first] as Piece).reach <= offset) {
    first++;
  }
  return first;
}

function placeIn(reading: PolicyReading, piece: number, base: number): ListPlace {
  const { key, column, left } = reading.lists[reading.placeOf(piece).list] as RuleList;
  return { key, column, left, at: reading.start(piece) - base };
}

/** The pieces in front of `first`, what was read from there on, and the pieces behind it; `shift`: of places in it to those before. */
function joined(before: PolicyReading, first: number, split: SplitResult, shift: number): PolicyReading {
  const outside = [...split.outside];
  const lists = [...split.lists];
  if (first > 0) {
    const { list, rule } = before.placeOf(first);
    const front = (before.lists[list] as RuleList).rules.slice(0, rule);
    lists[0] = withRules(lists[0] as RuleList, front.concat((lists[0] as RuleList).rules));
    outside.splice(0, 1, ...before.outside.slice(0, list + 1));
    lists.unshift(...before.lists.slice(0, list));
  }
  if (split.known !== undefined) {
    const { list, rule } = before.placeOf(before.pieceAt(split.known + shift));
    const last = lists.at(-1) as RuleList;
    const rest = (before.lists[list] as RuleList).rules.slice(rule);
    lists[lists.length - 1] = withRules(last, last.rules.concat(rest));
    lists.push(...before.lists.slice(list + 1));
    outside.push(...before.outside.slice(list + 1));
  }
  const isMendable = split.isMendable === true || before.isMendable;
  return new PolicyReading(before.reader, before.keys, { outside, lists, isMendable }, { like: before });
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
