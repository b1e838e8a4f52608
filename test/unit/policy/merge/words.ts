import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/core/json/json.ts';
import { writeJson } from '../../../../src/core/json/writeJson.ts';
import type { MergeConflict } from '../../../../src/core/policy/merge/mergeConflict.ts';

/** Whatever somebody writes in a random world is a word of its own, `<like this>`, so it is known wherever it lands. */
export function wordsOf(text: string): Set<string> {
  return new Set(text.match(/<[^<>]*>/g) ?? []);
}

export function wordsOfConflicts(conflicts: readonly MergeConflict[]): Set<string> {
  const values = conflicts.flatMap(({ base, mine, live }) => [base, mine, live]);
  return wordsOf(values.map((value) => (value === undefined ? '' : writeJson(value))).join('\n'));
}

interface Merge {
  readonly base: JsonObject;
  readonly mine: JsonObject;
  readonly live: JsonObject;
  readonly merged: JsonObject;
  readonly open: readonly MergeConflict[];
}

/**
 * What one side wrote is in the merge, or a conflict shows it; what one side took away is gone, or a conflict shows it, unless the
 * other side copied it.
 */
export function assertNothingLost({ base, mine, live, merged, open }: Merge): void {
  const text = { base: writeJson(base), mine: writeJson(mine), live: writeJson(live) };
  const [now, asked, before] = [wordsOf(writeJson(merged)), wordsOfConflicts(open), wordsOf(text.base)];
  const times = (word: string, side: keyof typeof text): number => text[side].split(word).length;
  const rulesOf = (word: string): string => `"origin":"${/^<([^:]*):/.exec(word)?.[1] ?? ''}"`;
  for (const side of ['mine', 'live'] as const) {
    const said = wordsOf(text[side]);
    const other = side === 'mine' ? 'live' : 'mine';
    for (const word of said) {
      assert.ok(before.has(word) || now.has(word) || asked.has(word), `${word} is lost`);
    }
    for (const word of before) {
      const isCopied = [word, rulesOf(word)].some((one) => times(one, other) > times(one, 'base'));
      assert.ok(said.has(word) || !now.has(word) || asked.has(word) || isCopied, `${word} is back`);
    }
  }
}
