import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Spelling } from '../../../src/core/policy/policyFile.ts';
import type { CollectionPatterns, KnownCollections } from '../../../src/core/policy/collections.ts';
import { fromPlain } from '../../../src/core/json/json.ts';
import {
  policyDecisionChanges,
  type PolicyDecisionChanges,
} from '../../../src/core/order/policyDecisionChanges.ts';
import { OrderReader, type ListOrder } from '../../../src/core/order/orderReader.ts';
import { changeCounts, plainChange, type ChangeWord } from '../../../src/core/order/effect/change.ts';
import {
  decisionDetails,
  decisionLines,
  decisionSummary,
  MAX_SHOWN,
  textOf,
} from '../../../src/core/sync/decisionLines.ts';
import type { ChangeWays } from '../../../src/core/order/effect/effectChange.ts';
import { recordedFacts } from '../../../src/core/sync/planFacts.ts';
import { reviewText } from '../../../src/core/sync/reviewText.ts';
import type { PushPlan } from '../../../src/core/sync/outcomes.ts';
import { decisionChangesAsJson } from '../../../src/cli/remote/plan.ts';
import { asObject } from '../policy/policyArbitraries.ts';
import { FakeConsole } from './fakeConsole.ts';
import { images, planText, pulled, TestWorkspace } from './workspace.ts';
import { factsText } from '../order/factsText.ts';
import { pushOne } from './planAndPush.ts';

const collections: KnownCollections = new Map([
  ['All', {}],
  ['prod', { images: ['registry.example/shop/*'] }],
  ['dev', { namespaces: ['dev'] }],
]);

const block = 'blockThreshold: {enabled: true, value: 7}';

function policy(...rules: readonly (readonly [name: string, collection: string, more?: string])[]): string {
  const text = rules.map(
    ([name, collection, more = 'effect: alert']) =>
      `  - name: ${name}\n    collections: [{name: ${collection}}]\n    ${more}\n`,
  );
  return `policyType: containerVulnerability\nrules:\n${text.join('')}`;
}

async function planned(
  t: Parameters<typeof pulled>[0],
  before: string,
  after: string,
  known: KnownCollections = collections,
): Promise<PushPlan> {
  const live = new FakeConsole();
  live.collections = new Set([...live.collections, ...known.keys()]);
  const work = await TestWorkspace.make(t, live, { collections: async () => ({ contents: known }) });
  const spelling: Spelling = 'yaml';
  await work.pull([images], { format: spelling });
  await work.write(images, before, spelling);
  const confirmed = { weaker: [images.name] };
  assert.equal((await pushOne(work.sync, await work.plan(images), { confirmed })).verdict, 'applied');
  await work.write(images, after, spelling);
  return work.plan(images);
}

test('a plan says what changes hands, what becomes weaker first, each with an example', async (t) => {
  const plan = await planned(
    t,
    policy(['strict', 'prod', block], ['wide', 'All']),
    policy(['mild', 'dev'], ['strict', 'prod', block], ['wide', 'All']),
  );
  assert.equal(plan.decisionChanges?.decisionsChange, true);
  assert.equal(changeCounts(plan.decisionChanges.decisions).weaker, 1);
  const text = planText(plan);
  assert.match(text, /^Decisions: 2 changed: 1 weaker, 1 same action\.$/m);
  assert.match(
    text,
    /^ {2}weaker: "strict" -> "mild": blocks from high.* -> .*. Example: image registry\.example\/shop\/.*, namespace dev$/m,
  );
  assert.match(text, /^ {2}same action: "wide" -> "mild": alerts on everything. Example: /m);
  assert.ok(text.indexOf('"strict" -> "mild"') < text.indexOf('"wide" -> "mild"'), text);
});

test('each changed decision is one line, which begins with its change', () => {
  const effect = 'does nothing';
  const lines = (...changes: readonly ChangeWord[]): readonly string[] =>
    decisionLines({
      decisions: changes.map((change) => ({
        from: { index: 0, name: 'a' },
        to: { index: 1, name: change },
        before: effect,
        after: effect,
        change: plainChange[change],
        example: {},
      })),
      decisionsChange: true,
      actions: [],
      isComplete: true,
    }).map(textOf);
  const words = ['weaker', 'mixed', 'unknown', 'stricter', 'same'] as const;
  const [, ...each] = lines(...words);
  assert.deepEqual(
    each.map((line) => /^ {2}(\w+)[ \w]*: "a" -> "(\w+)": /.exec(line)?.slice(1)),
    words.map((word) => [word, word]),
  );
  assert.deepEqual(lines(), []);
});

