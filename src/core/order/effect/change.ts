/**
 * What becomes of what a rule does when another one decides: it protects less, more, the same, less in some ways and more
 * in others, or nobody knows.
 */
export type Change = 'weaker' | 'stricter' | 'same' | 'mixed' | 'unknown';

/** One of the ways in which two rules differ, by what is treated otherwise. */
export interface Way {
  readonly what: string;
  readonly change: Change;
}

/** Of all the ways in which two rules differ. Weaker in one and stricter in another is that, whatever becomes of the others. */
export function together(changes: Iterable<Change>): Change {
  let all = 'same' as Change;
  let isKnown = true;
  for (const change of changes) {
    if (change === 'unknown') {
      isKnown = false;
    } else if (change !== 'same' && change !== all) {
      all = all === 'same' ? change : 'mixed';
    }
    if (all === 'mixed') {
      return all;
    }
  }
  return isKnown ? all : 'unknown';
}

/** Of a measure of which more protects more. */
export function rising(from: number, to: number): Change {
  return from === to
    ? 'same'
    : Number.isNaN(from) || Number.isNaN(to)
      ? 'unknown'
      : to > from
        ? 'stricter'
        : 'weaker';
}

/** Of a measure of which more protects less. */
export function falling(from: number, to: number): Change {
  return rising(to, from);
}

export function opposite(change: Change): Change {
  return change === 'weaker' ? 'stricter' : change === 'stricter' ? 'weaker' : change;
}

/** Not a number for a word that is not among the levels, and for what is no word. */
export function levelAmong(levels: Readonly<Record<string, number>>, word: unknown): number {
  return typeof word === 'string' && Object.hasOwn(levels, word) ? (levels[word] ?? Number.NaN) : Number.NaN;
}

/** How many of some changes are weaker, by what is known of each. */
export interface WeakerCounts {
  readonly all: number;
  /** In some way, and in none stricter. */
  readonly weaker: number;
  /** In one way, and stricter in another. */
  readonly mixed: number;
  /** Of which nobody knows. */
  readonly unclear: number;
}

/** Everything that counts changes for people takes them from here. */
export function weakerCounts(changes: readonly { readonly change: Change }[]): WeakerCounts {
  const count = (wanted: Change): number => changes.filter(({ change }) => change === wanted).length;
  return {
    all: changes.length,
    weaker: count('weaker'),
    mixed: count('mixed'),
    unclear: count('unknown'),
  };
}

/** What becomes of what is done, in a word or some. */
export const changeWords: Readonly<Record<Change, string>> = {
  weaker: 'weaker',
  stricter: 'stricter',
  same: 'the same is done',
  mixed: 'weaker in one way, stricter in another',
  unknown: 'not known whether weaker',
};

/** Whether less is protected, be it only in some ways: it is counted, asked about and held against a gate. */
export function isWeaker({ change }: { readonly change: Change }): boolean {
  return change === 'weaker' || change === 'mixed';
}
