import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { diffPolicies } from '../../../src/core/policy/ruleDiff.ts';
import { lostChanges } from '../../../src/core/sync/lostChanges.ts';
import { kind } from '../policy/merge/randomMerges.ts';
import { policyOf, renamingWorlds } from '../policy/merge/randomWorlds.ts';
import { wordsOf } from '../policy/merge/words.ts';

/**
 * An override that takes what somebody else wrote, or brings back what somebody else took away, names the rule: whatever came to
 * be on live since the base and is not in what is sent, and the other way round. Rules change their names, also in chains.
 */
export const namesEveryLoss = fc.property(renamingWorlds, ({ base, mine, live }) => {
  const [from, now, next] = [policyOf(base), policyOf(live), policyOf(mine)];
  const { steps } = diffPolicies(kind, now, next);
  const lost = lostChanges(kind, { base: from, now, next, steps });
  const named = new Set(lost.flatMap(({ rule, previousName }) => [rule, previousName]));
  const wordsIn = (side: unknown): Set<string> => wordsOf(JSON.stringify(side));
  const [before, theirs, sent] = [wordsIn(base), wordsIn(live), wordsIn(mine)];
  const check = (rules: typeof base, isLost: (word: string) => boolean): void => {
    for (const rule of rules) {
      for (const word of wordsIn(rule)) {
        assert.ok(!isLost(word) || named.has(rule.name), `${word} is not named`);
      }
    }
  };
  check(live, (word) => !before.has(word) && !sent.has(word));
  // Of a copy nobody says whether it is the rule that was changed.
  const alone = base.filter(({ origin }) => mine.filter((rule) => rule.origin === origin).length < 2);
  check(alone, (word) => !theirs.has(word) && sent.has(word));
});
