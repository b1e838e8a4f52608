import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Targets } from '../../../../src/vscode/targets/targets.ts';
import type { RuleTarget } from '../../../../src/vscode/workspace/target.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const uri = { toString: () => 'file:///p/runtime/host.policy.json' };
const editor = { document: { uri } };

useEditor({
  Uri: URL,
  window: { activeTextEditor: editor },
  workspace: { asRelativePath: () => '' },
  l10n: { t: (text: string) => text },
});

const { chooseRules } = await import('../../../../src/vscode/targets/chooseRules.ts');

/** A list in which rule `b` is at the cursor, and rows that were lit up when it stood elsewhere. */
function targets(names: readonly string[], lit: readonly RuleTarget[]): Targets {
  const at = names.indexOf('b');
  return {
    consoles: {
      policyAt: () => ({ ref: { policy: 'runtime/host', console: 'one' } }),
      get: () => ({ id: 'one' }),
    },
    files: { find: async () => uri },
    rules: { list: async () => ({ arrays: [{ key: 'rules', rules: names.map((name) => ({ name })) }] }) },
    ruleEditor: {
      edits: 1,
      selected: async () => [{ array: 'rules', index: at, name: 'b' }],
      placesNow: ({ indices }: { readonly indices: readonly number[] }) => indices,
    },
    rows: { isVisible: true, wasUsedLast: false, selections: 0, selection: async () => lit },
  } as unknown as Targets;
}

const row = (index: number, name: string): RuleTarget => ({
  kind: 'rule',
  consoleId: 'one',
  policy: 'runtime/host',
  array: 'rules',
  index,
  name,
});

test('a command of the palette acts on the rule at the cursor that was moved since its row was lit up', async () => {
  const chosen = await chooseRules(targets(['a', 'b', 'c'], [row(0, 'b')]), undefined, undefined);
  assert.deepEqual([chosen.indices, chosen.names], [[1], ['b']]);
});

test('and where the rule of the row that is lit up is gone', async () => {
  const chosen = await chooseRules(targets(['a', 'b', 'c'], [row(0, 'gone')]), undefined, undefined);
  assert.deepEqual([chosen.indices, chosen.names], [[1], ['b']]);
});
