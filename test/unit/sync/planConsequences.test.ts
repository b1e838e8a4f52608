import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Spelling } from '../../../src/core/policy/policyFile.ts';
import type { KnownCollections } from '../../../src/core/policy/collections.ts';
import { milderCount } from '../../../src/core/sync/consequenceLines.ts';
import { planDocument } from '../../../src/core/sync/planDocument.ts';
import type { PushPlan } from '../../../src/core/sync/outcomes.ts';
import { FakeConsole } from './fakeConsole.ts';
import { images, pulled, TestWorkspace } from './workspace.ts';

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

test('a plan says what changes hands, what becomes milder first, each with an example', async (t) => {
  const plan = await planned(
    t,
    policy(['strict', 'prod', block], ['wide', 'All']),
    policy(['mild', 'dev'], ['strict', 'prod', block], ['wide', 'All']),
  );
  assert.equal(plan.consequences?.decisionsChange, true);
  assert.equal(milderCount(plan.consequences), 1);
  const text = planDocument(plan);
  assert.match(text, /^# What changes hands, 1 of 2 to something milder:$/m);
  assert.match(text, /^# {3}"strict" -> "mild"\n# {5}blocks from high.* -> .*\(milder\)$/m);
  assert.match(text, /^# {3}"wide" -> "mild"\n# {5}the same is done: /m);
  assert.match(text, /^# {5}such as image registry\.example\/shop\/.*, namespace dev$/m);
  assert.ok(text.indexOf('"strict" -> "mild"') < text.indexOf('"wide" -> "mild"'), text);
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
