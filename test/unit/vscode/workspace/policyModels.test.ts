import assert from 'node:assert/strict';
import { once, EventEmitter } from 'node:events';
import { test, type TestContext } from 'node:test';
import { policyKind, policyKinds, type PolicyName } from '../../../../src/core/policy/families.ts';
import type { PolicyStatus, PolicyState } from '../../../../src/core/sync/policyStatus.ts';
import type { SyncContext } from '../../../../src/core/sync/syncContext.ts';
import { Emitter } from '../../../../src/core/util/disposable.ts';
import { silentLogger } from '../../../../src/core/util/logger.ts';
import type { PolicyFileChange } from '../../../../src/vscode/workspace/consoles.ts';
import { noRuleChanges, type RuleChanges } from '../../../../src/core/sync/ruleChanges.ts';
import type { RuleMark } from '../../../../src/core/policy/ruleMark.ts';
import type { SyncChange } from '../../../../src/vscode/workspace/consoleSyncs.ts';
import type { PolicyChange, PolicyModelsDeps } from '../../../../src/vscode/workspace/policyModels.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import type { TextDocument, Uri } from 'vscode';
import type { ConsoleHandle } from '../../../../src/vscode/workspace/consoleHandle.ts';

const never = (): { dispose(): void } => ({ dispose: () => undefined });
useEditor({ workspace: { textDocuments: [], onDidCloseTextDocument: never } });
const { PolicyModels } = await import('../../../../src/vscode/workspace/policyModels.ts');

const uriOf = (policy: string): Uri => ({ path: policy, toString: () => policy }) as Uri;
/** A key in the file of a policy. */
const typed = (policy: PolicyName): PolicyFileChange => ({
  consoleId: prod.id,
  policy,
  typedIn: uriOf(policy),
});

const prod = { id: 'home#prod', entry: { name: 'prod' } } as ConsoleHandle;

function setUp(context: TestContext) {
  const given = new Map<PolicyName, PolicyState | PolicyStatus | Error>();
  const asked: PolicyName[] = [];
  const consolesChanged = new Emitter<void>();
  const syncChanged = new Emitter<SyncChange>();
  const fileChanged = new Emitter<PolicyFileChange>();
  const documentChanged = new Emitter<TextDocument>();
  const rules: { found: RuleChanges | undefined; busy: boolean } = { found: noRuleChanges, busy: false };
  const consoleKnown = new Emitter<string>();
  const willEdit = new Emitter<Uri>();
  const registry = {
    consoles: [prod],
    onDidChange: consolesChanged.event,
    onDidChangePolicy: fileChanged.event,
    policyAt: ({ path }: Uri) => ({ console: prod, kind: policyKind(path as PolicyName) }),
    get: (id: string) => registry.consoles.find((each) => each.id === id),
  };
  const models = new PolicyModels({
    consoles: registry,
    syncs: {
      of: () =>
        ({
          known: { blame: () => ({ owner: 'eve' }) },
          busy: { has: () => rules.busy },
        }) as unknown as SyncContext,
      onDidChange: syncChanged.event,
    },
    reads: {
      policyStatus: async (_, { name }) => {
        asked.push(name);
        await Promise.resolve();
        const answer = given.get(name) ?? 'in-sync';
        if (answer instanceof Error) {
          throw answer;
        }
        return typeof answer === 'string' ? { state: answer } : answer;
      },
      ruleChanges: async () => {
        if (rules.found === undefined) {
          throw new Error('the disk is gone');
        }
        return rules.found;
      },
    },
    documents: { current: () => undefined, read: async () => undefined, onDidChange: documentChanged.event },
    ruleEditor: { onWillEdit: willEdit.event },
    lookups: { collectionsAt: () => new Map(), onDidChange: never, onDidRead: consoleKnown.event },
    log: silentLogger,
  } satisfies PolicyModelsDeps);
  context.after(() => models.dispose());
  const heard = new EventEmitter();
  models.onDidChange((change) => heard.emit('change', change));
  const nextChange = async (): Promise<PolicyChange> => ((await once(heard, 'change')) as [PolicyChange])[0];
  return {
    given,
    asked,
    rules,
    registry,
    consolesChanged,
    consoleKnown,
    willEdit,
    syncChanged,
    fileChanged,
    models,
    nextChange,
  };
}

