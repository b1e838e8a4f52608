import assert from 'node:assert/strict';
import { once } from 'node:events';
import { EventEmitter } from 'node:events';
import { test, type TestContext } from 'node:test';
import { policyKinds, type PolicyName } from '../../../../src/core/policy/families.ts';
import type { PolicyStatus } from '../../../../src/core/sync/outcomes.ts';
import type { PolicyState } from '../../../../src/core/sync/policyState.ts';
import { Emitter } from '../../../../src/core/util/emitter.ts';
import { silentLogger } from '../../../../src/core/util/logger.ts';
import type { SyncChange } from '../../../../src/vscode/workspace/consoleSyncs.ts';
import { PolicyStates, type StatesChange } from '../../../../src/vscode/workspace/policyStates.ts';
import type { ConsoleHandle } from '../../../../src/vscode/workspace/consoleRegistry.ts';

const prod = { id: 'home#prod', entry: { name: 'prod' } } as ConsoleHandle;

function setUp(context: TestContext) {
  const given = new Map<PolicyName, PolicyState | PolicyStatus | Error>();
  const asked: PolicyName[] = [];
  const consolesChanged = new Emitter<void>();
  const syncChanged = new Emitter<SyncChange>();
  const fileChanged = new Emitter<{ consoleId: string; policy: PolicyName; isOnlySaved?: true }>();
  const consoleKnown = new Emitter<string>();
  const registry = {
    consoles: [prod],
    onDidChange: consolesChanged.event,
    policyAt: () => undefined,
    get: (id: string) => registry.consoles.find((each) => each.id === id),
  };
  const states = new PolicyStates({
    consoles: registry,
    syncs: {
      of: () => ({
        status: async ({ name }) => {
          asked.push(name);
          await Promise.resolve();
          const answer = given.get(name) ?? 'in-sync';
          if (answer instanceof Error) {
            throw answer;
          }
          return typeof answer === 'string' ? { state: answer } : answer;
        },
      }),
      onDidChange: syncChanged.event,
    },
    files: { onDidChange: fileChanged.event },
    lookups: { onDidChange: consoleKnown.event },
    log: silentLogger,
  });
  context.after(() => states.dispose());
  const heard = new EventEmitter();
  states.onDidChange((change) => heard.emit(change.checking ? 'checking' : 'change', change));
  const nextChange = async (): Promise<StatesChange> => ((await once(heard, 'change')) as [StatesChange])[0];
  const nextChecking = async (): Promise<StatesChange> =>
    ((await once(heard, 'checking')) as [StatesChange])[0];
  return {
    given,
    asked,
    registry,
    consolesChanged,
    consoleKnown,
    syncChanged,
    fileChanged,
    states,
    nextChange,
    nextChecking,
  };
}

test('looks at every policy of every console once, and tells it together', async (context) => {
  const { states, asked, nextChange } = setUp(context);
  const change = await nextChange();
  assert.equal(asked.length, policyKinds.length);
  assert.equal(change.policies.length, policyKinds.length);
  assert.equal(change.sums, true);
  assert.equal(states.status(prod.id, 'waas/host')?.state, 'in-sync');
  assert.equal(states.states(prod.id, 'waas').length, 6);
});

test('a sync that changed something is looked at again', async (context) => {
  const { states, given, asked, syncChanged, nextChange } = setUp(context);
  await nextChange();
  asked.length = 0;
  given.set('waas/host', 'edited');
  syncChanged.fire({ consoleId: prod.id, policy: 'waas/host' });
  const change = await nextChange();
  assert.deepEqual(change, { consoleId: prod.id, policies: ['waas/host'], sums: true });
  assert.deepEqual(asked, ['waas/host']);
  assert.equal(states.status(prod.id, 'waas/host')?.state, 'edited');
});

test('what becomes known of a console counts at once: a collection that it does not have is a problem', async (context) => {
  const { states, given, consoleKnown, nextChange } = setUp(context);
  given.set('waas/host', 'edited');
  await nextChange();
  given.set('waas/host', { state: 'edited', problems: ['No such collection.'] });
  consoleKnown.fire(prod.id);
  const change = await nextChange();
  assert.deepEqual(change, { consoleId: prod.id, policies: ['waas/host'], sums: true });
  assert.deepEqual(
    states.states(prod.id, 'waas').filter((one) => one !== 'in-sync'),
    ['edited', 'problems'],
  );
});

