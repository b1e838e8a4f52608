import type { PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { jsonReader } from '../json/splitJson.ts';
import { isBroken, problem } from '../parser/problems.ts';
import { yamlReader } from '../yaml/splitYaml.ts';
import { isRule, type ListPlace, type Piece, type SpellingReader, type SplitRequest } from './pieces.ts';
import type { RuleSlice } from '../ruleSlice.ts';
import { PolicyReading } from './policyReading.ts';

const anyList = ['rules', 'containerRules', 'hostRules'];

/** The limit is far beyond that of a console; a longer text would take minutes and gigabytes. */
export const MAX_RULES = 250_000;
/** The limit is in UTF-16 code units. It applies to one rule, and to all text around the rules, which is one piece. */
const MAX_PIECE_LENGTH = 8 * 1024 * 1024;

/** Reads a document; each step reads a rule, true comes before one that takes longer. */
export function readPolicy(
  text: string,
  spelling: Spelling,
  kind: PolicyKind | undefined,
  see?: (slice: RuleSlice) => void,
): Generator<true | void, PolicyReading, void> {
  const keys = kind?.arrays.map((array) => array.key) ?? anyList;
  return readText({ text, keys }, spelling === 'json' ? jsonReader : yamlReader, see);
}

export function* readText(
  request: SplitRequest,
  reader: SpellingReader,
  see?: (slice: RuleSlice) => void,
): Generator<true | void, PolicyReading, void> {
  const split = yield* takePieces(reader, request, { see });
  yield true;
  const reading = readingOf(request, reader, split);
  if (reading.isMendable && isBroken(reading.problems())) {
    const mended = yield* takePieces(reader, { ...request, mends: true }, { see });
    return typeof mended === 'object' ? readingOf(request, reader, mended) : reading;
  }
  return reading;
}

interface PieceLimits {
  /** Sees each rule in the moment it is read, when its value costs the least. */
  readonly see?: ((slice: RuleSlice) => void) | undefined;
  /** The text is the beginning of a longer one. */
  readonly isCut?: boolean;
  /** The function is true at a place from which the rest is known. */
  readonly isKnown?: (place: ListPlace) => boolean;
}

export interface TakenPieces {
  readonly pieces: readonly Piece[];
  /** The pieces end here, because the rest is known. */
  readonly known?: number;
}

/** Takes pieces to the end of the text, or to a place that is known. `more` needs more of a cut text. */
export function* takePieces(
  reader: SpellingReader,
  request: SplitRequest,
  { see, isCut = false, isKnown }: PieceLimits,
): Generator<void, TakenPieces | 'whole' | 'more' | 'too many', void> {
  const { text, from } = request;
  const pieces: Piece[] = [];
  const split = reader.split(request);
  let at = from?.at ?? 0;
  let rules = 0;
  for (let step = split.next(); ; step = split.next()) {
    if (step.done) {
      return isCut ? 'more' : (step.value ?? { pieces });
    }
    const piece = step.value;
    if (isRule(piece)) {
      if (isKnown?.({ list: piece.list, at }) === true) {
        return { pieces, known: at };
      }
      if (++rules > MAX_RULES) {
        return 'too many';
      }
      see?.(piece.slice);
      yield;
    }
    if (isCut && at + piece.reach > text.length) {
      return 'more';
    }
    pieces.push(piece);
    at += piece.text.length;
  }
}

function readingOf(
  { text, keys }: SplitRequest,
  reader: SpellingReader,
  split: TakenPieces | 'whole' | 'more' | 'too many',
): PolicyReading {
  if (typeof split !== 'object') {
    return split === 'too many'
      ? unread(text, reader, keys, `more than ${MAX_RULES} rules`)
      : readWhole(text, reader, keys);
  }
  return isTooWide(split.pieces)
    ? unread(
        text,
        reader,
        keys,
        `more than ${MAX_PIECE_LENGTH / 1024 / 1024} Mi characters in one rule, or beside the rules,`,
      )
    : piecesOrWhole(new PolicyReading(reader, keys, split.pieces, { text }));
}

export function isTooWide(pieces: readonly Piece[]): boolean {
  let around = 0;
  return pieces.some((piece) => {
    const { length } = piece.text;
    around += isRule(piece) ? 0 : length;
    return length > MAX_PIECE_LENGTH || around > MAX_PIECE_LENGTH;
  });
}

/** The content of an unread file is unknown, so Ordinance never writes over it. */
function unread(text: string, reader: SpellingReader, keys: readonly string[], what: string): PolicyReading {
  const message = `a policy file with ${what} is not read`;
  const problems = [problem('too-large', message, { start: 0, end: 1 }, true)];
  const whole = { root: undefined, problems, fatal: true, openAliases: [] };
  return new PolicyReading(reader, keys, [{ text, reach: Infinity }], { text, whole });
}

/** The document has rules that cannot be separated, such as YAML in flow style or anchors that rules share. */
function readWhole(
  text: string,
  reader: SpellingReader,
  keys: readonly string[],
  isMendable = false,
): PolicyReading {
  const pieces = [{ text, reach: Infinity, isMendable }];
  return new PolicyReading(reader, keys, pieces, { text, whole: reader.readText(text) });
}

/** The result is a reading in pieces, or one of the whole text when pieces are not enough. */
export function piecesOrWhole(reading: PolicyReading): PolicyReading {
  const { fatal, isInPlace } = reading.surroundings;
  return (!fatal && !isInPlace) || hasSharedAnchors(reading)
    ? readWhole(reading.text, reading.reader, reading.keys, reading.isMendable)
    : reading;
}

/** A part of the document names an anchor of another part. An alias without an anchor is a mistake of its own rule. */
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
  // Texts that only look like an anchor count, too.
  const anchors = new Set<string>();
  for (const { text } of pieces) {
    for (const [, name = ''] of text.matchAll(/&([^ ,[\]{}\r\n\t&"']*)/g)) {
      anchors.add(name);
    }
  }
  return [...named].some((name) => anchors.has(name.split(/[&"']/, 1)[0] as string));
}