test('a policy is being checked as soon as its rules are about to be edited', async (context) => {
  const { models, willEdit, nextChange } = setUp(context);
  await nextChange();
  const next = nextChange();
  willEdit.fire({ path: 'waas/host' } as Uri);
  assert.deepEqual((await next).what, new Set(['state']));
  assert.ok(models.status(prod.id, 'waas/host')?.isBeingChecked);
  await models.whenSettled();
  assert.ok(!models.status(prod.id, 'waas/host')?.isBeingChecked, 'also when nothing was edited');
});

test('looks at every policy of every console once, and tells it together', async (context) => {
  const { models, asked, nextChange } = setUp(context);
  const change = await nextChange();
  assert.equal(asked.length, policyKinds.length);
  assert.equal(change.policies.length, policyKinds.length);
  assert.deepEqual(change.what, new Set(['state']));
  assert.equal(models.status(prod.id, 'waas/host')?.state, 'in-sync');
  assert.equal(models.states(prod.id, (name) => name.startsWith('waas/')).length, 6);
});

test('a sync that changed something is looked at again', async (context) => {
  const { models, given, asked, syncChanged, nextChange } = setUp(context);
  await nextChange();
  asked.length = 0;
  given.set('waas/host', 'edited');
  syncChanged.fire({ consoleId: prod.id, policy: 'waas/host' });
  const change = await nextChange();
  assert.deepEqual(change, { consoleId: prod.id, policies: ['waas/host'], what: new Set(['sync', 'state']) });
  assert.deepEqual(asked, ['waas/host']);
  assert.equal(models.status(prod.id, 'waas/host')?.state, 'edited');
});

test('a base that moved is announced, and a read of live alone is not', async (context) => {
  const { given, syncChanged, nextChange } = setUp(context);
  given.set('waas/host', { state: 'in-sync', base: 'one' });
  await nextChange();
  const readAt = new Date();
  for (const [base, what] of [
    ['one', ['sync', 'state']],
    ['two', ['sync', 'base', 'state']],
  ] as const) {
    given.set('waas/host', { state: 'in-sync', base, liveReadAt: new Date(readAt.getTime() + what.length) });
    syncChanged.fire({ consoleId: prod.id, policy: 'waas/host' });
    assert.deepEqual((await nextChange()).what, new Set(what));
  }
});

test('what becomes known of a console counts at once: a collection that it does not have is a problem', async (context) => {
  const { models, given, consoleKnown, nextChange } = setUp(context);
  given.set('waas/host', 'edited');
  await nextChange();
  given.set('waas/host', { state: 'edited', problems: ['No such collection.'] });
  consoleKnown.fire(prod.id);
  const change = await nextChange();
  assert.deepEqual(change, { consoleId: prod.id, policies: ['waas/host'], what: new Set(['state']) });
  assert.deepEqual(
    models.states(prod.id, (name) => name.startsWith('waas/')).filter((one) => one !== 'in-sync'),
    ['edited', 'problems'],
  );
});

test('who wants the states to be settled gets that of a file that was just edited, too', async (context) => {
  const { models, given, asked, fileChanged, nextChange } = setUp(context);
  await nextChange();
  asked.length = 0;
  given.set('waas/host', 'edited');
  fileChanged.fire(typed('waas/host'));
  fileChanged.fire(typed('waas/host'));
  await models.whenSettled();
  assert.equal(models.status(prod.id, 'waas/host')?.state, 'edited');
  assert.deepEqual(asked, ['waas/host']);
});

