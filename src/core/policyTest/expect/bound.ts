/** A required effect on a scale of words from the weakest to the strongest. */
export interface Bound {
  readonly how: 'exactly' | 'at least' | 'at most';
  readonly word: string;
}

/** Reads `high`, `at least high` or `at most high`; the schema of the test accepted the text. */
export function readBound(written: string): Bound {
  const [, how, word = ''] = /^(?:(at least|at most) )?(.*)$/.exec(written) ?? [];
  return { how: (how as Bound['how'] | undefined) ?? 'exactly', word };
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

/** Compares `level` and `required` on the same scale, where more is stronger. NaN means unknown. */
export function isMet({ how }: Bound, level: number, required: number): boolean | undefined {
  if (Number.isNaN(level) || Number.isNaN(required)) {
    return undefined;
  }
  return how === 'exactly' ? level === required : how === 'at least' ? level >= required : level <= required;
}
