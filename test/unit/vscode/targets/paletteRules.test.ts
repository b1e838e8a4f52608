import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { ruleRefs, type RuleRef } from '../../../../src/core/document/ruleRef.ts';
import type { Targets } from '../../../../src/vscode/targets/targets.ts';
import type { RuleTarget, ChosenRules } from '../../../../src/vscode/workspace/target.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import type { RuleArrayView } from '../../../../src/core/document/ruleView.ts';

const uri = { toString: () => 'file:///p/runtime/host.policy.json' };
const editor = { document: { uri } };

useEditor({
  Uri: URL,
  window: { activeTextEditor: editor },
  workspace: { asRelativePath: () => '', textDocuments: [] },
  l10n: { t: (text: string) => text },
});

const { chooseRules: choiceOf } = await import('../../../../src/vscode/targets/commands.ts');
const chooseRules = async (...call: Parameters<typeof choiceOf>) => choiceOf(...call)();

const { rulesNow } = await import('../../../../src/core/document/ruleRef.ts');

const revealed: unknown[] = [];

interface List {
  readonly policy: PolicyDocument;
  readonly view: RuleArrayView;
  readonly refs: readonly RuleRef[];
}

function listOf(names: readonly string[]): List {
  const policy = readPolicyText(`rules:\n${names.map((name) => `  - name: ${name}\n`).join('')}`, 'yaml');
  const view = policy.array('rules');
  assert.ok(view);
  return { policy, view, refs: ruleRefs(policy, view) };
}

/** A list in which rule `b` is at the cursor, and the rows that are selected in the view. */
function targets(names: readonly string[], selection: readonly RuleTarget[], used = {}): Targets {
  const { policy, view, refs } = listOf(names);
  return {
    consoles: {
      consoles: [],
      policyAt: () => ({ console: { entry: { name: 'one' } }, kind: { name: 'runtime/host' } }),
      get: () => ({ id: 'one' }),
      findFile: async () => uri,
    },
    rules: {
      now: async (_uri: unknown, _array: string, rules: readonly RuleRef[]) => rulesNow(policy, view, rules),
      selected: async () => refs.filter(({ name }) => name === 'b'),
    },
    rows: {
      isVisible: true,
      wasUsedLast: false,
      selection,
      isRow: () => true,
      targetsAt: async () => selection,
      showEdited: async (rule: RuleTarget) => revealed.push(rule.index),
      ...used,
    },
  } as unknown as Targets;
}

/** The row of a rule, as it was drawn of these rules. */
function row(index: number, ...names: readonly string[]): RuleTarget {
  const ref = listOf(names).refs[index];
  assert.ok(ref);
  return { kind: 'rule', consoleId: 'one', policy: 'runtime/host', ...ref };
}

const found = ({ rules }: ChosenRules): unknown => rules.map(({ index, name }) => [index, name]);

/** The palette after the person was in an editor, or in the view. */
const fromPalette = (names: readonly string[], selected: RuleTarget, used: object): Promise<ChosenRules> =>
  chooseRules(targets(names, [selected], used), undefined, undefined);

test('a command of the palette acts on the rule at the cursor, whatever row is selected in the view', async () => {
  const selected = row(0, 'a', 'b');
  for (const rows of [{}, { isVisible: false, wasUsedLast: true }]) {
    assert.deepEqual(found(await fromPalette(['a', 'b', 'c'], selected, rows)), [[1, 'b']]);
  }
});

test('and on the rule of the selected row, whatever is at the cursor, when the person was in the view last', async () => {
  const rows = { wasUsedLast: true };
  assert.deepEqual(found(await fromPalette(['a', 'b', 'c'], row(0, 'c', 'b'), rows)), [[2, 'c']]);
  await assert.rejects(fromPalette(['a', 'b', 'c'], row(0, 'gone', 'b'), rows), { code: 'rule-gone' });
});

const key = { in: 'tree' };

test('a row means its rule by name, wherever it stands by now', async () => {
  const selected = row(0, 'a', 'b', 'c');
  assert.deepEqual(found(await chooseRules(targets(['c', 'b', 'a'], [selected]), key, undefined)), [
    [2, 'a'],
  ]);
});

test('a row whose rule is gone means no other rule', async () => {
  const selected = row(0, 'a', 'b', 'c');
  await assert.rejects(chooseRules(targets(['b', 'c'], [selected]), key, undefined), { code: 'rule-gone' });
});

for (const [what, drawn, now] of [
  ['share its name', ['b', 'a', 'a'], ['a', 'a', 'b']],
  ['shared its name', ['b', 'a', 'a'], ['b', 'a']],
  ['share its name now', ['b', 'a'], ['a', 'a', 'b']],
] as const) {
  test(`a row of one of several rules that ${what} is refused once the list was edited`, async () => {
    const selected = row(1, ...drawn);
    await assert.rejects(chooseRules(targets(now, [selected]), key, undefined), { code: 'changed' });
    assert.deepEqual(found(await chooseRules(targets(drawn, [selected]), key, undefined)), [[1, 'a']]);
  });
}

test('an edit by a key of the view is shown there', async () => {
  const chosen = await chooseRules(
    targets(['a', 'b', 'c'], [row(0, 'a', 'b'), row(1, 'a', 'b')]),
    key,
    undefined,
  );
  await chosen.show?.({ array: 'rules', index: 1 }, 'show');
  assert.deepEqual(revealed, [1]);
});
