import type { PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { jsonReader } from '../json/splitJson.ts';
import { isBroken, problem } from '../parser/problems.ts';
import { yamlReader } from '../yaml/splitYaml.ts';
import { isRule, type SpellingReader, type SplitRequest, type SplitResult, type Piece } from './pieces.ts';
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
  see?: SplitRequest['see'],
): Generator<true | void, PolicyReading, void> {
  const keys = kind?.arrays.map((array) => array.key) ?? anyList;
  return readText(text, spelling === 'json' ? jsonReader : yamlReader, keys, see && { see });
}

export function* readText(
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
export function* upToLimit(
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
  return isTooWide(split.pieces)
    ? unread(
        text,
        reader,
        keys,
        `more than ${MAX_PIECE_LENGTH / 1024 / 1024} Mi characters in one rule, or beside the rules,`,
      )
    : piecesOrWhole(new PolicyReading(reader, keys, split, { text }));
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
  return new PolicyReading(reader, keys, { pieces: [{ text, reach: Infinity }] }, { text, whole });
}

/** The document has rules that cannot be separated, such as YAML in flow style or anchors that rules share. */
function readWhole(
  text: string,
  reader: SpellingReader,
  keys: readonly string[],
  isMendable = false,
): PolicyReading {
  const onePiece = { pieces: [{ text, reach: Infinity }], isMendable };
  return new PolicyReading(reader, keys, onePiece, { text, whole: reader.readText(text) });
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
