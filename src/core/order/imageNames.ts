import type { Pattern } from './pattern.ts';
import type { Values } from './values.ts';

/**
 * A position in the name of an image (`host:port/path:tag@digest`). Only digits may be between a colon and a slash behind the host,
 * and no slash may be behind a tag. A host may be an address in brackets, which has colons. Undefined: no image has the name. Other
 * names that registries refuse are allowed here, because Ordinance concludes nothing from them.
 */
type Place = 'start' | 'host' | 'literal address' | 'end of address' | 'colon' | 'port' | 'path' | 'tag';

function next(place: Place, character: string): Place | undefined {
  switch (place) {
    case 'start':
      return character === '/' ? undefined : character === '[' ? 'literal address' : next('host', character);
    case 'host':
      return character === '/' ? 'path' : character === ':' ? 'colon' : 'host';
    case 'literal address':
      return character === '/' ? undefined : character === ']' ? 'end of address' : place;
    case 'end of address':
      return character === '/' || character === ':' ? next('host', character) : undefined;
    case 'colon':
      return character === '/' ? undefined : isDigit(character) ? 'port' : 'tag';
    case 'port':
      return character === '/' ? 'path' : isDigit(character) ? place : 'tag';
    case 'path':
      return character === ':' ? 'tag' : place;
    case 'tag':
    default:
      return character === '/' ? undefined : place;
  }
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

export function canBeImage(name: string): boolean {
  let place: Place | undefined = 'start';
  for (let at = 0; place !== undefined && at < name.length; at++) {
    place = next(place, name.charAt(at));
  }
  return place !== undefined;
}

const plainLetters = 'xabcdefghijklmnopqrstuvwyz_-.'.split('');
const digits = '1234567890'.split('');
/** Characters that end a part of a name. */
const ofNames = ['[', ']', '/', ':'];
const maxPatterns = 100;

type ImageAnswer = { readonly kind: 'image'; readonly name: string } | { readonly kind: 'none' | 'gave-up' };

/**
 * A short name of an image in all of `inside` and none of `outside`. Exact: the search goes through all possible names, letter by
 * letter. `isWhole` excludes names that end with a mark or have nothing between two marks, because people would misread them.
 * `budget`: looks at a pattern, each for a letter, that are left before and after the search.
 */
export function findImage(
  inside: readonly Values[],
  outside: readonly Values[],
  isWhole: boolean,
  budget: { looks: number },
): ImageAnswer {
  const walks: Walk[] = [];
  const indicesOf = (some: readonly Pattern[]): readonly number[] =>
    some.map((pattern) => walks.push(new Walk(pattern)) - 1);
  const [own = [], others = []] = [inside, outside].map((all) =>
    all.map(({ some, none }) => ({ some: indicesOf(some), none: indicesOf(none) })),
  );
  if (walks.length > maxPatterns) {
    return { kind: 'gave-up' };
  }
  interface State {
    readonly place: Place;
    readonly at: readonly number[];
    readonly before: State | undefined;
    readonly letter: string;
    readonly length: number;
  }
  const start: State = { place: 'start', at: walks.map(() => 0), before: undefined, letter: '', length: 0 };
  const seen = new Set([keyOf(start, isWhole)]);
  // Sorted by the least length of a name, as far as each group alone shows it.
  const open: State[][] = [[start]];
  for (let least = 0; least < open.length; least++) {
    for (let state = open[least]?.pop(); state; state = open[least]?.pop()) {
      const { place: from, at: counts, letter: last, length } = state;
      const isMatched = (index: number): boolean => walks[index]?.isMatched(counts[index] ?? lost) === true;
      const contains = ({ some, none }: (typeof own)[number]): boolean =>
        some.some(isMatched) && !none.some(isMatched);
      if ((!isWhole || isPlain(last)) && own.every(contains) && !others.some(contains)) {
        let name = '';
        for (let step: State | undefined = state; step; step = step.before) {
          name = step.letter + name;
        }
        return { kind: 'image', name };
      }
      const letters = new Set(ofNames);
      for (const [index, walk] of walks.entries()) {
        walk.addLetters(counts[index] ?? lost, letters);
      }
      // One letter of each kind that no pattern contains represents all others.
      for (const some of [plainLetters, digits]) {
        const fresh = some.find((character) => !letters.has(character));
        if (fresh !== undefined) {
          letters.add(fresh);
        }
      }
      budget.looks -= letters.size * (1 + walks.length);
      if (budget.looks < 0) {
        return { kind: 'gave-up' };
      }
      for (const letter of letters) {
        const place = next(from, letter);
        if (place === undefined || (isWhole && areTwoMarks(state, letter))) {
          continue;
        }
        const at = walks.map((walk, index) => walk.next(counts[index] ?? lost, letter));
        const left = Math.max(0, ...own.map(({ some }) => leftOf(some, walks, at)));
        const reached: State = { place, at, before: state, letter, length: length + 1 };
        const key = keyOf(reached, isWhole);
        if (left !== Number.POSITIVE_INFINITY && !seen.has(key)) {
          seen.add(key);
          (open[Math.max(least, length + 1 + left)] ??= []).push(reached);
        }
      }
    }
  }
  return { kind: 'none' };
}

/** The least number of letters until one of the patterns is matched. */
function leftOf(patterns: readonly number[], walks: readonly Walk[], at: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const index of patterns) {
    least = Math.min(least, walks[index]?.left(at[index] ?? lost) ?? least);
  }
  return least;
}

