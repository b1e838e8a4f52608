import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import type { ReplacedRule } from '../../../../src/core/order/policyDecisionChanges.ts';
import { policyKind, type PolicyName } from '../../../../src/core/policy/families.ts';
import { diffPolicies } from '../../../../src/core/policy/ruleDiff.ts';
import { plainChange } from '../../../../src/core/order/effect/change.ts';
import { l10n } from '../../../../src/core/util/l10n.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import { must } from '../../order/truth.ts';
import { madePlan } from './support.ts';

useEditor({ l10n });
const { planBody } = await import('../../../../src/vscode/push/planText.ts');
const { entryAt, ruleAt } = await import('../../../../src/vscode/push/rulesOfPlan.ts');

type Handed = readonly [from: [number, string] | undefined, to: [number, string] | undefined];

/** A plan, read by the text of its lines. */
function linesOf(
  before: object,
  after: object,
  handed: readonly Handed[],
  policy: PolicyName = 'vulnerability/host',
) {
  const [live, next] = [before, after].map((each) => fromPlain(each) as JsonObject);
  const { steps } = diffPolicies(must(policyKind(policy)), must(live), must(next));
  const named = (rule: [number, string] | undefined) => rule && { index: rule[0], name: rule[1] };
  const effect = 'alerts';
  const decisions = handed.map(([from, to]): ReplacedRule => {
    const example = { image: 'x' };
    return {
      from: named(from),
      to: named(to),
      before: effect,
      after: effect,
      change: plainChange.weaker,
      example,
    };
  });
  const plan = {
    ...madePlan(policy),
    live: must(live),
    next: must(next),
    steps,
    decisionChanges: { decisions, actions: [], decisionsChange: true, isComplete: true },
  };
  const body = planBody([plan], { kind: 'push' });
  const { lines } = body;
  const about = (line: number): string => {
    const found = ruleAt(body, 'c', line);
    return found ? `${found.array} ${found.index + 1} ${found.name}` : 'none';
  };
  const at = (begin: string): number => {
    const line = lines.findIndex((one) => one.startsWith(begin));
    assert.ok(line >= 0, `${begin}: ${lines.join('\n')}`);
    return line;
  };
  return {
    at,
    about,
    entry: (line: number) => entryAt(body, line),
    rule: (begin: string) => about(at(begin)),
  };
}

const rule = (name: string, more: object = {}): object => ({
  name,
  collections: [{ name }],
  notes: `of ${name}`,
  ...more,
});
const rules = (...all: object[]): object => ({ rules: all });

test('a line of what changes hands leads to the rule that decides now, or did before', () => {
  const {
    at,
    about,
    entry,
    rule: ruleOf,
  } = linesOf(
    rules(rule('a'), rule('gone'), rule('old'), rule('c')),
    rules(rule('c', { notes: 'alert' }), rule('a'), { ...rule('old'), name: 'new' }),
    [
      [
        [0, 'a'],
        [0, 'c'],
      ],
      [undefined, [1, 'a']],
      [[2, 'old'], undefined],
      [[1, 'gone'], undefined],
    ],
  );
  const first = at('  weaker: "a" -> "c"');
  const inDetails = at('      weaker: "a" -> "c"');
  for (const line of [first, inDetails, inDetails + 1]) {
    assert.equal(about(line), 'rules 1 c', 'each line of it');
  }
  assert.deepEqual(['  weaker: (no rule)', '  weaker: "old"', '  weaker: "gone"'].map(ruleOf), [
    'rules 2 a',
    'rules 3 new',
    'none',
  ]);
  assert.equal(ruleOf('Another rule applies'), 'none');
  assert.deepEqual(
    entry(first)?.steps.map(({ kind }) => kind),
    ['move', 'change'],
    'that is compared there',
  );
  assert.deepEqual(
    entry(at('  weaker: "gone"'))?.steps.map(({ kind }) => kind),
    ['remove'],
  );
  assert.equal(entry(at('  weaker: (no rule)')), undefined, 'it stays as it is');
});

test('a line below the last rule is not taken for one of it', () => {
  const names = Array.from({ length: 22 }, (_, at) => `r${at}`);
  const live = names.map((name) => rule(name));
  const {
    at,
    about,
    rule: ruleOf,
  } = linesOf(
    rules(...live),
    rules(...live, rule('last')),
    names.map((name, at): Handed => [undefined, [at, name]]),
  );
  assert.equal(ruleOf('Added "last"'), 'rules 23 last');
  assert.equal(about(at('Added "last"') + 1), 'rules 23 last');
  assert.equal(
    ruleOf('      weaker: (no rule) -> "r20"'),
    'rules 21 r20',
    'which has a line in the details only',
  );
  assert.equal(ruleOf('Another rule applies'), 'none');
  assert.equal(ruleOf('    live policy before'), 'none');
  assert.equal(about(0), 'rules 23 last', 'at the very top the first one');
});

test('of two lists with such a rule at that place none is guessed', () => {
  const lists = (...both: object[]): object => ({
    containerRules: [rule('a'), ...both],
    hostRules: [rule('b'), ...both, rule('c')],
  });
  const { rule: ruleOf } = linesOf(
    lists(),
    lists(rule('x')),
    [
      [undefined, [0, 'a']],
      [undefined, [2, 'c']],
      [undefined, [1, 'x']],
    ],
    'cnns/network',
  );
  assert.equal(ruleOf('  weaker: (no rule) -> "a"'), 'containerRules 1 a');
  assert.equal(ruleOf('  weaker: (no rule) -> "c"'), 'hostRules 3 c');
  assert.equal(ruleOf('  weaker: (no rule) -> "x"'), 'none');
});