test('typing is looked at once, when it rests', async (context) => {
  const { given, asked, fileChanged, nextChange } = setUp(context);
  await nextChange();
  asked.length = 0;
  given.set('waas/host', 'edited');
  for (let stroke = 0; stroke < 50; stroke++) {
    fileChanged.fire(typed('waas/host'));
  }
  const change = await nextChange();
  assert.deepEqual(asked, ['waas/host']);
  assert.deepEqual(change, {
    consoleId: prod.id,
    policies: ['waas/host'],
    what: new Set(['text', 'state']),
  });
});

test('what is known of a file is being checked from its first change on, told at once, until it is known again', async (context) => {
  const { models, given, fileChanged, nextChange } = setUp(context);
  await nextChange();
  given.set('waas/host', 'in-sync');
  const edit = typed('waas/host');
  const told: unknown[] = [];
  models.onDidChange(({ policies, what }) => told.push([...policies, ...what]));
  // Keys that never rest.
  fileChanged.fire(edit);
  const typing = setInterval(() => fileChanged.fire(edit), 50);
  context.after(() => clearInterval(typing));
  assert.ok(models.status(prod.id, 'waas/host')?.isBeingChecked);
  assert.ok(!models.status(prod.id, 'waas/container')?.isBeingChecked);
  assert.deepEqual(told, [['waas/host', 'state']]);
  clearInterval(typing);
  // An edit that changes nothing is told to be over, too.
  assert.deepEqual((await nextChange()).what, new Set(['text', 'state']));
  assert.ok(!models.status(prod.id, 'waas/host')?.isBeingChecked);
});

test('only what is another status than before is told', async (context) => {
  const { given, asked, consoleKnown, nextChange } = setUp(context);
  await nextChange();
  asked.length = 0;
  given.set('cnns/network', 'edited');
  consoleKnown.fire(prod.id);
  const change = await nextChange();
  assert.equal(asked.length, policyKinds.length);
  assert.deepEqual(change.policies, ['cnns/network']);
});

test('a failure is a state with its reason', async (context) => {
  const { models, given, syncChanged, nextChange } = setUp(context);
  await nextChange();
  given.set('waas/host', new Error('the disk is full'));
  policyKinds.forEach(({ name }) => syncChanged.fire({ consoleId: prod.id, policy: name }));
  await nextChange();
  assert.deepEqual(models.status(prod.id, 'waas/host'), { state: 'failed', reason: 'the disk is full' });
  assert.equal(models.status(prod.id, 'waas/container')?.state, 'in-sync');
});

test('what is edited counts while the console cannot be reached, and no policy is two problems', async (context) => {
  const { models, given, syncChanged, nextChange } = setUp(context);
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
  const said = models.states(prod.id).filter((state) => state !== 'in-sync');
  assert.deepEqual(said.toSorted(), ['edited', 'failed', 'failed', 'failed']);
});

test('a console that is gone leaves nothing behind', async (context) => {
  const { models, registry, consolesChanged, nextChange } = setUp(context);
  await nextChange();
  registry.consoles = [];
  consolesChanged.fire();
  await models.whenSettled();
  assert.deepEqual(models.states(prod.id), []);
});

test('what came from the disk is looked at at once, and is never shown as being checked', async (context) => {
  const { models, given, fileChanged, nextChange } = setUp(context);
  await nextChange();
  given.set('waas/host', 'file-gone');
  fileChanged.fire({ consoleId: prod.id, policy: 'waas/host' });
  assert.ok(!models.status(prod.id, 'waas/host')?.isBeingChecked);
  await models.whenSettled();
  assert.equal(models.status(prod.id, 'waas/host')?.state, 'file-gone');
});

const changed: RuleMark = { here: { changed: true }, isConflict: false };
const conflict: RuleMark = { ...changed, isConflict: true };
const marked = (mark: RuleMark): RuleChanges => ({
  ...noRuleChanges,
  marks: new Map([['rules', new Map([['0:a', mark]])]]),
});
const markOf = (changes: RuleChanges): RuleMark | undefined => changes.marks.get('rules')?.get('0:a');