test('who wants the states to be settled gets that of a file that was just edited, too', async (context) => {
  const { states, given, asked, fileChanged, nextChange } = setUp(context);
  await nextChange();
  asked.length = 0;
  given.set('waas/host', 'edited');
  fileChanged.fire({ consoleId: prod.id, policy: 'waas/host' });
  fileChanged.fire({ consoleId: prod.id, policy: 'waas/host' });
  await states.whenSettled();
  assert.equal(states.status(prod.id, 'waas/host')?.state, 'edited');
  assert.deepEqual(asked, ['waas/host']);
});

test('typing is looked at once, when it rests', async (context) => {
  const { given, asked, fileChanged, nextChange } = setUp(context);
  await nextChange();
  asked.length = 0;
  given.set('waas/host', 'edited');
  for (let stroke = 0; stroke < 50; stroke++) {
    fileChanged.fire({ consoleId: prod.id, policy: 'waas/host' });
  }
  const change = await nextChange();
  assert.deepEqual(asked, ['waas/host']);
  assert.deepEqual(change, { consoleId: prod.id, policies: ['waas/host'], sums: true });
});

test('what is known of a file is being checked from its first change on, told at once, until it is known again', async (context) => {
  const { states, given, fileChanged, nextChange, nextChecking } = setUp(context);
  await nextChange();
  given.set('waas/host', 'in-sync');
  const edit = { consoleId: prod.id, policy: 'waas/host' } as const;
  fileChanged.fire({ ...edit, isOnlySaved: true });
  assert.equal(states.isBeingChecked(prod.id, 'waas/host'), false, 'a save changes nothing');
  // Keys that never rest.
  fileChanged.fire(edit);
  const typing = setInterval(() => fileChanged.fire(edit), 50);
  context.after(() => clearInterval(typing));
  assert.equal(states.isBeingChecked(prod.id, 'waas/host'), true);
  assert.equal(states.isBeingChecked(prod.id, 'waas/container'), false);
  assert.deepEqual(await nextChecking(), {
    consoleId: prod.id,
    policies: ['waas/host'],
    sums: false,
    checking: true,
  });
  assert.equal(states.isBeingChecked(prod.id, 'waas/host'), true);
  clearInterval(typing);
  // An edit that changes nothing is told to be over, too.
  await nextChecking();
  assert.equal(states.isBeingChecked(prod.id, 'waas/host'), false);
});

test('only what is another status than before is told', async (context) => {
  const { given, asked, syncChanged, nextChange } = setUp(context);
  await nextChange();
  asked.length = 0;
  given.set('cnns/network', 'edited');
  policyKinds.forEach(({ name }) => syncChanged.fire({ consoleId: prod.id, policy: name }));
  const change = await nextChange();
  assert.equal(asked.length, policyKinds.length);
  assert.deepEqual(change.policies, ['cnns/network']);
});

test('a failure is a state with its reason', async (context) => {
  const { states, given, syncChanged, nextChange } = setUp(context);
  await nextChange();
  given.set('waas/host', new Error('the disk is full'));
  policyKinds.forEach(({ name }) => syncChanged.fire({ consoleId: prod.id, policy: name }));
  await nextChange();
  assert.deepEqual(states.status(prod.id, 'waas/host'), { state: 'failed', reason: 'the disk is full' });
  assert.equal(states.status(prod.id, 'waas/container')?.state, 'in-sync');
});

test('what is edited counts while the console cannot be reached, and no policy is two problems', async (context) => {
  const { states, given, syncChanged, nextChange } = setUp(context);
  await nextChange();
  for (const [policy, known] of [
    ['cnns/network', 'invalid'],
    ['waas/host', 'edited'],
    ['runtime/host', 'unknown'],
  ] as const) {
    given.set(policy, { state: 'failed', known, reason: 'No answer.' });
  }
  policyKinds.forEach(({ name }) => syncChanged.fire({ consoleId: prod.id, policy: name }));
  await nextChange();
  const said = states.states(prod.id).filter((state) => state !== 'in-sync');
  assert.deepEqual(said.toSorted(), ['edited', 'failed', 'failed', 'failed']);
});

test('a console that is gone leaves nothing behind', async (context) => {
  const { states, registry, consolesChanged, nextChange } = setUp(context);
  await nextChange();
  registry.consoles = [];
  consolesChanged.fire();
  await states.whenSettled();
  assert.deepEqual(states.states(prod.id), []);
});