test('the summary of a plan counts changed decisions by their change, and says where it is not all', () => {
  const effect = 'does nothing';
  const summary = (changes: readonly ChangeWord[], more: Partial<PolicyDecisionChanges> = {}): string =>
    decisionSummary({
      decisions: [],
      actions: changes.map((change) => ({
        rule: { index: 0, name: 'a' },
        before: effect,
        after: effect,
        change: plainChange[change],
      })),
      decisionsChange: false,
      isComplete: true,
      ...more,
    });
  assert.equal(summary(['stricter', 'mixed', 'mixed']), 'Decisions: 3 changed: 2 mixed, 1 stricter.');
  assert.equal(
    summary(['unknown', 'weaker'], { isComplete: false }),
    'Decisions: 2 changed: 1 weaker, 1 unknown. There may be more.',
  );
  assert.equal(summary([]), 'Decisions: none changed.');
  assert.equal(summary([], { decisionsChange: undefined }), 'Decisions: unknown.');
  assert.equal(summary([], { outside: ['learningDisabled'] }), 'Decisions: unknown.');
});

test('changed decisions without a line are counted, and named at the end of a plan', () => {
  const alerts = 'alerts from critical';
  const told: PolicyDecisionChanges = {
    decisions: Array.from({ length: 39 }, (_, at) => ({
      from: { index: at, name: `rule ${at}` },
      to: { index: 50, name: 'wide' },
      before: alerts,
      after: alerts,
      change: plainChange.mixed,
      ways: {
        weaker: ['vulnerabilities of base images'],
        stricter: ['vulnerabilities without a fix'],
        unknown: [],
        mixed: [],
      },
      example: {},
    })),
    actions: Array.from({ length: 22 }, (_, at) => ({
      rule: { index: at, name: `changed ${at}` },
      before: alerts,
      after: alerts,
      change: plainChange.stricter,
    })),
    decisionsChange: true,
    isComplete: true,
  };
  const above = decisionLines(told).map(textOf);
  const details = decisionDetails(told).map(textOf);
  assert.equal(above.filter((line) => line.includes(`and ${39 - MAX_SHOWN} more`)).length, 1);
  assert.equal(above.filter((line) => line.includes(`and ${22 - MAX_SHOWN} more`)).length, 1);
  assert.equal(above.length, 2 * (MAX_SHOWN + 2), 'one line for each, two headings and two counts');
  for (const name of [
    ...told.decisions.map(({ from }) => `"${from?.name}" -> `),
    ...told.actions.map(({ rule }) => `: "${rule.name}"`),
  ]) {
    assert.equal(details.filter((line) => line.includes(name)).length, 1, name);
  }
  assert.ok(
    details.includes(
      '    weaker in vulnerabilities of base images; stricter in vulnerabilities without a fix',
    ),
  );
  // A record has no end to name the rest at.
  const known = recordedFacts({ decisionChanges: told } as unknown as PushPlan).join('\n');
  assert.doesNotMatch(known, /more|end of the plan/);
  const many = Array.from({ length: 230 }, () => told.decisions[0]);
  const most = recordedFacts({ decisionChanges: { ...told, decisions: many } } as unknown as PushPlan);
  assert.ok(most.includes('  and 30 more, which are not saved'));
});

test('the line of a mixed change names its weaker part, also where the severities become stricter or mixed', () => {
  const lineOf = (ways: Partial<ChangeWays>): string =>
    decisionLines({
      decisions: [],
      actions: [
        {
          rule: { index: 0, name: 'a' },
          before: 'alerts from critical',
          after: 'blocks from critical, alerts from critical',
          change: plainChange.mixed,
          ways: { weaker: [], mixed: [], stricter: [], unknown: [], ...ways },
        },
      ],
      decisionsChange: false,
      isComplete: true,
    })
      .map(textOf)
      .join('\n');
  for (const other of ['stricter', 'mixed']) {
    assert.match(
      lineOf({ weaker: ['days of grace'], [other]: ['severities'] }),
      /^ {2}mixed: "a": .* -> blocks .*; weaker in days of grace$/m,
    );
  }
  assert.match(lineOf({ mixed: ['severities'], stricter: ['grace'] }), /; mixed in severities$/m);
});

