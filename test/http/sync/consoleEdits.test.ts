import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { arrayAt, fromPlain, isJsonObject, type JsonObject } from '../../../src/core/json/json.ts';
import { asObject } from '../../unit/policy/policyArbitraries.ts';
import { images, kindOf, later, rule, withRules } from '../../unit/sync/workspace.ts';
import { sandboxWorkspace } from './sandboxWorkspace.ts';
import { planOne, pushOne } from '../../unit/sync/planAndPush.ts';
import { policyStatus } from '../../../src/core/sync/policyStatus.ts';
import { recoverPushes } from '../../../src/core/sync/recover.ts';

const changed = (more: object, key?: string) =>
  withRules(
    ([first = new Map(), ...rest]) => [new Map([...first, ...asObject(fromPlain(more))]), ...rest],
    key,
  );

test('an effect that the console works out is applied and listed, and no difference afterwards', async (t) => {
  const { work, sandbox } = await sandboxWorkspace(t);
  await work.pull([images]);
  const effect = (document: JsonObject): unknown => {
    const [first] = arrayAt(document, 'rules');
    return isJsonObject(first) ? first.get('effect') : undefined;
  };
  const before = effect(await work.value(images));
  const blocks = before === 'alert';
  await work.edit(images, changed({ blockThreshold: { enabled: blocks, value: blocks ? 9 : 0 } }));
  const outcome = await pushOne(work.sync, await work.plan(images));
  assert.deepEqual([outcome.verdict, outcome.reason], ['applied', undefined]);
  assert.equal(outcome.consoleEdits?.length, 1);
  assert.match(outcome.consoleEdits[0] ?? '', /"effect" .*"alert/);
  assert.notEqual(effect(sandbox.state.policies.get(images.name)), before);
  assert.equal(effect(await work.value(images)), before);
  assert.equal((await policyStatus(work.sync, images)).state, 'in-sync');
  assert.deepEqual(await planOne(work.sync, images), { kind: 'nothing-to-push' });
  assert.deepEqual((await work.sync.journal.all()).at(-1)?.consoleEdits, outcome.consoleEdits);
});

for (const [where, policy, edit, path] of [
  ['of a rule', images.name, changed({ owners: ['team'] }), 'owners'],
  [
    'deep in a rule',
    images.name,
    changed({ alertThreshold: { value: 1, owners: 'x' } }),
    'alertThreshold.owners',
  ],
  ['of a compliance rule', 'compliance/host', changed({ owners: 1 }), 'owners'],
  ['of a runtime rule', 'runtime/host', changed({ owners: 1 }), 'owners'],
  ['of a WAAS rule', 'waas/container', changed({ owners: 1 }), 'owners'],
  ['of a network rule', 'cnns/network', changed({ owners: 1 }, 'containerRules'), 'owners'],
  [
    'outside the rules',
    images.name,
    (document: JsonObject) => new Map(document).set('owners', 'x'),
    'owners',
  ],
] as const) {
  for (const alone of [true, false]) {
    test(`a field that the console does not know, ${where}, ${alone ? 'alone' : 'beside another change'}`, async (t) => {
      const kind = kindOf(policy);
      const { work, sandbox } = await sandboxWorkspace(t);
      sandbox.unknownFields = new Set(['owners']);
      await work.pull([kind]);
      await work.edit(kind, edit);
      if (!alone) {
        await work.edit(kind, changed({ notes: 'mine' }, kind.arrays[0]?.key));
      }
      const outcome = await pushOne(work.sync, await work.plan(kind));
      assert.deepEqual([outcome.verdict, outcome.reason], ['applied', undefined]);
      const line = outcome.consoleEdits?.find((one) => one.includes(`dropped "${path}"`));
      assert.ok(line !== undefined, outcome.consoleEdits?.join());
      assert.equal(line.includes(' of rule "'), where !== 'outside the rules', line);
      // The base is what was read back: the next plan names the field, and nothing blocks it.
      const { steps, earlier } = await work.plan(kind);
      const fields = steps.flatMap((step) =>
        'fields' in step ? step.fields.map((field) => field.path) : [],
      );
      assert.deepEqual([fields, earlier], [[path], undefined]);
    });
  }
}

test('a known field that is not there afterwards is no edit of the console', async (t) => {
  const { work, sandbox } = await sandboxWorkspace(t);
  sandbox.unknownFields = new Set(['onlyFixed']);
  await work.pull([images]);
  await work.edit(images, changed({ onlyFixed: true, notes: 'mine' }));
  const { verdict } = await pushOne(work.sync, await work.plan(images));
  assert.equal(verdict, 'foreign-change');
});

for (const [what, edit] of [
  ['an effect is worked out', changed({ blockThreshold: { enabled: true, value: 4 }, effect: 'alert' })],
  ['an unknown field is dropped beside another change', changed({ owners: ['team'], notes: 'mine' })],
  ['an unknown field is dropped alone', changed({ owners: ['team'] })],
] as const) {
  test(`a push that was killed after the PUT ends as applied where ${what}`, async (t) => {
    const { work, sandbox, puts } = await sandboxWorkspace(t);
    sandbox.unknownFields = new Set(['owners']);
    await work.pull([images]);
    const lock = path.join(work.policyFolder, 'ordinance.lock.json');
    const base = await readFile(lock, 'utf8');
    await work.edit(images, edit);
    const { pushId, consoleEdits } = await pushOne(work.sync, await work.plan(images));
    assert.equal(consoleEdits?.length, 1);
    const file = path.join(work.storeFolder, 'journal', 'test', `${pushId}.jsonl`);
    const journal = await readFile(file, 'utf8');
    await writeFile(file, journal.slice(0, journal.indexOf('{"event":"answered"')));
    await writeFile(lock, base);

    const [settled] = await recoverPushes(work.restarted({ clock: later }));
    assert.deepEqual([settled?.verdict, settled?.reason], ['applied', undefined]);
    const [record] = await work.restarted().journal.all();
    assert.deepEqual(
      [record?.verdict, record?.closed, record?.consoleEdits],
      ['applied', true, consoleEdits],
    );
    assert.equal(puts(), 1);
  });
}

test('what a colleague changed beside an edit of the console is still a difference of his', async (t) => {
  const { work, sandbox, colleague } = await sandboxWorkspace(t);
  sandbox.unknownFields = new Set(['owners']);
  await work.pull([images]);
  await work.edit(images, changed({ owners: ['team'], notes: 'mine' }));
  const { pushId } = await pushOne(work.sync, await work.plan(images));
  const folder = path.join(work.storeFolder, 'journal', 'test');
  assert.deepEqual(await readdir(folder), [`${pushId}.jsonl`]);
  const file = path.join(folder, `${pushId}.jsonl`);
  const journal = await readFile(file, 'utf8');
  await writeFile(file, journal.slice(0, journal.indexOf('{"event":"answered"')));
  colleague(images, (rules) => [...rules, rule('theirs')]);
  const [settled] = await recoverPushes(work.restarted({ clock: later }));
  assert.equal(settled?.verdict, 'foreign-change');
});
