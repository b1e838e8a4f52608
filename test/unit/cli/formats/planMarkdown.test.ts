import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportGate } from '../../../../src/cli/remote/weakerGate.ts';
import { failedPlanMarkdown, planMarkdown } from '../../../../src/cli/remote/planMarkdown.ts';
import type { Output } from '../../../../src/cli/output.ts';
import type { ReplacedRule } from '../../../../src/core/order/policyDecisionChanges.ts';
import type { PushPlan } from '../../../../src/core/sync/outcomes.ts';
import { plainChange } from '../../../../src/core/order/effect/change.ts';
import { testDestination } from '../../sync/testDestination.ts';

const hostile = '@team #12 `<img>` https://x.example';

const plan = {
  ref: { console: 'test', policy: 'cnns/network' },
  destination: testDestination,
  counts: { added: 0, removed: 0, changed: 1, moved: 0, renamed: 0 },
  emptiesPolicy: false,
  steps: [],
  live: new Map(),
  next: new Map(),
  collectionsUnchecked: hostile,
  body: '{}',
} as unknown as PushPlan;

const difference: ReplacedRule = {
  from: { index: 0, name: hostile },
  to: { index: 1, name: hostile },
  before: `${hostile}s`,
  after: 'allows',
  change: plainChange.weaker,
  example: { image: hostile },
};

test('nobody is told, and nothing is linked, by what a console or a repository calls something', () => {
  const text = planMarkdown({
    console: hostile,
    plans: [[plan, { differences: [difference], notKnown: [hostile] }]],
    refusals: [{ policy: 'waas/host', why: 'error', messages: [hostile], code: 1 }],
    gate: undefined,
  });
  assert.ok(text.includes('@team'));
  // Without what is code, whatever its fence.
  const said = text.replaceAll(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
  assert.doesNotMatch(said, /@|#\d|<img|https:/);
});

test('what is not known is named up to a number, and then counted: a comment has an end', () => {
  const notKnown = Array.from(
    { length: 5000 },
    (_, at) => `What member${at}, outside the rules, does is not known.`,
  );
  const text = planMarkdown({
    console: 'test',
    plans: [[plan, { differences: [difference], notKnown }]],
    refusals: [],
    gate: undefined,
  });
  assert.ok(text.includes('member19,') && !text.includes('member20,'));
  assert.match(text, /^\* and 4980 more$/m);
});

test('long names, messages and steps never make a report longer than a comment', () => {
  const long = `${'x'.repeat(70_000)} end`;
  const named = { ...difference, from: { index: 0, name: long } };
  const text = planMarkdown({
    console: 'test',
    plans: Array.from({ length: 400 }, () => [plan, { differences: [named], notKnown: [long] }] as const),
    refusals: [{ policy: 'waas/host', why: 'error', messages: [long, long], code: 1 }],
    gate: { failOn: 'weaker', result: 'failed', reasons: [] },
  });
  assert.ok(text.length < 65_536, String(text.length));
  assert.match(text, /\(70004 characters\)/);
  assert.match(text, /^\*\*\d+ parts of this report are too long for a comment\.\*\*/m);
  assert.match(text, /^Gate `--fail-on weaker`: \*\*failed\*\*\.$/m);
  assert.ok(failedPlanMarkdown(long, long).length < 65_536);
});

test('what is weaker in one way and stricter in another is never told as weaker', () => {
  const mixed: ReplacedRule = { ...difference, change: plainChange.mixed };
  const first = (...differences: readonly ReplacedRule[]): string =>
    planMarkdown({
      console: 'test',
      plans: [[plan, { differences, notKnown: [] }]],
      refusals: [],
      gate: undefined,
    }).split('\n')[0] ?? '';
  assert.equal(
    first(mixed, mixed),
    '### Plan for `test`: 1 policy to push, 2 decisions weaker in one way and stricter in another',
  );
  assert.equal(
    first(difference, mixed),
    '### Plan for `test`: 1 policy to push, 1 weaker decision, 1 decision weaker in one way and stricter in another',
  );
  const last = (...differences: readonly ReplacedRule[]): string | undefined => {
    const said: string[] = [];
    const output = { error: (line: string) => said.push(line) } as unknown as Output;
    const reasons = differences.map((one) => ({ policy: 'cnns/network', difference: one }));
    reportGate({ failOn: 'weaker', result: 'failed', reasons }, output);
    return said.at(-1);
  };
  assert.equal(
    last(mixed),
    'a decision would become weaker in one part and stricter in another (--fail-on weaker)',
  );
  assert.equal(last(mixed, difference), 'a decision would become weaker (--fail-on weaker)');
});
