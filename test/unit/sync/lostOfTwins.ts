import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { diffPolicies } from '../../../src/core/policy/ruleDiff.ts';
import type { JsonObject } from '../../../src/core/json/json.ts';
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

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

interface Told {
  readonly name: string;
  readonly notes: string;
}

/** Both sides may add the same rule, and each names what it writes. */
const edit = fc.oneof(
  fc.record({ op: fc.constantFrom('add', 'move'), at: fc.nat(6), to: fc.nat(6) }),
  fc.record({ op: fc.constantFrom('remove', 'change'), at: fc.nat(6), to: fc.nat(1) }),
);

function edited(rules: readonly Told[], edits: readonly { op: string; at: number; to: number }[]): Told[] {
  const result = [...rules];
  for (const { op, at, to } of edits) {
    const name = names[at] ?? '';
    const old = result.findIndex((one) => one.name === name);
    const [one] = old === -1 ? [] : result.splice(old, op === 'change' ? 0 : 1);
    if (op === 'change' && one === undefined && old !== -1) {
      result[old] = { name, notes: `${name} changed ${to}` };
    } else if (op === 'move' && one) {
      result.splice(to, 0, one);
    } else if (op === 'add') {
      result.splice(to, 0, one ?? { name, notes: `${name} as added` });
    }
  }
  return result;
}

const side = fc.array(edit, { maxLength: 5 });

/**
 * What somebody did to a rule is named when a push undoes it: an added rule also when another rule moves past it. A move is named
 * only when the rule goes, or two rules are in the order of the base again.
 */
export const namesEveryOrder = fc.property(fc.nat(4), side, side, (count, first, second) => {
  const base = names.slice(0, count).map((name) => ({ name, notes: `${name} at first` }));
  const [mine, live] = [edited(base, first), edited(base, second)];
  const [from, now, next] = [base, live, mine].map((rules) =>
    policyOf(
      rules.map((one) => ({
        ...one,
        owner: one.name.repeat(9),
        principal: one.name.repeat(9),
        origin: one.name,
      })),
    ),
  ) as [JsonObject, JsonObject, JsonObject];
  const { steps } = diffPolicies(kind, now, next);
  const lost = lostChanges(kind, { base: from, now, next, steps });
  const named = new Set(lost.map(({ rule }) => rule));
  const at = (rules: readonly Told[], name: string): number => rules.findIndex((one) => one.name === name);
  const isAbove = (rules: readonly Told[], one: string, other: string): boolean =>
    at(rules, one) < at(rules, other);
  const has = (rules: readonly Told[], ...of: readonly string[]): boolean =>
    of.every((name) => at(rules, name) !== -1);
  const isBack = (one: string, other: string): boolean =>
    [base, live, mine].every((rules) => has(rules, one, other)) &&
    isAbove(base, one, other) !== isAbove(live, one, other) &&
    isAbove(base, one, other) === isAbove(mine, one, other);
  for (const one of names) {
    const [was, is, sent] = [base, live, mine].map((rules) => rules[at(rules, one)]?.notes);
    const isTheirs = was !== is;
    assert.ok(!isTheirs || is === sent || named.has(one), `${one} is not named`);
    for (const other of names) {
      const isPassed =
        was === undefined &&
        has(live, one, other) &&
        has(mine, one, other) &&
        isAbove(live, one, other) !== isAbove(mine, one, other);
      assert.ok(!isPassed || named.has(one), `${one}, which ${other} passes, is not named`);
      assert.ok(
        !isBack(one, other) || named.has(one) || named.has(other),
        `neither ${one} nor ${other} is named`,
      );
    }
  }
  for (const { rule = '' } of lost.filter(({ change }) => change === 'move')) {
    assert.ok(
      !has(mine, rule) || names.some((other) => isBack(rule, other)),
      `the move of ${rule} is not undone`,
    );
  }
});
