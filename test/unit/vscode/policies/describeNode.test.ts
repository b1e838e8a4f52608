import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderFinding } from '../../../../src/core/order/orderAnalysis.ts';
import { policyKind, type PolicyName } from '../../../../src/core/policy/families.ts';
import type { PolicyStatus, PolicyState } from '../../../../src/core/sync/policyStatus.ts';
import { describePolicy } from '../../../../src/vscode/policies/describeRows.ts';
import type { TreeNode } from '../../../../src/vscode/policies/treeNodes.ts';
import type { RowDescription } from '../../../../src/vscode/platform/treeView.ts';
import type { ConsoleAccess } from '../../../../src/vscode/workspace/consoleHandle.ts';
import { consoleRow, familyRows, policyRow, policyRows, ruleRows, type RuleGiven } from './support.ts';

const waas = policyKind('waas/host');

function ruleRow(...rules: RuleGiven[]): RowDescription {
  const row = ruleRows('vulnerability/images', { rules }).at(-1);
  assert.ok(row);
  return row.describe();
}

test('a rule says its number, name, scope and what it does, to everyone', () => {
  const row = ruleRow({ name: 'a' }, { name: 'Block critical', collections: ['x', 'y'], action: 'mixed' });
  assert.equal(row.label, '2. Block critical');
  assert.equal(row.description, 'x, y');
  assert.equal(row.accessibilityLabel, 'Rule 2 of 2, Block critical, alerts and blocks, scope x, y');
  assert.deepEqual(row.capabilities, ['rule', 'canMove', 'canInsert', 'canShowImpacted', 'enabled']);
});

test('a disabled rule is dimmed and says so', () => {
  const row = ruleRow({ name: 'a', disabled: true });
  assert.equal(row.tone, 'dimmed');
  assert.equal(row.icon.color, 'disabledForeground');
  assert.match(row.description ?? '', /^disabled/);
  assert.match(row.accessibilityLabel, /, disabled$/);
});

test('a rule that is not as it was has a letter, and says in words what it means', () => {
  const row = ruleRow({ name: 'a', mark: { here: { moved: -3 }, isConflict: false } });
  assert.equal(row.mark, 'R');
  assert.match(row.accessibilityLabel, /, moved up by 3, not pushed$/);
  const conflict = { here: { changed: true }, live: { changed: true }, isConflict: true } as const;
  const dead = ruleRow({
    name: 'a',
    mark: conflict,
    order: [{ kind: 'shadowed-rule', rule: 0, by: [] }],
  });
  assert.deepEqual([dead.mark, dead.tone], ['C', 'dead'], 'one takes nothing from the other');
  assert.equal(ruleRow({ name: 'a', mark: conflict, isSure: false }).mark, undefined, 'its text is broken');
  assert.equal(ruleRow({ name: 'a' }).mark, undefined);
});

test('a part of a long list counts its changed rules', () => {
  const rules = Array.from({ length: 2500 }, (_, at) => ({
    name: `r${at}`,
    ...([3, 4].includes(at) ? { mark: { here: { changed: true }, isConflict: false } as const } : {}),
  }));
  const [first, second] = ruleRows('vulnerability/images', { rules });
  assert.equal(first?.describe().description, '2 rules changed');
  assert.match(first?.describe().accessibilityLabel ?? '', /, 2 rules changed$/);
  assert.equal(second?.describe().description, undefined);
});

test('a rule that its place keeps from deciding says so, and stands out', () => {
  const dead = ruleRow({ name: 'a', order: [{ kind: 'shadowed-rule', rule: 0, by: [] }] });
  assert.equal(dead.tone, 'dead');
  assert.match(dead.description ?? '', /^never applies · /);
  assert.match(dead.accessibilityLabel, /, never applies$/);
  assert.ok(dead.capabilities.includes('dead'), 'its menu has the way to where it takes effect');
  const lost = (scope: number): OrderFinding => ({ kind: 'partly-shadowed-rule', rule: 0, scope, by: [] });
  const partly = ruleRow({ name: 'a', collections: ['x', 'y', 'z'], order: [lost(0), lost(2)] });
  assert.equal(partly.tone, undefined);
  assert.ok(!partly.capabilities.includes('dead'));
  assert.match(partly.description ?? '', /^applies in 1 of its 3 collections · /);
});

test('a rule without which the same is done says that, and has no way to where it takes effect', () => {
  const row = ruleRow({
    name: 'a',
    order: [{ kind: 'redundant-rule', rule: 0, by: [] }],
  });
  assert.equal(row.tone, 'dead');
  assert.match(row.description ?? '', /^redundant: the rules above do the same · /);
  assert.ok(!row.capabilities.includes('dead'));
});