const collectionsOf300: KnownCollections = new Map([
  ['All', {}],
  ['legacy', { images: ['registry.example/legacy/*'] }],
  ...Array.from({ length: 299 }, (_, at): [string, CollectionPatterns] => [
    `c${at}`,
    { images: [at < 29 ? `registry.example/legacy/team${at}/*` : `registry.example/team${at}/*`] },
  ]),
]);

test('the first screen of a plan that moves one rule above 300 has all that matters', async (t) => {
  const rules = Array.from(
    { length: 299 },
    (_, at) => [`r${at}`, `c${at}`, at % 2 === 0 ? block : 'effect: alert'] as const,
  );
  const legacy = ['legacy', 'legacy', 'alertThreshold: {enabled: true, value: 9}'] as const;
  const plan = await planned(t, policy(...rules, legacy), policy(legacy, ...rules), collectionsOf300);
  const { lines, details } = reviewText(plan, 'Push');
  assert.equal(plan.decisionChanges?.decisions.length, 29);
  assert.ok(details <= 30, lines.join('\n'));
  const first = lines.slice(0, details);
  assert.deepEqual(
    [
      /^Decisions: 29 changed: /,
      /^Moved "legacy", from 300 to 1$/,
      / -> "legacy": .*. Example: image /,
      / and 14 more, /,
    ].map((one) => first.filter((line) => one.test(line)).length),
    [1, 1, MAX_SHOWN, 1],
  );
  for (const { from } of plan.decisionChanges.decisions) {
    assert.ok(lines.slice(details).some((line) => line.includes(`"${from?.name}" -> "legacy"`)));
  }
});

