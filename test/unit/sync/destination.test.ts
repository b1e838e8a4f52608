import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Destination, PolicyLocation } from '../../../src/core/consoleFile/destination.ts';
import type { SyncContext } from '../../../src/core/sync/syncContext.ts';
import type { LivePolicies } from '../../../src/core/sync/ports.ts';
import { FakeConsole } from './fakeConsole.ts';
import { addRule, images, isCode, planOf, planText, TestWorkspace } from './workspace.ts';
import { planOne, pushOne } from './planAndPush.ts';
import { refreshStatus } from '../../../src/core/sync/policyStatus.ts';
import { pullPolicies } from '../../../src/core/sync/pull.ts';
import { recoverPushes } from '../../../src/core/sync/recover.ts';
import { planRestore } from '../../../src/core/sync/planRestore.ts';

const here: Destination = {
  url: 'https://a.example',
  loginUrl: 'https://a.example',
  apiVersion: '1',
  auth: 'basic',
  authHeader: 'x-service-auth',
  project: 'projA',
};

/** Every part of a destination, changed. */
const elsewhere: Readonly<Record<string, Destination>> = {
  address: { ...here, url: 'https://b.example' },
  login: { ...here, loginUrl: 'https://b.example' },
  project: { ...here, project: 'projB' },
  'API version': { ...here, apiVersion: '34.04' },
  auth: { ...here, auth: 'login' },
  header: { ...here, authHeader: 'x-other' },
  paths: { ...here, paths: { 'vulnerability/images': '/policies/other' } },
  authority: { ...here, authority: 'a'.repeat(64) },
  verification: { ...here, unverified: true },
};

const reaching = (live: FakeConsole, destination: Destination): LivePolicies => ({
  destination,
  readPolicy: (kind) => live.readPolicy(kind),
  collectionNames: () => live.collectionNames(),
});

interface Work {
  readonly live: FakeConsole;
  readonly work: TestWorkspace;
  readonly at: (destination: Destination) => SyncContext;
}

async function workspace(t: TestContext): Promise<Work> {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, reaching(live, here), { whereabouts: here });
  const at = (destination: Destination): SyncContext =>
    work.restarted({ live: reaching(live, destination), whereabouts: destination satisfies PolicyLocation });
  await work.pull([images]);
  await work.edit(images, addRule);
  return { live, work, at };
}

for (const [what, destination] of Object.entries(elsewhere)) {
  test(`a plan does not go where it was not made for: another ${what}`, async (t) => {
    const { live, work, at } = await workspace(t);
    const plan = await work.plan(images);
    await assert.rejects(pushOne(at(destination), plan), isCode('other-destination'));
    assert.equal(live.puts, 0);
    assert.equal((await pushOne(at(here), plan)).verdict, 'applied');
  });
}

test('a plan says where it goes', async (t) => {
  const { work } = await workspace(t);
  const text = planText({
    ...(await work.plan(images)),
    destination: {
      ...here,
      loginUrl: 'https://login.example',
      auth: 'login',
      paths: { login: '/sign-in' },
      authority: 'ab'.repeat(32),
      unverified: true,
    },
  });
  for (const line of [
    'To https://a.example/api/v1, project "projA"',
    'Signed in at https://login.example',
    'Authenticated by login',
    'Path of login: /sign-in',
    `Certificates of the authority sha256 ${'ab'.repeat(32)}`,
    'Certificates are not verified',
  ]) {
    assert.ok(text.split('\n').includes(line), `${line}\n${text}`);
  }
});

for (const what of ['address', 'project', 'paths']) {
  test(`a base that was read from another ${what} is none`, async (t) => {
    const { live, at } = await workspace(t);
    const moved = elsewhere[what] ?? here;
    const status = await refreshStatus(at(moved), images);
    assert.equal(status.state, 'unknown');
    assert.match(status.reason ?? '', /https:\/\/a\.example\?project=projA/);
    const outcome = await planOne(at(moved), images);
    assert.equal(outcome.kind, 'no-base');
    assert.equal(outcome.kind === 'no-base' && outcome.takenFrom, 'https://a.example?project=projA');
    assert.equal(live.puts, 0);
    const report = await pullPolicies(at(moved), [images], {
      format: 'yaml',
      chooseOverwrite: () => Promise.resolve('overwrite'),
    });
    assert.deepEqual([report.written.length, report.failed.length], [1, 0]);
    assert.equal((await refreshStatus(at(moved), images)).state, 'in-sync');
  });
}

test('another login, API version or authority leads to the same documents: bases stay', async (t) => {
  const { at } = await workspace(t);
  for (const what of ['login', 'API version', 'auth', 'authority']) {
    assert.equal((await planOne(at(elsewhere[what] ?? here), images)).kind, 'plan', what);
  }
});

test('a lock line of an earlier version names no place and is read as before', async (t) => {
  const { work, at } = await workspace(t);
  const file = path.join(work.policyFolder, 'ordinance.lock.json');
  const text = await readFile(file, 'utf8');
  assert.match(text, /"from": "https:\/\/a\.example\?project=projA"/);
  await writeFile(file, text.replace(/, "from": "[^"]*"/, ''));
  const sync = at(here);
  assert.equal((await pushOne(sync, planOf(await planOne(sync, images)))).verdict, 'applied');
  assert.match(await readFile(file, 'utf8'), /"from": /);
});

test('a push that was left open is settled at the place it was sent to, and nowhere else', async (t) => {
  const { live, work, at } = await workspace(t);
  const plan = await work.plan(images);
  live.readFault = (count) => (count > 1 ? new Error('down') : undefined);
  live.forgetRequests();
  assert.equal((await pushOne(work.sync, plan)).verdict, 'unknown');
  live.readFault = undefined;
  assert.deepEqual((await work.sync.journal.all())[0]?.destination, here);
  const [there] = await recoverPushes(at(elsewhere['project'] ?? here));
  assert.equal(there?.verdict, 'unknown');
  assert.match(there?.reason ?? '', /a\.example\?project=projA/);
  const [settled] = await recoverPushes(at(here));
  assert.equal(settled?.verdict, 'applied');
});

test('what another console held is not restored here', async (t) => {
  const { live, work, at } = await workspace(t);
  const { snapshot } = await pushOne(work.sync, await work.plan(images));
  const other = at(elsewhere['project'] ?? here);
  await assert.rejects(planRestore(other, images, snapshot), isCode('other-destination'));
  assert.equal(live.puts, 1);
  assert.equal((await planRestore(work.sync, images, snapshot)).kind, 'plan');
});
