import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { readPolicyText } from '../../../src/core/document/reading/readPolicy.ts';
import { policyKinds } from '../../../src/core/policy/families.ts';
import type { JsonObject } from '../../../src/core/json/json.ts';
import { DriftError } from '../../../src/core/sync/push.ts';
import { images, network, planOf, rule, runtime, withRules } from '../../unit/sync/workspace.ts';
import { sandboxWorkspace } from './sandboxWorkspace.ts';
import { planOne, pushOne } from '../../unit/sync/planAndPush.ts';
import { policyStatus } from '../../../src/core/sync/policyStatus.ts';
import { planRestore } from '../../../src/core/sync/planRestore.ts';

for (const format of ['yaml', 'json'] as const) {
  test(`all policies are pulled as ${format}, read without a problem, and pushing them unchanged sends nothing`, async (t) => {
    const { work, sandbox, puts } = await sandboxWorkspace(t);
    const report = await work.pull(policyKinds, { format });
    assert.deepEqual(report.failed, []);
    assert.equal(report.written.length, 21);
    for (const kind of policyKinds) {
      const copy = await work.copies.read(kind);
      assert.ok(copy);
      assert.deepEqual(readPolicyText(copy.text, format, kind).problems, [], kind.name);
      assert.equal((await policyStatus(work.sync, kind)).state, 'in-sync', kind.name);
      assert.deepEqual(await planOne(work.sync, kind), { kind: 'nothing-to-push' }, kind.name);
    }
    assert.equal(puts(), 0);
    assert.equal(sandbox.requests.of('GET', 'policies').length, 42);
    const lock = await readFile(path.join(work.policyFolder, 'ordinance.lock.json'), 'utf8');
    assert.equal(lock.match(/"base": /g)?.length, 21);
    const again = await work.pull(policyKinds, { format });
    assert.equal(again.unchanged.length, 21);
  });
}

test('every policy is changed, reordered, added to, renamed and cut, pushed each time and read back', async (t) => {
  const { work, puts, held } = await sandboxWorkspace(t);
  const kinds = policyKinds.filter(({ family }) => family !== 'cnns');
  let pushes = 0;
  for (const kind of kinds) {
    // As on the first day: a push reads the whole history, and that of the other policies is no subject here.
    for (const folder of [work.policyFolder, work.storeFolder]) {
      await rm(folder, { recursive: true, force: true });
    }
    await work.pull([kind], { format: 'json' });
    const edits: [string, (rules: JsonObject[]) => JsonObject[]][] = [
      ['add', (rules) => [...rules, rule('Added by a test')]],
      ['move', (rules) => [rules.at(-1) as JsonObject, ...rules.slice(0, -1)]],
      ['change', ([first, ...rest]) => [new Map(first).set('notes', 'changed'), ...rest]],
      ['rename', ([first, ...rest]) => [new Map(first).set('name', 'Renamed by a test'), ...rest]],
      ['remove', ([, ...rest]) => rest],
    ];
    const before = held(kind);
    for (const [what, edit] of edits) {
      await work.edit(kind, withRules(edit));
      const plan = await work.plan(kind);
      assert.ok(
        before.length === 0 || plan.steps.some((step) => step.kind === what),
        `${kind.name}: ${what}`,
      );
      const outcome = await pushOne(work.sync, plan);
      assert.deepEqual([outcome.verdict, outcome.reason], ['applied', undefined], `${kind.name}: ${what}`);
      pushes++;
      assert.equal((await policyStatus(work.sync, kind)).state, 'in-sync', `${kind.name}: ${what}`);
    }
    assert.deepEqual(held(kind), before, kind.name);
  }
  assert.equal(puts(), pushes);
});

test('both arrays and the entities of the network policy are pushed and read back', async (t) => {
  const { work, sandbox } = await sandboxWorkspace(t);
  await work.pull([network]);
  await work.edit(network, (document) =>
    withRules(
      (rules) => rules.toReversed(),
      'hostRules',
    )(withRules((rules) => rules.slice(1), 'containerRules')(document)),
  );
  assert.equal((await pushOne(work.sync, await work.plan(network))).verdict, 'applied');
  const entities = sandbox.state.policies.get(network.name).get('networkEntities');
  await work.edit(network, (document) => new Map([...document, ['hostRules', []], ['containerRules', []]]));
  const plan = await work.plan(network);
  assert.equal(plan.emptiesPolicy, true);
  assert.equal(
    (await pushOne(work.sync, plan, { confirmed: { 'empties-policy': [network.name] } })).verdict,
    'applied',
  );
  assert.deepEqual(sandbox.state.policies.get(network.name).get('networkEntities'), entities);
});

