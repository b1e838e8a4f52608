import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Spelling } from '../../../src/core/policy/policyFile.ts';
import type { CollectionPatterns, KnownCollections } from '../../../src/core/policy/collections.ts';
import { fromPlain } from '../../../src/core/json/json.ts';
import { policyConsequences, type PolicyConsequences } from '../../../src/core/order/policyConsequences.ts';
import { OrderReader, type ListOrder } from '../../../src/core/order/policyOrder.ts';
import { changeCounts, type ChangeWord, plainChange } from '../../../src/core/order/effect/change.ts';
import type { Effect } from '../../../src/core/order/effect/effectOf.ts';
import { consequenceLines, decisionSummary, furtherLines } from '../../../src/core/sync/consequenceLines.ts';
import { toldLines } from '../../../src/core/sync/planNotes.ts';
import { planDocument } from '../../../src/core/sync/planDocument.ts';
import type { PushPlan } from '../../../src/core/sync/outcomes.ts';
import { consequencesAsJson } from '../../../src/cli/remote/planConsequences.ts';
import { asObject } from '../policy/policyArbitraries.ts';
import { FakeConsole } from './fakeConsole.ts';
import { images, pulled, TestWorkspace } from './workspace.ts';
import { factsText } from '../order/factsText.ts';

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
  const work = await TestWorkspace.make(t, live, { collections: async () => known });
  const spelling: Spelling = 'yaml';
  await work.pull([images], { format: spelling });
  await work.write(images, before, spelling);
  assert.equal((await work.sync.push(await work.plan(images))).verdict, 'applied');
  await work.write(images, after, spelling);
  return work.plan(images);
}

