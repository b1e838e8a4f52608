import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringAt } from '../../../src/core/json/json.ts';
import { policyKinds } from '../../../src/core/policy/families.ts';
import { isExpected } from '../../../src/core/util/errors.ts';
import { asOperation } from '../../../src/core/util/operation.ts';
import { images, planOf, rule, withRules } from '../../unit/sync/workspace.ts';
import { sandboxWorkspace } from './sandboxWorkspace.ts';
import { planOne, pushOne } from '../../unit/sync/planAndPush.ts';
import { policyStatus, refreshStatus } from '../../../src/core/sync/policyStatus.ts';

for (const format of ['yaml', 'json'] as const) {
  test(`a pull that reads too much keeps what it wrote as ${format}, and the next one brings the rest`, async (t) => {
    const { work, sandbox } = await sandboxWorkspace(t, {}, { maxOperationAnswers: 8 });
    const first = await work.pull(policyKinds, { format });
    assert.ok(first.written.length > 0 && first.failed.length > 0, 'neither all nor nothing');
    for (const { error } of first.failed) {
      assert.ok(isExpected(error) && error.code === 'too-much' && error.advice, String(error));
    }
    for (const { policy } of first.written) {
      const kind = policyKinds.find(({ name }) => name === policy);
      assert.ok(kind && (await policyStatus(work.sync, kind)).state === 'in-sync', policy);
    }
    const rest = policyKinds.filter(({ name }) => first.failed.some(({ ref }) => ref.policy === name));
    const asked = sandbox.requests.of('GET', 'policies').length;
    const [one, ...more] = rest;
    assert.ok(one);
    assert.deepEqual((await work.pull([one], { format })).failed, []);
    assert.ok(sandbox.requests.of('GET', 'policies').length > asked);
    assert.deepEqual((await work.pull(more.slice(0, 2), { format })).failed, []);
  });
}

test('a push that is read back after much was read ends in its verdict', async (t) => {
  // Collections come in pages; what there is beside the first page is not what this is about.
  const { work, sandbox } = await sandboxWorkspace(t, {}, { maxOperationAnswers: 6 });
  for (const row of sandbox.state.collections.all().slice(50)) {
    sandbox.state.collections.delete(stringAt(row, 'name') ?? '');
  }
  sandbox.state.policies.set(images.name, new Map([['rules', []]]));
  await asOperation(() => work.pull([images]));
  await work.edit(
    images,
    withRules((rules) => [...rules, rule('Added by a test')]),
  );
  const plan = planOf(await asOperation(() => planOne(work.sync, images)));
  await asOperation(async () => {
    // All but what the push reads before it sends.
    for (let at = 0; at < 4; at++) {
      await refreshStatus(work.sync, images);
    }
    const outcome = await pushOne(work.sync, plan);
    assert.deepEqual([outcome.verdict, outcome.reason], ['applied', undefined]);
  });
});
