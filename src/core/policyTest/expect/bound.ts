/** A required effect on a scale of words from the weakest to the strongest. */
export interface Bound {
  readonly how: 'exactly' | 'at least' | 'at most';
  readonly word: string;
}

/** Reads `high`, `at least high` or `at most high`; undefined where the word is not in `words`. */
export function readBound(written: string, words: readonly string[]): Bound | undefined {
  const [, how, word = ''] = /^(?:(at least|at most) )?(.*)$/.exec(written.trim()) ?? [];
  return words.includes(word) ? { how: (how as Bound['how'] | undefined) ?? 'exactly', word } : undefined;
}

/** The bound in the spelling of a test. */
export function boundWords({ how, word }: Bound): string {
  return how === 'exactly' ? word : `${how} ${word}`;
}

/** Returns every valid spelling, for completion and messages. */
export function boundsOf(words: readonly string[]): readonly string[] {
  return [
    ...words,
    ...words.slice(1).map((word) => `at least ${word}`),
    ...words.slice(0, -1).map((word) => `at most ${word}`),
  ];
}

/** Compares `level` and `wanted` on the same scale, where more is stronger. NaN means unknown. */
export function isMet({ how }: Bound, level: number, wanted: number): boolean | undefined {
  if (Number.isNaN(level) || Number.isNaN(wanted)) {
    return undefined;
  }
  return how === 'exactly' ? level === wanted : how === 'at least' ? level >= wanted : level <= wanted;
}
