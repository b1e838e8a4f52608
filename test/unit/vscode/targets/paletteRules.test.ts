import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Targets } from '../../../../src/vscode/targets/targets.ts';
import type { RuleTarget, Target } from '../../../../src/vscode/workspace/target.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const uri = { toString: () => 'file:///p/runtime/host.policy.json' };
const editor = { document: { uri } };

useEditor({
  Uri: URL,
  window: { activeTextEditor: editor },
  workspace: { asRelativePath: () => '', textDocuments: [] },
  l10n: { t: (text: string) => text },
});

const { chooseRules } = await import('../../../../src/vscode/targets/chooseRules.ts');

const revealed: unknown[] = [];

/** A list in which rule `b` is at the cursor, and the rows that are selected in the view. */
function targets(names: readonly string[], selection: readonly RuleTarget[], version = 1): Targets {
  const at = names.indexOf('b');
  return {
    consoles: {
      consoles: [],
      policyAt: () => ({ ref: { policy: 'runtime/host', console: 'one' } }),
      get: () => ({ id: 'one' }),
    },
    files: { find: async () => uri },
    rules: {
      list: async () => ({ version, arrays: [{ key: 'rules', rules: names.map((name) => ({ name })) }] }),
    },
    ruleEditor: {
      edits: 1,
      selected: async () => [{ array: 'rules', index: at, name: 'b' }],
      placesNow: ({ indices }: { readonly indices: readonly number[] }) => indices,
    },
    rows: {
      isVisible: true,
      wasUsedLast: false,
      selection,
      isRow: () => true,
      targetsAt: () => async () => selection,
      revealEdited: async (rules: readonly Target[], how: string) => revealed.push([rules.length, how]),
    },
  } as unknown as Targets;
}

const row = (index: number, name: string, drawn?: RuleTarget['drawn']): RuleTarget => ({
  kind: 'rule',
  consoleId: 'one',
  policy: 'runtime/host',
  array: 'rules',
  index,
  name,
  ...(drawn && { drawn }),
});

test('a command of the palette acts on the rule at the cursor that was moved since its row was selected', async () => {
  const chosen = await chooseRules(targets(['a', 'b', 'c'], [row(0, 'b')]), undefined, undefined);
  assert.deepEqual([chosen.indices, chosen.names], [[1], ['b']]);
});

test('and where the rule of the selected row is gone', async () => {
  const chosen = await chooseRules(targets(['a', 'b', 'c'], [row(0, 'gone')]), undefined, undefined);
  assert.deepEqual([chosen.indices, chosen.names], [[1], ['b']]);
});

const key = { in: 'tree' };

test('a row means its rule by name, wherever it stands by now', async () => {
  const drawn = { of: 'list', version: 1, isAlone: true } as const;
  const chosen = await chooseRules(targets(['c', 'b', 'a'], [row(0, 'a', drawn)], 2), key, undefined);
  assert.deepEqual([chosen.indices, chosen.names], [[2], ['a']]);
});

test('a row whose rule is gone means no other rule', async () => {
  const drawn = { of: 'list', version: 1, isAlone: true } as const;
  await assert.rejects(chooseRules(targets(['b', 'c'], [row(0, 'a', drawn)], 2), key, undefined), {
    code: 'rule-gone',
  });
});

for (const [what, names] of [
  ['share its name', ['a', 'a']],
  ['shared its name', ['b', 'a']],
] as const) {
  test(`a row of one of several rules that ${what} is refused once anything was edited`, async () => {
    const drawn = { of: 'list', version: 1, isAlone: false } as const;
    await assert.rejects(chooseRules(targets(names, [row(1, 'a', drawn)], 2), key, undefined), {
      code: 'changed',
    });
    const chosen = await chooseRules(targets(names, [row(1, 'a', drawn)], 1), key, undefined);
    assert.deepEqual(chosen.indices, [1]);
  });
}

test('rows stay selected by an edit of their own rules, and any other edit selects what it left', async () => {
  const chosen = await chooseRules(targets(['a', 'b', 'c'], [row(0, 'a'), row(1, 'b')]), key, undefined);
  const places = chosen.indices.map((index) => ({ array: 'rules', index }));
  await chosen.reveal?.(places, true);
  await chosen.reveal?.(places);
  assert.deepEqual(revealed, [
    [2, 'keep'],
    [2, 'select'],
  ]);
});