const marks = '/:@[].-_';

function isPlain(letter: string): boolean {
  return letter !== '' && !marks.includes(letter);
}

function areTwoMarks({ place, letter }: { readonly place: Place; readonly letter: string }, then: string) {
  const isAddress = place === 'literal address' || place === 'end of address';
  return !isAddress && marks.includes(then) && then !== '[' && !isPlain(letter);
}

function keyOf(state: { place: Place; at: readonly number[]; letter: string }, isWhole: boolean): string {
  return `${state.place}${isWhole && !isPlain(state.letter) ? '.' : ''} ${state.at.join(' ')}`;
}

/** It can match no more. */
const lost = -1;

/** How far the letters so far match a pattern: how many of its letters, in a row. */
class Walk {
  readonly text: string;
  readonly #kind: Pattern['kind'];
  /** For each count of letters that are matched, how many are when the next letter is another one. */
  readonly #back: readonly number[];

  constructor(pattern: Pattern) {
    this.text = pattern.kind === 'any' ? '' : pattern.text;
    this.#kind = pattern.kind;
    this.#back = borders(this.text);
  }

  isMatched(count: number): boolean {
    return count === this.text.length;
  }

  /** How many letters it takes at least. */
  left(count: number): number {
    return count === lost ? Number.POSITIVE_INFINITY : this.text.length - count;
  }

  /** Letters that make a difference. With any other letter, no letters are matched, or the pattern is lost. */
  addLetters(count: number, letters: Set<string>): void {
    if (count === lost || (count === this.text.length && this.#kind !== 'suffix')) {
      return;
    }
    for (let matched = count; ; matched = this.#back[matched] ?? 0) {
      const letter = this.text[matched];
      if (letter !== undefined) {
        letters.add(letter);
      }
      if (matched === 0) {
        return;
      }
    }
  }

  next(count: number, letter: string): number {
    const isOpenEnd = this.#kind !== 'exact' && this.#kind !== 'suffix';
    if (isOpenEnd && count === this.text.length) {
      return count;
    }
    if (this.#kind === 'exact' || this.#kind === 'prefix') {
      return this.text[count] === letter ? count + 1 : lost;
    }
    let matched = count;
    while (matched > 0 && this.text[matched] !== letter) {
      matched = this.#back[matched] ?? 0;
    }
    return this.text[matched] === letter ? matched + 1 : 0;
  }
}

/** For each beginning of a text, the length of the longest other beginning that it ends with. */
function borders(text: string): readonly number[] {
  const lengths = [0, 0];
  for (let at = 1, length = 0; at < text.length; at++) {
    while (length > 0 && text[at] !== text[length]) {
      length = lengths[length] ?? 0;
    }
    length += text[at] === text[length] ? 1 : 0;
    lengths.push(length);
  }
  return lengths;
}

/** A beginning of a name for each place. */
const beginnings = ['', 'x', '[', '[]', 'x:', 'x:1', 'x/', 'x:x'];

/** Whether an image can match a pattern. See `isOfNoImage` for other patterns. */
export function isOfImages(pattern: Pattern): boolean {
  if (pattern.kind === 'any') {
    return true;
  }
  const isOpen = pattern.kind === 'suffix' || pattern.kind === 'contains';
  return (isOpen ? beginnings : ['']).some((beginning) => canBeImage(`${beginning}${pattern.text}`));
}