test('rules are compared together with the status of their policy', async (context) => {
  const { models, rules, given, syncChanged, nextChange } = setUp(context);
  rules.found = marked(conflict);
  given.set('waas/host', 'conflict');
  assert.equal(markOf(models.ruleChanges(prod.id, 'waas/host')), undefined, 'not known yet');
  assert.deepEqual((await nextChange()).what, new Set(['state', 'marks']));
  assert.equal(markOf(models.ruleChanges(prod.id, 'waas/host')), conflict);
  // As after a merge that was applied: neither outlives the other.
  rules.found = marked(changed);
  given.set('waas/host', 'edited');
  syncChanged.fire({ consoleId: prod.id, policy: 'waas/host' });
  const seen: unknown[] = [];
  models.onDidChange(() =>
    seen.push([models.status(prod.id, 'waas/host')?.state, markOf(models.ruleChanges(prod.id, 'waas/host'))]),
  );
  await nextChange();
  assert.deepEqual(seen, [['edited', changed]]);
});

test('the same marks of another reading of a file are announced to nobody', async (context) => {
  const { rules, given, syncChanged, nextChange } = setUp(context);
  rules.found = marked(changed);
  await nextChange();
  rules.found = marked({ ...changed });
  given.set('waas/container', 'edited');
  syncChanged.fire({ consoleId: prod.id, policy: 'waas/host' });
  syncChanged.fire({ consoleId: prod.id, policy: 'waas/container' });
  assert.ok(!(await nextChange()).what.has('marks'));
});

test('a comparison that fails leaves the marks as they were, and the status is the new one', async (context) => {
  const { models, rules, given, syncChanged, nextChange } = setUp(context);
  rules.found = marked(changed);
  await nextChange();
  rules.found = undefined;
  given.set('waas/host', 'edited');
  syncChanged.fire({ consoleId: prod.id, policy: 'waas/host' });
  await nextChange();
  assert.equal(models.status(prod.id, 'waas/host')?.state, 'edited');
  assert.equal(markOf(models.ruleChanges(prod.id, 'waas/host')), changed);
});

test('nothing is looked at while a push or pull is under way; its end is announced', async (context) => {
  const { models, rules, asked, given, fileChanged, syncChanged, nextChange } = setUp(context);
  await nextChange();
  asked.length = 0;
  rules.busy = true;
  given.set('waas/host', 'edited');
  fileChanged.fire(typed('waas/host'));
  await models.whenSettled();
  assert.deepEqual(asked, []);
  assert.ok(models.status(prod.id, 'waas/host')?.isBeingChecked, 'until it is over');
  rules.busy = false;
  syncChanged.fire({ consoleId: prod.id, policy: 'waas/host' });
  await models.whenSettled();
  assert.ok(!models.status(prod.id, 'waas/host')?.isBeingChecked);
  assert.equal(models.status(prod.id, 'waas/host')?.state, 'edited');
});

test('a look in any turn after a result is made', async (context) => {
  for (let turns = 0; turns < 8; turns++) {
    const { models, asked, given, syncChanged } = setUp(context);
    await models.whenSettled();
    asked.length = 0;
    const change = (state: PolicyState): void => {
      given.set('waas/host', state);
      syncChanged.fire({ consoleId: prod.id, policy: 'waas/host' });
    };
    const listening = models.onDidChange(async () => {
      listening.dispose();
      for (let turn = 0; turn <= turns; turn++) {
        await Promise.resolve();
      }
      change('in-sync');
    });
    change('edited');
    await models.whenSettled();
    await new Promise((resolve) => setTimeout(resolve, 10));
    await models.whenSettled();
    assert.deepEqual(asked, ['waas/host', 'waas/host'], `after ${turns} turns`);
    assert.equal(models.status(prod.id, 'waas/host')?.state, 'in-sync', `after ${turns} turns`);
  }
});