test('what a rule does has an icon of its own', () => {
  const actions = ['block', 'mixed', 'alert', 'ignore', 'allow', 'unknown'] as const;
  const icons = actions.map((action) => ruleRow({ name: 'a', action }).icon.id);
  assert.equal(new Set(icons).size, actions.length);
});

test('a rule without name or collection says that', () => {
  const row = ruleRow({ collections: [] });
  assert.equal(row.label, '1. (no name)');
  assert.equal(row.description, 'no collection');
});

test('of a rule whose text is broken nothing is said but its place and name', () => {
  const read = { disabled: true, collections: [], action: 'unknown', isSure: false } as const;
  const row = ruleRow({ name: 'a', ...read });
  assert.equal(row.label, '1. a');
  assert.equal(row.description, '');
  assert.equal(row.accessibilityLabel, 'Rule 1 of 1, a, not readable');
  assert.equal(row.tone, undefined);
  assert.equal(ruleRow(read).label, '1. (not readable)');
});

test('a network rule has no collections to miss', () => {
  const [group] = ruleRows('cnns/network', {
    containerRules: [{ name: 'a', collections: [], action: 'allow' }],
    hostRules: [],
  });
  const [row] = (group?.children() ?? []) as readonly TreeNode[];
  assert.equal(row?.describe().description, '');
  assert.equal(row?.describe().accessibilityLabel, 'Rule 1 of 1, a, allows');
});

test('many collections are counted', () => {
  assert.equal(
    ruleRow({ name: 'a', collections: ['a', 'b', 'c', 'd', 'e'] }).description,
    'a, b, c and 2 more',
  );
});

const states: readonly PolicyState[] = [
  'not-pulled',
  'file-gone',
  'in-sync',
  'edited',
  'live-changed',
  'conflict',
  'unknown',
  'invalid',
  'failed',
];

function policy(state: PolicyState, access: ConsoleAccess = 'ready', reason?: string) {
  const status: PolicyStatus = { state, ...(reason === undefined ? {} : { reason }) };
  return describePolicy(waas, { status, access });
}

test('every state of a policy looks different and is said in words', () => {
  const rows = states.map((state) => policy(state));
  assert.equal(new Set(rows.map(({ icon }) => icon.id)).size, states.length);
  assert.equal(new Set(rows.map(({ description }) => description)).size, states.length);
  assert.equal(new Set(rows.map(({ accessibilityLabel }) => accessibilityLabel)).size, states.length);
});

test('a failure says why and can be tried again', () => {
  const row = policy('failed', 'ready', 'the console did not answer');
  assert.equal(row.description, 'failed · the console did not answer');
  assert.ok(row.capabilities.includes('canRetry'));
});

test('what is edited is still said, and can be discarded, while the console cannot be reached', () => {
  const status: PolicyStatus = { state: 'failed', known: 'edited', reason: 'No answer.', code: 'timeout' };
  const row = describePolicy(waas, { status, access: 'ready' });
  assert.equal(row.description, 'edited · failed · No answer.');
  for (const capability of ['canDiscard', 'canOpen', 'canPush', 'canRetry']) {
    assert.ok(row.capabilities.includes(capability), capability);
  }
  const absent = describePolicy(waas, {
    status: { ...status, known: 'not-pulled' },
    access: 'ready',
  });
  assert.equal(absent.description, 'failed · No answer.');
  assert.equal(absent.collapsible, 'none');
  assert.ok(!absent.capabilities.includes('canOpen'));
});

test('what was known before an edit is not told of the file until it was checked; what can be done with it stays', () => {
  const described = (status: PolicyStatus, isBeingChecked: boolean) =>
    describePolicy(waas, { status: { ...status, isBeingChecked }, access: 'ready' });
  for (const state of states.filter((each) => each !== 'failed')) {
    const status: PolicyStatus = { state, reason: 'A reason.', problems: ['A problem.'] };
    const row = described(status, true);
    assert.equal(row.description, 'being checked', state);
    assert.equal(row.accessibilityLabel, 'Hosts, being checked');
    assert.equal(row.icon.id, 'loading~spin');
    assert.equal(row.tone, undefined);
    assert.deepEqual(row.capabilities, described(status, false).capabilities);
  }
  assert.equal(
    described({ state: 'failed', known: 'edited', reason: 'No answer.', code: 'timeout' }, true).description,
    'being checked · failed · No answer.',
  );
});

test('only a policy with a file opens and pushes', () => {
  assert.deepEqual(policy('not-pulled').capabilities, ['policy', 'not-pulled', 'canPull', 'canOpenLive']);
  assert.equal(policy('not-pulled').collapsible, 'none');
  assert.deepEqual(policy('file-gone').capabilities, [
    'policy',
    'file-gone',
    'canPull',
    'canOpenLive',
    'canForget',
  ]);
  assert.equal(policy('file-gone').description, 'file is missing');
  assert.ok(policy('edited').capabilities.includes('canPush'));
  assert.equal(policy('edited').collapsible, 'collapsed');
});

