import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { writePolicyText } from '../../../../src/core/document/updatedText.ts';
import { policyKind, type PolicyKind } from '../../../../src/core/policy/families.ts';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { canonicalHash } from '../../../../src/core/policy/canonical.ts';
import { Merges, MergeSession } from '../../../../src/vscode/merge/mergeSession.ts';
import type { Merging } from '../../../../src/vscode/merge/mergePolicy.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const said: string[] = [];
useEditor({
  ProgressLocation: { Notification: 15 },
  window: {
    setStatusBarMessage: () => undefined,
    showWarningMessage: async (text: string) => void said.push(text),
    showInformationMessage: async (text: string) => void said.push(text),
    withProgress: (_: unknown, work: (...args: readonly unknown[]) => unknown) =>
      work({ report: () => undefined }, { onCancellationRequested: () => ({ dispose: () => undefined }) }),
  },
});
const { applyMerge, mergePolicy } = await import('../../../../src/vscode/merge/mergePolicy.ts');

const kind = policyKind('vulnerability/host');
assert.ok(kind);
const console = { id: 'c', entry: { name: 'prod' } };

const rulesOf = (rule: object): JsonObject => fromPlain({ rules: [{ name: 'r', ...rule }] }) as JsonObject;

/** The file, the base and the live policy of the only console. */
function syncsOf({ base, mine, live }: Readonly<Record<'base' | 'mine' | 'live', JsonObject>>) {
  const context = {
    due: new Set(),
    copies: {
      read: async (of: PolicyKind) => readPolicyText(writePolicyText(mine, 'yaml'), 'yaml', of),
    },
    known: { read: async () => ({ document: live, hash: canonicalHash(kind, live) }) },
    bases: { hash: async () => canonicalHash(kind, base), document: async () => base },
  };
  return { of: () => context };
}

/** What is merged again turns out to be nothing to merge; `typing` tells whether a rule is edited by then. */
function world(isLiveBase: boolean, typing: () => boolean) {
  const shown: MergeSession[] = [];
  const services = {
    consoles: { get: () => console, findFile: async () => ({}) },
    syncs: syncsOf({
      base: isLiveBase ? new Map() : rulesOf({ notes: 'b' }),
      mine: new Map(),
      live: new Map(),
    }),
    merges: new Merges({ set: () => undefined } as never),
    mergeDocuments: {
      isOutdated: () => true,
      show: async (session: MergeSession) => void shown.push(session),
    },
    resolutions: { isUnsaved: typing },
  } as unknown as Merging;
  const session = new MergeSession({
    consoleId: 'c',
    console: 'prod',
    kind: kind,
    base: new Map(),
    mine: new Map(),
    live: new Map(),
    seen: { liveHash: '', mineText: '', baseHash: undefined },
  });
  services.merges.begin(session);
  return { services, session, shown };
}

test('a merge with unsaved edits of a rule stays, also when there is nothing to merge', async () => {
  const typed = world(true, () => true);
  for (const act of [
    applyMerge(typed.services, typed.session),
    mergePolicy(typed.services, { console, kind } as never),
  ]) {
    await assert.rejects(act, { code: 'unsaved-rule' });
  }
  assert.deepEqual([typed.services.merges.all, typed.shown], [[typed.session], []]);
  const idle = world(true, () => false);
  assert.equal(await applyMerge(idle.services, idle.session), 'nothing-to-merge');
  assert.deepEqual(idle.services.merges.all, []);
});

test('a merge of a file that was edited meanwhile is merged again, also while a conflict of it is open', async () => {
  const { services, session, shown } = world(true, () => false);
  Object.defineProperty(session, 'result', { value: { open: [{}], conflicts: [{}], merged: new Map() } });
  assert.equal(await applyMerge(services, session), 'nothing-to-merge');
  assert.deepEqual([services.merges.all, shown], [[], []]);
});

test('an unresolved merge, and a merge that nobody sees, is shown instead of applied', async () => {
  said.length = 0;
  for (const open of [[{}], []]) {
    const { services, session, shown } = world(true, () => false);
    Object.assign(services.mergeDocuments, { isOutdated: () => false, isSeen: async () => open.length > 0 });
    Object.defineProperty(session, 'result', { value: { open, conflicts: open, merged: new Map() } });
    assert.equal(await applyMerge(services, session), 'open');
    assert.deepEqual([said, shown], [[], [session]]);
  }
});

test('that live was not changed is said only where it was not', async () => {
  for (const [isLiveBase, words] of [
    [true, 'Nothing to merge: vulnerability/host was not changed on prod.'],
    [
      false,
      'Nothing to merge: the file of vulnerability/host equals the live policy of prod. Pull to continue from there.',
    ],
  ] as const) {
    said.length = 0;
    const { services } = world(isLiveBase, () => false);
    assert.equal(await mergePolicy(services, { console, kind } as never), 'nothing-to-merge');
    assert.deepEqual(said, [words]);
  }
});

test('what somebody made of a rule is told, and shown, where the rule is another one when it is merged again', async () => {
  said.length = 0;
  const input = (mine: object) => ({
    consoleId: 'c',
    console: 'prod',
    kind,
    base: rulesOf({ notes: 'b' }),
    mine: rulesOf(mine),
    live: rulesOf({ notes: 'l' }),
    seen: { liveHash: '', mineText: '', baseHash: undefined },
  });
  const { services } = world(false, () => false);
  const before = new MergeSession(input({ notes: 'm' }));
  before.edit(before.result.conflicts[0]!, new Map([['name', 'mine']]));
  services.merges.begin(before);
  Object.assign(services, {
    log: { info: () => undefined },
    syncs: syncsOf(input({ notes: 'm', owner: 'somebody' })),
  });
  await mergePolicy(services, { console, kind } as never);
  assert.deepEqual(said, ['Your edit of r in the merge was not kept, because the rule changed.']);
});
