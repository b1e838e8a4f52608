import { matcher, type PatternNode } from './backtracking.ts';

/** A text that can be made as long as is wanted. */
export interface Pump {
  readonly before: string;
  readonly repeated: string;
  readonly after: string;
}

export function pumped({ before, repeated, after }: Pump, times: number): string {
  return before + repeated.repeat(times) + after;
}

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const pool = [
  'a',
  '0',
  ' ',
  '\n',
  '\t',
  '\r',
  ...printable,
  '\u00e9',
  '\u00a0',
  '\u2028',
  '\u200b',
  '\u05d0',
  '\u0001',
  '\u0301',
  '\u8a9e',
];

/**
 * Texts that make a pattern work: each kind of character that it tells apart, what its parts repeat, and both behind what
 * leads there, with an end that it takes and ends that it does not.
 */
export function pumpsOf(root: PatternNode, flags: string): readonly Pump[] {
  const alphabet = alphabetOf(root, flags);
  const rarest = alphabet.at(-1)!;
  const samples = new Samples(flags, alphabet);
  const words = new Set(alphabet);
  const leads = new Set(['']);
  for (const { body, before } of repeatsIn(root)) {
    for (const level of [0, 1]) {
      const lead = before.map((part) => samples.of(part, level)).join('');
      const word = samples.of(body, level);
      leads.add(lead);
      words
        .add(word)
        .add(lead)
        .add(lead + word);
      for (const unit of alphabet) {
        words.add(word + unit).add(lead + word + unit);
      }
    }
  }
  for (const one of alphabet) {
    for (const other of alphabet.length > 12 ? [] : alphabet) {
      words.add(one + other);
    }
  }
  words.delete('');
  const afters = new Set(['', rarest, '\n', samples.of(root, 0)]);
  return [...leads].flatMap((before) =>
    [...words].flatMap((repeated) => [...afters].map((after) => ({ before, repeated, after }))),
  );
}

/** One character of each kind that the pattern tells apart; first those that most of its parts take. */
function alphabetOf(root: PatternNode, flags: string): readonly string[] {
  const matchers = [...new Set(charactersIn(root))].map((source) => matcher(source, flags));
  const kinds = new Map<string, { unit: string; count: number }>();
  for (const unit of pool) {
    const taken = matchers.map((matches) => matches(unit));
    const kind = taken.join();
    if (!kinds.has(kind)) {
      kinds.set(kind, { unit, count: taken.filter(Boolean).length });
    }
  }
  return [...kinds.values()].toSorted((a, b) => b.count - a.count).map(({ unit }) => unit);
}

/** Texts that parts match: the shortest one, or (level 1) one with everything optional once and the last choice. */
class Samples {
  readonly #flags: string;
  readonly #units: readonly string[];

  constructor(flags: string, units: readonly string[]) {
    this.#flags = flags;
    this.#units = [...units, ...pool];
  }

  of(node: PatternNode, level: number): string {
    switch (node.kind) {
      case 'character':
        return this.#units.find(matcher(node.source, this.#flags)) ?? '';
      case 'sequence':
        return node.parts.map((part) => this.of(part, level)).join('');
      case 'choice':
        return this.of(node.parts.at(level === 0 ? 0 : -1)!, level);
      case 'group':
        return this.of(node.body, level);
      case 'repeat':
        return this.of(node.body, level).repeat(Math.min(node.most, Math.max(node.least, level)));
      case 'ahead':
      case 'assertion':
      case 'reference':
      default:
        return '';
    }
  }
}

function charactersIn(node: PatternNode): readonly string[] {
  switch (node.kind) {
    case 'character':
      return [node.source];
    case 'sequence':
    case 'choice':
      return node.parts.flatMap(charactersIn);
    case 'group':
    case 'ahead':
    case 'repeat':
      return charactersIn(node.body);
    case 'assertion':
      return /\\b/i.test(node.source) ? ['\\w'] : (node.source.match(/\[(?:\\.|[^\]\\])*\]/g) ?? []);
    case 'reference':
    default:
      return [];
  }
}

interface Repeat {
  readonly body: PatternNode;
  /** What is passed on the way to it. */
  readonly before: readonly PatternNode[];
}

/** What may be repeated without a limit. */
export function repeatsIn(node: PatternNode, before: readonly PatternNode[] = []): readonly Repeat[] {
  switch (node.kind) {
    case 'sequence':
      return node.parts.flatMap((part, index) => repeatsIn(part, [...before, ...node.parts.slice(0, index)]));
    case 'choice':
      return node.parts.flatMap((part) => repeatsIn(part, before));
    case 'group':
    case 'ahead':
      return repeatsIn(node.body, before);
    case 'repeat':
      return [
        ...(node.most === Infinity ? [{ body: node.body, before }] : []),
        ...repeatsIn(node.body, before),
      ];
    case 'character':
    case 'assertion':
    case 'reference':
    default:
      return [];
  }
}
