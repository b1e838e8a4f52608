import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from '../../../src/sandbox/faults.ts';
import { images, rule, withRules } from '../../unit/sync/workspace.ts';
import { sandboxWorkspace } from './sandboxWorkspace.ts';

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
    const outcome = await work.sync.push(plan);
    assert.equal(outcome.verdict, 'unknown', outcome.reason);
    assert.deepEqual(
      (await work.restarted().recover()).map(({ verdict }) => verdict),
      ['applied'],
    );
    assert.equal((await work.restarted().status(images)).state, 'in-sync');
    assert.equal(puts(), 1);
  });
}

test('a session that expires between GET and PUT, or before the read-back, is renewed unnoticed', async (t) => {
  const { work, sandbox, puts } = await sandboxWorkspace(t, {}, { auth: 'login' });
  await work.pull([images]);
  for (const match of [
    { method: 'PUT' },
    { method: 'GET', path: '/policies/vulnerability/images', skip: 1 },
  ]) {
    await work.edit(
      images,
      withRules((rules) => [rule(`Mine ${rules.length}`), ...rules]),
    );
    const plan = await work.plan(images);
    sandbox.faults.next(match, { kind: 'expire-tokens' });
    assert.equal((await work.sync.push(plan)).verdict, 'applied');
    assert.equal(sandbox.faults.pending, 0);
  }
  // The PUT that met the expired token was answered 401, which proves that nothing was done; only then was it repeated.
  assert.deepEqual(
    sandbox.requests
      .of('PUT')
      .map(({ status }) => status === 401)
      .filter(Boolean).length,
    1,
  );
  assert.equal(puts(), 3);
});
