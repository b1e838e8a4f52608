import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { arrayAt, fromPlain, JsonNumber, type JsonObject } from '../../../src/core/json/json.ts';
import { parseJson } from '../../../src/core/json/jsonText.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import type { PushStep } from '../../../src/core/sync/outcomes.ts';
import { DriftError } from '../../../src/core/sync/push.ts';
import { asObject } from '../policy/policyArbitraries.ts';
import { FakeConsole } from './fakeConsole.ts';
import {
  addRule,
  images,
  isCode,
  kindOf,
  network,
  pulled,
  rule,
  runtime,
  TestWorkspace,
  withRules,
} from './workspace.ts';
import { planOne, pushOne } from './planAndPush.ts';
import { policyStatus } from '../../../src/core/sync/policyStatus.ts';

test('pushing what was pulled is nothing to push, and no PUT is sent', async (t) => {
  const { live, work } = await pulled(t);
  for (const kind of [images, runtime, network]) {
    assert.deepEqual(await planOne(work.sync, kind), { kind: 'nothing-to-push' });
  }
  assert.equal(live.puts, 0);
});

test('each kind of step is pushed, read back and becomes the base', async (t) => {
  const { live, work } = await pulled(t);
  const edits: [string, (rules: JsonObject[]) => JsonObject[], string[], string[]][] = [
    ['add', (rules) => [rule('n'), ...rules], ['n', 'a', 'b'], ['add']],
    ['reorder', ([n, a, b]) => [a, b, n] as JsonObject[], ['a', 'b', 'n'], ['move']],
    [
      'change',
      ([a, b, n]) => [new Map([...(a as JsonObject), ['notes', 'x']]), b, n] as JsonObject[],
      ['a', 'b', 'n'],
      ['change'],
    ],
    [
      'rename',
      ([a, b, n]) => [a, new Map([...(b as JsonObject), ['name', 'c']]), n] as JsonObject[],
      ['a', 'c', 'n'],
      ['rename'],
    ],
    ['remove', ([a, c]) => [a, c] as JsonObject[], ['a', 'c'], ['remove']],
  ];
  for (const [what, edit, names, kinds] of edits) {
    await work.edit(images, withRules(edit));
    assert.equal((await policyStatus(work.sync, images)).state, 'edited', what);
    const plan = await work.plan(images);
    assert.deepEqual(
      plan.steps.map((step) => step.kind),
      kinds,
      what,
    );
    const outcome = await pushOne(work.sync, plan);
    assert.equal(outcome.verdict, 'applied', what);
    assert.deepEqual([outcome.reason, outcome.difference], [undefined, undefined], what);
    assert.deepEqual(live.names(images), names, what);
    assert.equal((await policyStatus(work.sync, images)).state, 'in-sync', what);
    assert.deepEqual(await planOne(work.sync, images), { kind: 'nothing-to-push' }, what);
  }
  assert.equal(live.puts, edits.length);
  assert.deepEqual(
    live.bodies.map((body) => body.includes('previousName')),
    [false, false, false, true, false],
  );
  assert.match(live.bodies[3] ?? '', /"previousName":"b"/);
});

test('the body keeps unknown members, key order and the spelling of numbers, and names collections', async (t) => {
  const { live, work } = await pulled(t);
  await work.write(
    images,
    '{"rules":[{"zz":{"2":1,"1":1.50},"name":"a","collections":[{"name":"All","color":"#000"}],"big":12345678901234567890123,"owner":"x"}]}',
    'json',
  );
  await rm(path.join(work.policyFolder, 'vulnerability/images.policy.yaml'), { force: true });
  await writeFile(
    path.join(work.policyFolder, 'vulnerability/images.policy.json'),
    '{"rules":[{"zz":{"2":1,"1":1.50},"name":"a","collections":[{"name":"All","color":"#000"}],"big":12345678901234567890123,"owner":"x"}]}',
  );
  const plan = await work.plan(images);
  assert.equal(
    plan.body,
    '{"policyType":"containerVulnerability","rules":[{"zz":{"2":1,"1":1.50},"name":"a","collections":[{"name":"All"}],"big":12345678901234567890123}]}',
  );
  assert.equal((await pushOne(work.sync, plan)).verdict, 'applied');
  assert.deepEqual(live.bodies, [plan.body]);
});

test('the steps are told in order', async (t) => {
  const { work } = await pulled(t);
  await work.edit(images, addRule);
  const steps: PushStep[] = [];
  await pushOne(work.sync, await work.plan(images), { onStep: (step) => steps.push(step) });
  assert.deepEqual(steps, ['saving-snapshot', 'reading-live', 'sending', 'reading-back', 'settled']);
});

