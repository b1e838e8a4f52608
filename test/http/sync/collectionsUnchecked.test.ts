import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from '../../sandbox/faults.ts';
import { addRule, images, isCode, planText, rule, withRules } from '../../unit/sync/workspace.ts';
import { cliWorkspace } from '../cli/cliWorkspace.ts';
import { sandboxWorkspace } from './sandboxWorkspace.ts';
import { planOne, pushOne } from '../../unit/sync/planAndPush.ts';

const status = (code: number): Fault => ({ kind: 'status', status: code, when: 'before' });

for (const [what, fault] of [
  ['a page', { kind: 'html', when: 'before' }],
  ['401', status(401)],
  ['403', status(403)],
  ['404', status(404)],
  ['400', status(400)],
  ['a redirect', { kind: 'redirect', to: 'https://elsewhere.example/' }],
] as const satisfies readonly (readonly [string, Fault])[]) {
  test(`where basic authentication suffices, ${what} at /login stops no push, and collections are checked`, async (t) => {
    const { work, sandbox } = await sandboxWorkspace(t);
    sandbox.basicSuffices = true;
    sandbox.faults.next({ path: '/login', count: 99 }, fault);
    await work.pull([images]);
    await work.edit(
      images,
      withRules((rules) => [...rules, rule('lost', { collections: [{ name: 'nobody knows it' }] })]),
    );
    assert.equal((await planOne(work.sync, images)).kind, 'unknown-collections');
    await work.edit(
      images,
      withRules((rules) => rules.slice(0, -1)),
    );
    await work.edit(images, addRule);
    const plan = await work.plan(images);
    assert.equal(plan.collectionsUnchecked, undefined);
    assert.equal((await pushOne(work.sync, plan)).verdict, 'applied');
    const logins = sandbox.requests.all().filter(({ path }) => path.endsWith('/login'));
    assert.equal(logins.length, 1, 'not tried again and again');
  });
}

test('where only a session would do, and none is to be had, the push needs a confirmation', async (t) => {
  const { work, sandbox } = await sandboxWorkspace(t);
  sandbox.faults.next({ path: '/login', count: 99 }, status(401));
  await work.pull([images]);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  assert.match(plan.collectionsUnchecked ?? '', /does not accept the access key/);
  await assert.rejects(pushOne(work.sync, plan), isCode('unchecked'));
  assert.equal(sandbox.requests.of('PUT').length, 0);
  const { verdict } = await pushOne(work.sync, plan, { confirmed: { unchecked: [images.name] } });
  assert.equal(verdict, 'applied');
});

test('collections that may not be read are in the plan, and the push needs an option', async (t) => {
  const { work, sandbox, run } = await cliWorkspace(t);
  await work.pull([images]);
  await work.edit(images, addRule);
  sandbox.faults.next({ path: /\/collections$/, count: 99 }, status(403));
  const plan = await work.plan(images);
  assert.match(plan.collectionsUnchecked ?? '', /does not permit/);
  assert.match(planText(plan), /^Not checked: the collections\..*$/m);
  const shown = await run('plan', '--json', images.name);
  const { plans } = JSON.parse(shown.out) as { plans: { notes: string[] }[] };
  assert.match(plans[0]?.notes.join() ?? '', /Not checked/);
  const refused = await run('push', images.name);
  assert.deepEqual([refused.code, sandbox.requests.of('PUT').length], [1, 0]);
  const pushed = await run('push', '--allow-unchecked', images.name);
  assert.equal(pushed.code, 0, pushed.error);
  assert.match(pushed.error, /Not checked: the collections/);
});

test('a console that does not answer for its collections stops a plan: that may pass', async (t) => {
  const { work, sandbox } = await sandboxWorkspace(t);
  await work.pull([images]);
  await work.edit(images, addRule);
  sandbox.faults.next({ path: /\/collections$/, count: 99 }, status(503));
  await assert.rejects(planOne(work.sync, images));
});