test('a colleague’s edit between pull and push refuses', async (t) => {
  const { work, puts, held, colleague } = await sandboxWorkspace(t);
  await work.pull([images]);
  await work.edit(
    images,
    withRules((rules) => [rule('Mine'), ...rules]),
  );
  colleague(images, (rules) => [...rules, rule('Theirs')]);
  const outcome = await planOne(work.sync, images);
  assert.equal(outcome.kind, 'drift');
  assert.deepEqual(
    outcome.kind === 'drift' && outcome.changes?.map((step) => [step.kind, 'rule' in step && step.rule]),
    [['add', 'Theirs']],
  );
  assert.equal(puts(), 0);
  assert.ok(held(images).includes('Theirs'));
});

test('a colleague’s edit between plan and push refuses; a reorder alone too', async (t) => {
  const { work, puts, colleague } = await sandboxWorkspace(t);
  await work.pull([images]);
  await work.edit(
    images,
    withRules((rules) => [rule('Mine'), ...rules]),
  );
  const plan = await work.plan(images);
  colleague(images, (rules) => [...rules.slice(1), ...rules.slice(0, 1)]);
  await assert.rejects(pushOne(work.sync, plan), DriftError);
  assert.equal(puts(), 0);
});

test('a write that changes nothing but dates and owners is no drift', async (t) => {
  const { work, colleague } = await sandboxWorkspace(t);
  await work.pull([images]);
  await work.edit(
    images,
    withRules((rules) => [rule('Mine'), ...rules]),
  );
  colleague(images, (rules) =>
    rules.map((one) => new Map(one).set('owner', 'somebody else').set('modified', '2030-01-01T00:00:00Z')),
  );
  assert.equal((await pushOne(work.sync, await work.plan(images))).verdict, 'applied');
});

test('an unknown collection is found before the PUT', async (t) => {
  const { work, puts } = await sandboxWorkspace(t);
  await work.pull([images]);
  await work.edit(
    images,
    withRules((rules) => [...rules, rule('Nowhere', { collections: [{ name: 'no such collection' }] })]),
  );
  const outcome = await planOne(work.sync, images);
  assert.deepEqual(
    outcome.kind === 'unknown-collections' &&
      outcome.missing.map(({ rule, collection }) => [rule, collection]),
    [['Nowhere', 'no such collection']],
  );
  assert.equal(puts(), 0);
});

test('all rules are deleted by {}, and the deletion is undone', async (t) => {
  const { work, sandbox, held } = await sandboxWorkspace(t);
  await work.pull([runtime]);
  const before = held(runtime);
  const text = await work.text(runtime);
  await work.edit(runtime, (document) => new Map([...document, ['rules', []]]));
  const plan = await work.plan(runtime);
  assert.deepEqual([plan.body, plan.emptiesPolicy], ['{}', true]);
  const { verdict, snapshot } = await pushOne(work.sync, plan, {
    confirmed: { 'empties-policy': [runtime.name] },
  });
  assert.equal(verdict, 'applied');
  assert.deepEqual(held(runtime), []);
  assert.equal(sandbox.requests.of('PUT')[0]?.bodyBytes, 2);

  const undo = planOf(await planRestore(work.sync, runtime, snapshot));
  const undone = await pushOne(work.sync, undo);
  assert.deepEqual([undone.verdict, undone.file], ['applied', 'follows']);
  assert.deepEqual(held(runtime), before);
  assert.equal(await work.text(runtime), text);
  assert.equal((await policyStatus(work.sync, runtime)).state, 'in-sync');
});

test('no secret of the session is in what was written', async (t) => {
  const { work, sandbox } = await sandboxWorkspace(t);
  await work.pull(policyKinds);
  await work.edit(
    images,
    withRules((rules) => [rule('Mine'), ...rules]),
  );
  await pushOne(work.sync, await work.plan(images));
  const everything = await work.everything();
  assert.ok(everything.includes('Mine'));
  assert.ok(!everything.includes(sandbox.accessKey.secret));
  assert.ok(
    !everything.includes(
      Buffer.from(`${sandbox.accessKey.id}:${sandbox.accessKey.secret}`).toString('base64'),
    ),
  );
});