test('invalid working copies are refused before anything is read', async (t) => {
  const { live, work } = await pulled(t, {
    validate: (document) => (document.text.includes('forbidden') ? ['this is forbidden'] : []),
  });
  for (const [text, problem] of [
    ['rules: [', /line \d+/],
    ['- a\n- b\n', /policy/],
    ['', /empty/],
    ['rules: 3\n', /list/],
    ['rules: [1]\n', /not a rule/],
    ['rules: [{collections: []}]\n', /has no name/],
    ['rules: [{name: ""}]\n', /has no name/],
    ['policyType: hostVulnerability\nrules: []\n', /hostVulnerability/],
    ['rules: [{name: forbidden}]\n', /this is forbidden/],
  ] as const) {
    await work.write(images, text);
    const outcome = await planOne(work.sync, images);
    assert.equal(outcome.kind, 'invalid', text);
    assert.match(outcome.kind === 'invalid' ? outcome.problems.join('; ') : '', problem);
  }
  assert.deepEqual(live.requests, []);
});

test('a policy without a file cannot be planned', async (t) => {
  const work = await TestWorkspace.make(t, new FakeConsole());
  await assert.rejects(planOne(work.sync, images), isCode('not-pulled'));
});

test('drift between pull and push refuses and says what changed', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  live.set(
    images,
    '{"rules":[{"name":"b","collections":[{"name":"prod"}]},{"name":"a","note":1,"collections":[{"name":"All"}]}]}',
  );
  const outcome = await planOne(work.sync, images);
  assert.equal(outcome.kind, 'drift');
  assert.deepEqual(outcome.kind === 'drift' && outcome.changes?.map((step) => step.kind), ['move']);
  assert.equal((await policyStatus(work.sync, images)).state, 'conflict');
  assert.equal(live.puts, 0);
});

test('drift between plan and push refuses', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
  await assert.rejects(
    pushOne(work.sync, plan),
    (error) =>
      error instanceof DriftError && error.code === 'drift' && (error.drift.changes?.length ?? 0) > 0,
  );
  assert.equal(live.puts, 0);
  assert.deepEqual(await work.sync.journal.all(), []);
  assert.deepEqual(live.names(images), ['theirs']);
});

test('what only the console fills in is no drift', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  live.set(images, live.text(images));
  const plan = await work.plan(images);
  live.set(images, live.text(images));
  assert.equal((await pushOne(work.sync, plan)).verdict, 'applied');
});

test('without a base nothing is pushed', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  await rm(path.join(work.policyFolder, 'ordinance.lock.json'));
  assert.equal((await planOne(work.sync, images)).kind, 'no-base');
  assert.equal((await policyStatus(work.sync, images)).state, 'unknown');
  assert.equal(live.puts, 0);
});

test('a base that was moved after the plan refuses', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  const lock = path.join(work.policyFolder, 'ordinance.lock.json');
  await writeFile(lock, (await readFile(lock, 'utf8')).replace(plan.liveHash, '0'.repeat(64)));
  await assert.rejects(pushOne(work.sync, plan), isCode('base-moved'));
  assert.equal(live.puts, 0);
});

test('an unknown collection is found before the PUT', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(
    images,
    withRules((rules) => [...rules, rule('c', { collections: [{ name: 'All' }, { name: 'gone' }] })]),
  );
  assert.deepEqual(await planOne(work.sync, images), {
    kind: 'unknown-collections',
    missing: [{ array: 'rules', rule: 'c', index: 2, collection: 'gone' }],
  });
  await work.edit(
    network,
    (document) =>
      new Map([
        ...document,
        ['networkEntities', fromPlain([{ _id: 1, name: 'web', collections: [{ name: 'nowhere' }] }])],
      ]),
  );
  assert.deepEqual(await planOne(work.sync, network), {
    kind: 'unknown-collections',
    missing: [{ array: 'networkEntities', rule: 'web', index: 0, collection: 'nowhere' }],
  });
  assert.equal(live.puts, 0);
});

test('a collection deleted after validation: the missing rule is noticed', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(
    images,
    withRules((rules) => [...rules, rule('c', { collections: [{ name: 'dev' }] })]),
  );
  const plan = await work.plan(images);
  live.beforeWrite = () => live.collections.delete('dev');
  const outcome = await pushOne(work.sync, plan);
  assert.equal(outcome.verdict, 'not-applied');
  assert.match(outcome.reason ?? '', /still has.*dropped.*rule "c" \(collection "dev"\)/);
  assert.deepEqual(
    outcome.difference?.map((step) => [step.kind, 'rule' in step && step.rule]),
    [['remove', 'c']],
  );
});

test('a policy that loses all its rules is marked, and sent as the two characters {}', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(runtime, (document) => new Map([...document, ['learningDisabled', true], ['rules', []]]));
  const plan = await work.plan(runtime);
  assert.equal(plan.emptiesPolicy, true);
  assert.equal(plan.body, '{}');
  const outcome = await pushOne(work.sync, plan, { confirmed: { 'empties-policy': [runtime.name] } });
  assert.equal(outcome.verdict, 'applied');
  assert.deepEqual(live.bodies, ['{}']);
  assert.deepEqual(live.names(runtime), []);
  assert.deepEqual(
    outcome.difference?.map((step) => step.kind),
    ['document'],
  );
});