test('the policy of the last push has its undo, while its console can be reached', () => {
  const canUndo = (undoable: PolicyName, access: ConsoleAccess = 'ready'): boolean =>
    policyRow('waas/host', { access, undoable, status: { state: 'in-sync' } })
      .describe()
      .capabilities.includes('canUndo');
  assert.ok(canUndo('waas/host'));
  assert.ok(!canUndo('waas/container'), 'the last push was of another policy');
  assert.ok(!canUndo('waas/host', 'signed-out'));
});

test('signed out, nothing that needs the network is offered', () => {
  for (const state of states) {
    assert.deepEqual(
      policy(state, 'signed-out').capabilities.filter((word) =>
        /^can(?!Open$|AddRule$|Discard$|Forget$)/.test(word),
      ),
      [],
      state,
    );
  }
  assert.equal(policy('not-pulled', 'signed-out').description, 'signed out');
});

test('a state that is not known yet is being read', () => {
  const row = describePolicy(waas, { status: undefined, access: 'ready' });
  assert.equal(row.icon.id, 'loading~spin');
  assert.equal(row.collapsible, 'none');
});

test('a console without a pulled policy offers the pull in its row, as long as it can be reached', () => {
  const described = (access: ConsoleAccess, ...states: PolicyState[]): string | undefined =>
    consoleRow({ access, states }).describe().description;
  const offer = /not pulled · Pull$/;
  assert.match(described('ready', 'not-pulled', 'not-pulled') ?? '', offer);
  assert.doesNotMatch(described('ready', 'not-pulled', 'in-sync') ?? '', offer);
  assert.doesNotMatch(described('ready') ?? '', offer);
  assert.doesNotMatch(described('signed-out', 'not-pulled') ?? '', offer);
});

test('a console says whether it can be reached, and what wants attention', () => {
  const ready = consoleRow({ states: ['edited', 'conflict', 'in-sync'], isProtected: true }).describe();
  assert.equal(ready.label, 'prod');
  assert.equal(ready.description, 'protected · console.example:8083 · 1 edited, 1 to merge');
  assert.deepEqual(ready.capabilities, ['console', 'canSignOut', 'canPull', 'canRefresh']);
  const out = consoleRow({ access: 'signed-out' }).describe();
  assert.match(out.description ?? '', /^signed out/);
  assert.deepEqual(out.capabilities, ['console', 'canSignIn']);
  assert.deepEqual(consoleRow({ access: 'untrusted' }).describe().capabilities, ['console']);
});

test('a family with nothing to say has no description', () => {
  const described = (...states: PolicyState[]): string | undefined =>
    familyRows({ states })[0]?.describe().description;
  assert.equal(described('in-sync'), undefined);
  assert.equal(described('failed'), '1 with a problem');
  assert.equal(described('file-gone'), '1 with missing file');
});

test('every row has a label for screen readers', () => {
  const rows: TreeNode[] = [
    consoleRow(),
    ...(consoleRow().children() as readonly TreeNode[]),
    ...policyRows(),
    ...ruleRows('cnns/network', { containerRules: [{ name: 'a' }], hostRules: [] }),
    ...ruleRows('waas/host', { rules: Array.from({ length: 1500 }, () => ({})) }),
  ];
  for (const row of rows) {
    assert.notEqual(row.describe().accessibilityLabel, '');
  }
});

test('a console whose certificate is not checked says so first', () => {
  const asked: string[] = [];
  const skipsVerification = (origin: string): boolean => asked.push(origin) > 0;
  const row = consoleRow({ skipsVerification }).describe();
  assert.match(row.description ?? '', /^CERTIFICATE NOT CHECKED/);
  assert.match(row.accessibilityLabel, /CERTIFICATE NOT CHECKED/);
  assert.deepEqual(asked, ['https://console.example:8083']);
  assert.doesNotMatch(consoleRow().describe().description ?? '', /CERTIFICATE/);
});

test('a policy the console does not have, or the role does not reach, is a state and no failure', () => {
  for (const [code, words] of [
    ['not-found', 'not on this console'],
    ['forbidden', 'not permitted to this access key'],
  ] as const) {
    const status: PolicyStatus = { state: 'failed', reason: 'There is nothing at /x.', code };
    const row = describePolicy(waas, { status, access: 'ready' });
    assert.equal(row.description, words);
    assert.equal(row.tone, 'dimmed');
    assert.ok(row.capabilities.includes('canRetry'));
  }
  const status: PolicyStatus = { state: 'failed', reason: 'Down.', code: 'unreachable' };
  const row = describePolicy(waas, { status, access: 'ready' });
  assert.equal(row.tone, 'failed');
  assert.match(row.description ?? '', /failed · Down\./);
});
