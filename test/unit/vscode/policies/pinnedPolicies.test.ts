import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { readConsoleFile } from '../../../../src/core/consoleFile/consoleFile.ts';
import type { Destination } from '../../../../src/core/consoleFile/destination.ts';
import type { LivePolicies, UnpinnedPolicies } from '../../../../src/core/sync/ports.ts';
import type { PolicyConsole } from '../../../../src/vscode/workspace/consoleSyncs.ts';
import '../../../mocks/vscode.ts';
import { FakeConsole } from '../../sync/fakeConsole.ts';
import { addRule, images, isCode, TestWorkspace } from '../../sync/workspace.ts';
import { pushOne } from '../../sync/planAndPush.ts';

const { pinnedPolicies } = await import('../../../../src/vscode/workspace/consoleSyncs.ts');

interface Reached extends PolicyConsole {
  readonly console: FakeConsole;
}

function reached(url: string): Reached {
  const console = new FakeConsole();
  const destination: Destination = { url, loginUrl: url, apiVersion: '1', auth: 'basic', authHeader: 'x' };
  const policies: LivePolicies = {
    destination,
    readPolicy: (kind) => console.readPolicy(kind),
    collectionNames: () => console.collectionNames(),
  };
  return { console, policies };
}

/** A console whose address can be changed at any moment, as the editor reaches it. */
async function editor(t: TestContext) {
  const a = reached('https://a.example');
  const b = reached('https://b.example');
  let current = a;
  let open = 0;
  const [entry] = readConsoleFile({ consoles: { test: { url: 'https://a.example' } } }).consoles;
  assert.ok(entry);
  const live: UnpinnedPolicies = {
    readPolicy: (...args) => current.policies.readPolicy(...args),
    collectionNames: (...args) => current.policies.collectionNames(...args),
    pin: async () => {
      open++;
      const lease = { client: current, dispose: () => void open-- };
      return pinnedPolicies(lease, async () => current, { id: 'test', entry });
    },
  };
  const work = await TestWorkspace.make(t, live);
  await work.pull([images]);
  await work.edit(images, addRule);
  return {
    a: a.console,
    b: b.console,
    work,
    change: () => {
      current = b;
    },
    leases: () => open,
  };
}

test('with the address changed between the last reading and the write, nothing is sent anywhere', async (t) => {
  const { a, b, work, change, leases } = await editor(t);
  const plan = await work.plan(images);
  assert.equal(plan.destination?.url, 'https://a.example');
  const pushing = pushOne(work.sync, plan, { onStep: (step) => step === 'saving-snapshot' && change() });
  await assert.rejects(pushing, isCode('other-destination'));
  assert.deepEqual([a.puts, b.puts], [0, 0]);
  assert.deepEqual(b.requests, []);
  assert.equal(leases(), 0);
});

test('a plan that was made for one address is not carried out at the next', async (t) => {
  const { a, b, work, change } = await editor(t);
  const plan = await work.plan(images);
  change();
  await assert.rejects(pushOne(work.sync, plan), isCode('other-destination'));
  assert.deepEqual([a.puts, b.puts], [0, 0]);
});

test('a push whose write left is followed to its verdict where it went', async (t) => {
  const { a, b, work, change, leases } = await editor(t);
  const plan = await work.plan(images);
  a.beforeWrite = change;
  const { verdict } = await pushOne(work.sync, plan);
  assert.equal(verdict, 'applied');
  assert.deepEqual([a.puts, b.puts], [1, 0]);
  assert.deepEqual(b.requests, []);
  assert.equal(leases(), 0);
});

test('a pull does not keep the documents of two places', async (t) => {
  const { a, b, work, change } = await editor(t);
  a.beforeRead = change;
  const report = await work.pull([images], { chooseOverwrite: () => Promise.resolve('overwrite') });
  assert.ok(report.failed.length <= 1);
  assert.deepEqual(b.requests, []);
});
