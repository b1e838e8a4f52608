import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { CanceledError } from '../../../../src/core/util/errors.ts';
import { childrenOf, mergeNode } from '../../../../src/vscode/merge/conflictNode.ts';
import { Merges, MergeSession } from '../../../../src/vscode/merge/mergeSession.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import { must } from '../../order/truth.ts';

let shown: readonly { readonly title: string; readonly isCloseAffordance: boolean }[] = [];
let press = 0;
useEditor({
  TreeItemCollapsibleState: {},
  window: {
    showWarningMessage: async (_: string, __: unknown, ...buttons: typeof shown) => {
      shown = buttons;
      return buttons[press];
    },
  },
});
const { cancelMerge, showConflict } = await import('../../../../src/vscode/merge/resolveConflict.ts');

function world() {
  const policy = (notes: string): JsonObject => fromPlain({ rules: [{ name: 'r', notes }] }) as JsonObject;
  const session = new MergeSession({
    consoleId: 'c',
    console: 'prod',
    kind: must(policyKind('vulnerability/host')),
    base: policy('b'),
    mine: policy('m'),
    live: policy('l'),
    seen: { liveHash: '', mineText: '', baseHash: undefined },
  });
  const merges = new Merges({ set: () => undefined } as never);
  merges.begin(session);
  session.choose(session.result.conflicts, 'live');
  const compared: MergeSession[] = [];
  const services = {
    merges,
    resolutions: { isUnsaved: () => false },
    mergeDocuments: { compare: async (one: MergeSession) => void compared.push(one) },
  } as unknown as Parameters<typeof cancelMerge>[0];
  return { services, merges, compared, cancel: () => cancelMerge(services, mergeNode(session)) };
}

test('Enter alone abandons no merge in which something was chosen, nor does Escape', async () => {
  for (press of [0, 2]) {
    const { cancel, merges, compared } = world();
    await assert.rejects(cancel(), CanceledError);
    assert.deepEqual([merges.all.length, compared.length], [1, press === 0 ? 1 : 0]);
  }
  assert.deepEqual(
    shown.map(({ title, isCloseAffordance }) => [title, isCloseAffordance]),
    [
      ['Compare', false],
      ['Abandon Merge', false],
      ['Back to the Merge', true],
    ],
  );
  press = 1;
  const { cancel, merges } = world();
  await cancel();
  assert.deepEqual(merges.all, []);
});

test('a click on a row compares the sides of its conflict, and does nothing after the end of the merge', async () => {
  const { services, merges } = world();
  const sides: unknown[] = [];
  Object.assign(services, {
    consoles: { get: () => ({}) },
    liveDocuments: {
      compareParts: async (_: unknown, __: unknown, parts: { left: JsonObject; right: JsonObject }) =>
        void sides.push([parts.left.get('notes'), parts.right.get('notes')]),
    },
  });
  const [session] = merges.all;
  const [row] = childrenOf(mergeNode(must(session)));
  const rows = [must(row), ...childrenOf(must(row))];
  for (const { id } of rows) {
    await showConflict(services, id);
  }
  assert.deepEqual(sides, [
    ['l', 'm'],
    ['b', 'm'],
    ['b', 'm'],
    ['b', 'l'],
  ]);
  merges.end(must(session));
  await showConflict(services, must(row).id);
  assert.equal(sides.length, rows.length);
});
