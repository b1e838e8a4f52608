import type { PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { jsonReader } from '../json/splitJson.ts';
import { isBroken, problem } from '../parser/problems.ts';
import { yamlReader } from '../yaml/splitYaml.ts';
import type { SpellingReader, SplitRequest, SplitResult, SplitText } from './pieces.ts';
import { isRule, PolicyReading } from './policyReading.ts';

const anyList = ['rules', 'containerRules', 'hostRules'];

/** Far beyond what a console takes; reading more would take minutes and gigabytes. */
export const MAX_RULES = 250_000;
/** UTF-16 code units of one rule, and of all that stands beside the rules: it is read as one piece. */
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
  return isTooWide(split)
    ? unread(
        text,
        reader,
        keys,
        `more than ${MAX_PIECE_LENGTH / 1024 / 1024} Mi characters in one rule, or beside the rules,`,
      )
    : piecesOrWhole(new PolicyReading(reader, keys, split, { text }));
}

export function isTooWide({ outside, lists }: SplitText): boolean {
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
export function piecesOrWhole(reading: PolicyReading): PolicyReading {
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

/** Names of the anchors in texts, read once however many aliases ask for them. What only looks like one counts, too. */
class Anchors {
  readonly #names = new Set<string>();

  constructor(texts: Iterable<string>) {
    for (const text of texts) {
      for (const [, name = ''] of text.matchAll(/&([^ ,[\]{}\r\n\t&"']*)/g)) {
        this.#names.add(name);
      }
    }
  }

  /** Whether some anchor may be called that. */
  mayHave(name: string): boolean {
    return this.#names.has(name.split(/[&"']/, 1)[0] as string);
  }
}
