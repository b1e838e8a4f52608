import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from '../../sandbox/faults.ts';
import { images, rule, withRules } from '../../unit/sync/workspace.ts';
import { sandboxWorkspace } from './sandboxWorkspace.ts';
import { pushOne } from '../../unit/sync/planAndPush.ts';
import { recoverPushes } from '../../../src/core/sync/recover.ts';
import { policyStatus } from '../../../src/core/sync/policyStatus.ts';

for (const [what, fault] of [
  ['truncated JSON', { kind: 'truncated' }],
  ['a sign-in page', { kind: 'html', when: 'after' }],
  ['a refusal', { kind: 'status', status: 403, when: 'before' }],
] as const satisfies readonly (readonly [string, Fault])[]) {
  test(`a read-back that is ${what} leaves the verdict unknown until live is read`, async (t) => {
    const { work, sandbox, puts } = await sandboxWorkspace(t);
    await work.pull([images]);
    await work.edit(
      images,
      withRules((rules) => [rule('Mine'), ...rules]),
    );
    const plan = await work.plan(images);
    sandbox.faults.next({ method: 'GET', path: '/policies/vulnerability/images', skip: 1 }, fault);
    const outcome = await pushOne(work.sync, plan);
    assert.equal(outcome.verdict, 'unknown', outcome.reason);
    assert.deepEqual(
      (await recoverPushes(work.restarted())).map(({ verdict }) => verdict),
      ['applied'],
    );
    assert.equal((await policyStatus(work.restarted(), images)).state, 'in-sync');
    assert.equal(puts(), 1);
  });
}

test('a session that expires before the read-back is renewed unnoticed; a PUT that meets it is not sent again', async (t) => {
  const { work, sandbox, puts } = await sandboxWorkspace(t, {}, { auth: 'login' });
  await work.pull([images]);
  for (const [match, verdict] of [
    [{ method: 'PUT' }, 'not-applied'],
    [{ method: 'GET', path: '/policies/vulnerability/images', skip: 2 }, 'applied'],
  ] as const) {
    await work.edit(
      images,
      withRules((rules) => [rule(`Mine ${rules.length}`), ...rules]),
    );
    const plan = await work.plan(images);
    sandbox.faults.next(match, { kind: 'expire-tokens' });
    assert.equal((await pushOne(work.sync, plan)).verdict, verdict);
    sandbox.faults.clear();
  }
  assert.equal(puts(), 2);
  assert.equal((await policyStatus(work.sync, images)).state, 'in-sync');
});