test('the network policy loses its rules but not its entities', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(
    network,
    (document) =>
      new Map([
        ...document,
        ['networkEntities', fromPlain([{ _id: 1, name: 'web' }])],
        ['hostEnabled', true],
      ]),
  );
  await pushOne(work.sync, await work.plan(network));
  await work.edit(network, () => asObject(parseJson('{"hostRules":[],"containerRules":[]}')));
  const plan = await work.plan(network);
  assert.equal(plan.emptiesPolicy, true);
  assert.equal(
    (await pushOne(work.sync, plan, { confirmed: { 'empties-policy': [network.name] } })).verdict,
    'applied',
  );
  assert.match(
    live.bodies[1] ?? '',
    /"hostRules":\[\],"containerRules":\[\],"hostEnabled":true,"networkEntities":\[\{"_id":1/,
  );
  assert.deepEqual(live.names(network), []);
});

test('a plan is bound to its bytes and to its console', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  for (const forged of [
    { ...plan, body: plan.body.replace('added', 'other') },
    { ...plan, body: '{}' },
    { ...plan, bodyHash: '0'.repeat(64) },
    { ...plan, next: plan.live },
    { ...plan, ref: { ...plan.ref, console: 'elsewhere' } },
    { ...plan, ref: { ...plan.ref, policy: runtime.name } },
  ]) {
    await assert.rejects(pushOne(work.sync, forged), Error);
  }
  assert.equal(live.puts, 0);
  assert.equal((await pushOne(work.sync, plan)).verdict, 'applied');
});

test('the order that is sent is the order that was shown', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(
    images,
    withRules((rules) => [rule('first'), ...rules.toReversed(), rule('last')]),
  );
  const plan = await work.plan(images);
  await pushOne(work.sync, plan);
  const sent = arrayAt(asObject(parseJson(live.bodies[0] ?? '')), 'rules').map((item) =>
    asObject(item).get('name'),
  );
  assert.deepEqual(sent, ['first', 'b', 'a', 'last']);
  assert.deepEqual(
    arrayAt(plan.next, 'rules').map((item) => asObject(item).get('name')),
    sent,
  );
});

test('the snapshot of live is on disk before the PUT begins', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  let stored: string | undefined;
  let journal = '';
  live.beforeWrite = () => {
    live.beforeWrite = undefined;
  };
  const replace = live.replace.bind(live);
  live.replace = async (kind, body) => {
    const record = (await work.restarted().journal.all())[0];
    stored = await work.sync.store.get(record?.snapshot ?? '');
    journal = JSON.stringify(record);
    await replace(kind, body);
  };
  const before = live.text(images);
  const outcome = await pushOne(work.sync, plan);
  assert.equal(stored, before);
  assert.equal(await work.sync.store.get(outcome.snapshot), before);
  assert.match(journal, /"sent":true/);
  assert.doesNotMatch(journal, /verdict/);
});

test('a secret is sent once, recognized when it is sealed, and written nowhere', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  const waas = kindOf('waas/container');
  await work.pull([waas]);
  await work.edit(
    waas,
    withRules(([first, ...rest]) => [
      new Map([
        ...(first as JsonObject),
        ['applicationsSpec', fromPlain([{ appID: 'x', certificate: { plain: 'PEM-SECRET' } }])],
      ]),
      ...rest,
    ]),
  );
  const plan = await work.plan(waas);
  const read = live.read.bind(live);
  live.read = async (kind) =>
    (await read(kind)).replace('{"plain":"PEM-SECRET"}', '{"encrypted":"sealed","plain":""}');
  const outcome = await pushOne(work.sync, plan);
  assert.equal(outcome.verdict, 'applied');
  assert.match(live.bodies[0] ?? '', /PEM-SECRET/);
  await rm(work.policyFolder, { recursive: true });
  assert.doesNotMatch(await work.everything(), /PEM-SECRET/);
});

test('numbers of any size go through a push unharmed', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(
    images,
    withRules((rules) => [
      ...rules,
      new Map([...rule('n'), ['x', new JsonNumber('1e400')], ['y', new JsonNumber('0.10')]]),
    ]),
  );
  assert.equal((await pushOne(work.sync, await work.plan(images))).verdict, 'applied');
  assert.match(live.bodies[0] ?? '', /"x":1e400,"y":0\.10/);
  assert.equal(writeJson(await work.value(images)).includes('1e400'), true);
});

test('a push that waits for the console to show it says so', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  live.putFault = { when: 'stale', reads: 2 };
  const steps: PushStep[] = [];
  assert.equal((await pushOne(work.sync, plan, { onStep: (step) => steps.push(step) })).verdict, 'applied');
  assert.deepEqual(steps.slice(2), ['sending', 'reading-back', 'waiting', 'waiting', 'settled']);
});
