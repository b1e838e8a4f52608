import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from '../../../src/sandbox/faults.ts';
import type { Verdict } from '../../../src/sync/outcomes.ts';
import { images, rule, withRules } from '../../unit/sync/workspace.ts';
import { sandboxWorkspace } from './sandboxWorkspace.ts';

/** Only where the sandbox never answers is there anything to wait for. */
const patience = (fault: Fault) => (fault.kind === 'hang' ? { timeoutMs: 2000 } : {});
const emptied = {
  kind: 'colleague',
  after: (state) => state.policies.replace(images.name, new Map()),
} as const satisfies Fault;

const onPut: readonly (readonly [what: string, fault: Fault, verdict: Verdict])[] = [
  ['500 before applying', { kind: 'status', status: 500, when: 'before' }, 'not-applied'],
  ['503 after applying', { kind: 'status', status: 503, when: 'after' }, 'applied'],
  [
    '400 with a reason',
    { kind: 'status', status: 400, when: 'before', body: '{"err":"invalid rule"}' },
    'not-applied',
  ],
  ['403 on PUT', { kind: 'status', status: 403, when: 'before' }, 'not-applied'],
  ['429', { kind: 'throttled' }, 'not-applied'],
  ['202', { kind: 'status', status: 202, when: 'after' }, 'applied'],
  ['204 with a body', { kind: 'body-on-204' }, 'applied'],
  ['reset during upload', { kind: 'reset', when: 'before', uploadBytes: 10 }, 'not-applied'],
  ['reset after applying', { kind: 'reset', when: 'after' }, 'applied'],
  ['an answer that never comes, not applied', { kind: 'hang', when: 'before' }, 'not-applied'],
  ['an answer that never comes, applied', { kind: 'hang', when: 'after' }, 'applied'],
  ['200 with a sign-in page, not applied', { kind: 'html', when: 'before' }, 'not-applied'],
  ['200 with a sign-in page, applied', { kind: 'html', when: 'after' }, 'applied'],
  ['200 with nothing changed', { kind: 'not-applied' }, 'not-applied'],
  ['200 with part of the rules', { kind: 'partly-applied', rules: 1 }, 'foreign-change'],
  ['a foreign write right after', emptied, 'foreign-change'],
];

for (const [what, fault, verdict] of onPut) {
  test(`${what}: ${verdict}, with one PUT and one verdict`, async (t) => {
    const { work, sandbox, puts } = await sandboxWorkspace(t, {}, patience(fault));
    await work.pull([images]);
    await work.edit(
      images,
      withRules((rules) => [rule('Mine'), ...rules]),
    );
    const plan = await work.plan(images);
    sandbox.faults.next({ method: 'PUT' }, fault);
    const outcome = await work.sync.push(plan);
    assert.equal(outcome.verdict, verdict, outcome.reason);
    assert.equal(sandbox.faults.pending, 0);
    assert.equal(puts(), 1);
    const records = await work.sync.history();
    assert.deepEqual(
      records.map((record) => [record.id, record.verdict, record.closed]),
      [[outcome.pushId, verdict, true]],
    );
    assert.equal(outcome.reason === undefined, verdict === 'applied');
    assert.equal((await work.restarted().status(images)).state, verdict === 'applied' ? 'in-sync' : 'edited');
  });
}

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