test('what an effect is called stays on its line, however long it is', () => {
  const effect = `alert\n\n+ #1 "forged"${'x'.repeat(100_000)}`;
  const told = {
    decisions: [],
    actions: [{ rule: { index: 0, name: 'a' }, before: effect, after: effect, change: plainChange.unknown }],
    decisionsChange: false,
    isComplete: true,
  } as unknown as PolicyDecisionChanges;
  const lines = decisionLines(told).map(textOf);
  assert.doesNotMatch(lines.join('\n'), /^\+ #1/m);
  assert.ok(lines.every((line) => line.length < 1000 && !line.includes('\n')));
  assert.match(lines.join('\n'), /forged/);
});

test('a plan says what was not analyzed, and of which rules', () => {
  // Something is left only where one of many exceptions of each is met, which is too hard a question.
  const hard = new Map<string, CollectionPatterns>(
    Array.from({ length: 12 }, (_, c) => {
      const all = ['*', ...Array.from({ length: 200 }, (__, p) => `-*x${c}y${p}z*`)];
      return [`c${c}`, { images: all, namespaces: all }];
    }),
  );
  const names = [...hard.keys()];
  const reader = new OrderReader(images, hard.set('a', { images: ['a*'] }).set('b', { images: ['*b'] }));
  const read = (names: readonly string[]): readonly ListOrder[] =>
    reader.read(
      asObject(fromPlain({ rules: names.map((name) => ({ name, collections: [{ name }], effect: name })) })),
    );
  const told = policyDecisionChanges(read(names), read(names.toReversed()));
  assert.equal(told.isComplete, false);
  const rules = (told.notAnalyzed ?? []).map(({ name }) => name);
  assert.deepEqual([...new Set(rules)], rules, 'each once');
  assert.ok(rules.length > 3 && rules.every((name) => hard.has(name)), rules.join());
  const lines = decisionLines(told).map(textOf);
  assert.match(
    lines.at(-1) ?? '',
    /^ {2}Not analyzed: "c\d+", "c\d+" and \d+ more\. The collections overlap too much\.$/,
  );
  // With enough steps for all of it there is nothing to say.
  const all = policyDecisionChanges(read(['a', 'b']), read(['b', 'a']));
  assert.equal(all.notAnalyzed, undefined);
  assert.doesNotMatch(decisionLines(all).map(textOf).join('\n'), /analyzed/);
});

test('a rule that is weakened where it stands is told as weaker, and never as a plan of which no decision changes', async (t) => {
  const plan = await planned(
    t,
    policy(['strict', 'prod', block], ['stays', 'dev'], ['wide', 'All']),
    policy(['strict', 'prod'], ['stays', 'dev'], ['wide', 'All', block]),
  );
  assert.equal(plan.decisionChanges?.decisionsChange, false, 'nothing changes hands');
  assert.deepEqual(
    plan.decisionChanges.actions.map(({ rule, change }) => [rule.name, factsText(change)]),
    [
      ['strict', 'weaker'],
      ['wide', 'stricter'],
    ],
  );
  const text = planText(plan);
  assert.match(text, /^Decisions: 2 changed: 1 weaker, 1 stricter\.$/m);
  assert.match(text, /^ {2}weaker: "strict": blocks from high.* -> alerts on everything. Example: image /m);
});

test('of a rule that is disabled before and after nothing is told, whatever it would do', async (t) => {
  const plan = await planned(
    t,
    policy(['a', 'prod', `${block}\n    disabled: true`], ['b', 'All']),
    policy(['a', 'prod', 'disabled: true'], ['b', 'All']),
  );
  assert.deepEqual(plan.decisionChanges?.actions, []);
});

test('a plan says that no decision changes, also of a whole reorder', async (t) => {
  const plan = await planned(
    t,
    policy(['a', 'prod'], ['b', 'prod'], ['c', 'prod', block]),
    policy(['a', 'prod'], ['c', 'prod', block], ['b', 'prod']),
  );
  assert.equal(plan.decisionChanges?.decisionsChange, false);
  assert.match(planText(plan), /^Decisions: none changed\.$/m);
});

test('a plan says what is not known, and nothing where nobody asked', async (t) => {
  const before = policy(['a', 'prod'], ['b', 'dev', block]);
  const after = policy(['b', 'dev', block], ['a', 'prod']);
  const plan = await planned(t, before, after, new Map());
  assert.equal(plan.decisionChanges?.decisionsChange, undefined);
  assert.match(planText(plan), /^Decisions: unknown\.$/m);
  const { work } = await pulled(t);
  await work.write(images, before);
  assert.doesNotMatch(planText(await work.plan(images)), /^Decisions/m);
});

test('names and patterns of others stay on their line', async (t) => {
  const known = new Map([['prod', { images: ['registry.example/shop\nAdded "planted" as rule 9'] }]]);
  const plan = await planned(
    t,
    policy(['a', 'All']),
    policy(['"x\\nRemoved \\"planted\\""', 'prod', block], ['a', 'All']),
    known,
  );
  const lines = planText(plan).split('\n');
  assert.equal(plan.decisionChanges?.decisionsChange, true);
  assert.deepEqual(lines.filter((line) => /^(?:Added|Removed)/.test(line)).length, 1, lines.join('\n'));
});

test('a plan says that it is not known what members outside the rules do, and not that no decision changes', async (t) => {
  const text = policy(['a', 'prod', block]);
  const plan = await planned(t, text, `${text}later: true\n`);
  assert.equal(plan.decisionChanges?.decisionsChange, false);
  const said = planText(plan);
  assert.match(said, /^Decisions: unknown\.$/m);
  assert.match(said, /^The impact of the policy-level field later on decisions is unknown\.$/m);
  assert.deepEqual(decisionChangesAsJson(plan.decisionChanges), {
    decisionsChange: null,
    isComplete: false,
    changedDecisions: [],
    changedActions: [],
    policyLevelFields: ['later'],
  });
});

test('that there may be more is said with why', () => {
  const none = 'alerts on everything';
  const some = {
    decisions: [{ before: none, after: none, change: 'weaker', example: {} }],
    actions: [],
    decisionsChange: true,
    isComplete: false,
    unknownReasons: ['collections'],
  } as unknown as PolicyDecisionChanges;
  assert.ok(decisionLines(some).includes('  The contents of some collections are unknown.'));
});

test('of many members outside the rules it is said how many are not named', () => {
  const none = { decisions: [], actions: [], decisionsChange: false, isComplete: true };
  const outside = Array.from({ length: MAX_SHOWN + 3 }, (_, at) => `member${at}`);
  const lines = decisionLines({ ...none, outside }).map(textOf);
  assert.equal(lines.filter((line) => line.includes('policy-level field')).length, MAX_SHOWN);
  assert.equal(lines.at(-1), '  The impact of 3 more fields is unknown.');
});