test('a plan says what changes hands, what becomes weaker first, each with an example', async (t) => {
  const plan = await planned(
    t,
    policy(['strict', 'prod', block], ['wide', 'All']),
    policy(['mild', 'dev'], ['strict', 'prod', block], ['wide', 'All']),
  );
  assert.equal(plan.consequences?.decisionsChange, true);
  assert.equal(changeCounts(plan.consequences.consequences).weaker, 1);
  const text = planDocument(plan);
  assert.match(text, /^# What changes hands, 1 of 2 weaker:$/m);
  assert.match(text, /^# {3}weaker: "strict" -> "mild"\n# {5}blocks from high.* -> .*$/m);
  assert.match(text, /^# {3}same action: "wide" -> "mild"\n# {5}alerts on everything$/m);
  assert.match(text, /^# {5}such as image registry\.example\/shop\/.*, namespace dev$/m);
  assert.ok(text.indexOf('"strict" -> "mild"') < text.indexOf('"wide" -> "mild"'), text);
});

test('each consequence is marked with what becomes of what is done, and what is not clear is counted', () => {
  const effect = { kind: 'no-rule', does: 'nothing' } as const;
  const lines = (...changes: readonly ChangeWord[]): readonly string[] =>
    consequenceLines({
      consequences: changes.map((change) => ({
        from: { index: 0, name: 'a' },
        to: { index: 1, name: change },
        before: effect,
        after: effect,
        change: plainChange[change],
        example: {},
      })),
      decisionsChange: true,
      effectChanges: [],
      isComplete: true,
    }).filter((line) => line.includes('->') || line.includes('hands'));
  assert.deepEqual(lines('weaker', 'mixed', 'unknown', 'stricter', 'same'), [
    '# What changes hands, 1 of 5 weaker, 1 of 5 mixed, 1 of 5 unknown:',
    '#   weaker: "a" -> "weaker"',
    '#   mixed: "a" -> "mixed"',
    '#   unknown: "a" -> "unknown"',
    '#   stricter: "a" -> "stricter"',
    '#   same action: "a" -> "same"',
  ]);
  assert.equal(lines('weaker', 'unknown')[0], '# What changes hands, 1 of 2 weaker, 1 of 2 unknown:');
  assert.equal(lines('mixed', 'same')[0], '# What changes hands, 1 of 2 mixed:');
  assert.equal(lines('unknown', 'same')[0], '# What changes hands, 1 of 2 unknown:');
  assert.equal(lines('stricter', 'same')[0], '# What changes hands:');
});

test('the summary of a plan counts changed decisions by their change, and says where it is not all', () => {
  const effect = { kind: 'no-rule', does: 'nothing' } as const;
  const summary = (changes: readonly ChangeWord[], more: Partial<PolicyConsequences> = {}): string =>
    decisionSummary({
      consequences: [],
      effectChanges: changes.map((change) => ({
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

test('what there is no space for above stands at the end of a plan, pair by pair; ways are named', () => {
  const alerts = { kind: 'thresholds', alertFrom: 9, blockFrom: undefined } as const;
  const told: PolicyConsequences = {
    consequences: Array.from({ length: 39 }, (_, at) => ({
      from: { index: at, name: `rule ${at}` },
      to: { index: 50, name: 'wide' },
      before: alerts,
      after: alerts,
      change: plainChange.mixed,
      ways: { weaker: ['what is in base images'], stricter: ['what has no fix'], unknown: [] },
      example: {},
    })),
    effectChanges: Array.from({ length: 22 }, (_, at) => ({
      rule: { index: at, name: `changed ${at}` },
      before: alerts,
      after: alerts,
      change: plainChange.stricter,
    })),
    decisionsChange: true,
    isComplete: true,
  };
  const above = consequenceLines(told).join('\n');
  const below = furtherLines(told).join('\n');
  assert.match(above, /^# {3}and 19 more, named at the end of the plan$/m);
  assert.match(above, /^# {3}and 2 more, named at the end of the plan$/m);
  for (const { from } of told.consequences) {
    assert.equal([above, below].filter((text) => text.includes(`"${from?.name}" -> `)).length, 1, from?.name);
  }
  for (const { rule } of told.effectChanges) {
    assert.equal([above, below].filter((text) => text.includes(`: "${rule.name}"`)).length, 1, rule.name);
  }
  assert.match(below, /^# {5}weaker in what is in base images; stricter in what has no fix$/m);
  assert.deepEqual(
    furtherLines({ ...told, consequences: told.consequences.slice(20), effectChanges: [] }),
    [],
  );
  // A record has no end to name the rest at.
  const known = toldLines({ consequences: told } as unknown as PushPlan).join('\n');
  assert.doesNotMatch(known, /more|end of the plan/);
  const many = Array.from({ length: 230 }, () => told.consequences[0]);
  const most = toldLines({ consequences: { ...told, consequences: many } } as unknown as PushPlan);
  assert.ok(most.includes('  and 30 more, which are not kept'));
});

test('what an effect is called stays on its line, however long it is', () => {
  const effect: Effect = { kind: 'connections', word: `alert\n\n+ #1 "forged"${'x'.repeat(100_000)}` };
  const told = {
    consequences: [],
    effectChanges: [
      { rule: { index: 0, name: 'a' }, before: effect, after: effect, change: plainChange.unknown },
    ],
    decisionsChange: false,
    isComplete: true,
  } as unknown as PolicyConsequences;
  const lines = consequenceLines(told);
  assert.doesNotMatch(lines.join('\n'), /^\+ #1/m);
  assert.ok(lines.every((line) => line.length < 1000 && !line.includes('\n')));
  assert.match(lines.join('\n'), /forged/);
});

test('a plan says what was not analyzed, and of which rules', () => {
  // Each takes away what others name: whether something is left is a question beyond the budget.
  const hard = new Map<string, CollectionPatterns>(
    Array.from({ length: 12 }, (_, c) => [
      `c${c}`,
      { images: Array.from({ length: 40 }, (__, p) => (p % 2 === 0 ? `*x${c}y${p}*` : `-*x${c}y${p}z*`)) },
    ]),
  );
  const reader = new OrderReader(images, hard);
  const read = (names: readonly string[]): readonly ListOrder[] =>
    reader.read(
      asObject(fromPlain({ rules: names.map((name) => ({ name, collections: [{ name }], effect: name })) })),
    );
  const names = [...hard.keys()];
  const told = policyConsequences(read(names), read(names.toReversed()), 1);
  assert.equal(told.isComplete, false);
  const rules = (told.notAnalyzed ?? []).map(({ name }) => name);
  assert.deepEqual([...new Set(rules)], rules, 'each once');
  assert.ok(rules.length > 3 && rules.every((name) => hard.has(name)), rules.join());
  const lines = consequenceLines(told);
  assert.match(
    lines.at(-1) ?? '',
    /^# {3}Not analyzed: what "c\d+", "c\d+" and \d+ more may take or give\. Too much of what the collections name overlaps\.$/,
  );
  // With enough steps for all of it there is nothing to say.
  const all = policyConsequences(read(names.slice(0, 2)), read(names.slice(0, 2).toReversed()));
  assert.equal(all.notAnalyzed, undefined);
  assert.doesNotMatch(consequenceLines(all).join('\n'), /analyzed/);
});

test('a rule that is weakened where it stands is told as weaker, and never as a plan of which no decision changes', async (t) => {
  const plan = await planned(
    t,
    policy(['strict', 'prod', block], ['stays', 'dev'], ['wide', 'All']),
    policy(['strict', 'prod'], ['stays', 'dev'], ['wide', 'All', block]),
  );
  assert.equal(plan.consequences?.decisionsChange, false, 'nothing changes hands');
  assert.deepEqual(
    plan.consequences.effectChanges.map(({ rule, change }) => [rule.name, factsText(change)]),
    [
      ['strict', 'weaker'],
      ['wide', 'stricter'],
    ],
  );
  const text = planDocument(plan);
  assert.doesNotMatch(text, /no decision changes/);
  assert.match(text, /^# What changes hands: nothing\. Everything keeps the rule that decides for it\.$/m);
  assert.match(text, /^# What rules do changes, 1 of 2 weaker:\n# {3}weaker: "strict"\n/m);
  assert.match(text, /^# {3}weaker: "strict"\n# {5}blocks from high.* -> alerts on everything$/m);
});

test('of a rule that is disabled before and after nothing is told, whatever it would do', async (t) => {
  const plan = await planned(
    t,
    policy(['a', 'prod', `${block}\n    disabled: true`], ['b', 'All']),
    policy(['a', 'prod', 'disabled: true'], ['b', 'All']),
  );
  assert.deepEqual(plan.consequences?.effectChanges, []);
});

test('a plan says that no decision changes, also of a whole reorder', async (t) => {
  const plan = await planned(
    t,
    policy(['a', 'prod'], ['b', 'prod'], ['c', 'prod', block]),
    policy(['a', 'prod'], ['c', 'prod', block], ['b', 'prod']),
  );
  assert.equal(plan.consequences?.decisionsChange, false);
  assert.match(planDocument(plan), /^# What changes hands: no decision changes\./m);
});

test('a plan says what is not known, and nothing where nobody asked', async (t) => {
  const before = policy(['a', 'prod'], ['b', 'dev', block]);
  const after = policy(['b', 'dev', block], ['a', 'prod']);
  const plan = await planned(t, before, after, new Map());
  assert.equal(plan.consequences?.decisionsChange, undefined);
  assert.match(planDocument(plan), /^# What changes hands: not known\./m);
  const { work } = await pulled(t);
  await work.write(images, before);
  assert.doesNotMatch(planDocument(await work.plan(images)), /What changes hands/);
});

test('names and patterns of others stay on their line', async (t) => {
  const known = new Map([['prod', { images: ['registry.example/shop\n+ #9 "planted"'] }]]);
  const plan = await planned(
    t,
    policy(['a', 'All']),
    policy(['"x\\n- #1 \\"planted\\""', 'prod', block], ['a', 'All']),
    known,
  );
  const lines = planDocument(plan).split('\n');
  assert.equal(plan.consequences?.decisionsChange, true);
  assert.deepEqual(lines.filter((line) => /^[-+]/.test(line)).length, 1, lines.join('\n'));
});

test('a plan says that it is not known what members outside the rules do, and not that no decision changes', async (t) => {
  const text = policy(['a', 'prod', block]);
  const plan = await planned(t, text, `${text}later: true\n`);
  assert.equal(plan.consequences?.decisionsChange, false);
  const said = planDocument(plan);
  assert.doesNotMatch(said, /no decision changes|Everything keeps/);
  assert.match(said, /^# What changes hands: nothing by the rules\.$/m);
  assert.match(said, /^# What later, outside the rules, does to decisions is not known\.$/m);
  assert.deepEqual(consequencesAsJson(plan.consequences), {
    decisionsChange: null,
    isComplete: false,
    consequences: [],
    effectChanges: [],
    outside: ['later'],
  });
});

test('that there may be more is said with why', () => {
  const none: Effect = { kind: 'no-rule', does: 'alerts' };
  const some = {
    consequences: [{ before: none, after: none, change: 'weaker', example: {} }],
    effectChanges: [],
    decisionsChange: true,
    isComplete: false,
    notKnown: ['collections'],
  } as unknown as PolicyConsequences;
  assert.ok(
    consequenceLines(some).includes(
      '#   There may be more: not everything is known. Not enough is known of what the collections name.',
    ),
  );
});

test('of many members outside the rules it is said how many are not named', () => {
  const none = { consequences: [], effectChanges: [], decisionsChange: false, isComplete: true };
  const lines = consequenceLines({ ...none, outside: Array.from({ length: 23 }, (_, at) => `member${at}`) });
  assert.equal(lines.filter((line) => line.includes('outside the rules')).length, 20);
  assert.equal(lines.at(-1), '#   and of 3 more');
});
