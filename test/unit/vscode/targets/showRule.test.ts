import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { TextDocument, TextEditor } from 'vscode';
import { useEditor } from '../../../mocks/vscode.ts';

class Range {
  readonly start: unknown;
  readonly end: unknown;
  constructor(start: unknown, end: unknown) {
    [this.start, this.end] = [start, end];
  }
}

const kinds = { Keyboard: 1, Mouse: 2, Command: 3 };
const watching = new Set<(change: { readonly kind: number }) => void>();
const shown: unknown[] = [];
const editor = { revealRange: () => undefined } as unknown as TextEditor;

useEditor({
  Range,
  Selection: Range,
  TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
  TextEditorSelectionChangeKind: kinds,
  workspace: { openTextDocument: async () => document },
  window: {
    onDidChangeTextEditorSelection: (tell: (change: { readonly kind: number }) => void) => {
      watching.add(tell);
      return { dispose: () => watching.delete(tell) };
    },
    showTextDocument: async (...args: readonly unknown[]) => {
      shown.push(args);
      return editor;
    },
  },
});

const { openAtRule } = await import('../../../../src/vscode/targets/showRule.ts');
const { readPolicyText } = await import('../../../../src/core/document/reading/readPolicy.ts');

const document = {
  uri: 'file:///a.policy.yaml',
  positionAt: (offset: number) => offset,
} as unknown as TextDocument;
const policy = readPolicyText('rules:\n  - name: a\n  - name: b\n', 'yaml');
const place = { array: 'rules', index: 1 };
const start = policy.array('rules')?.rules[1]?.range.start;

beforeEach(() => shown.splice(0));

/** Reads the file once somebody did this. */
function after(kind: number | undefined) {
  return {
    open: async () => {
      if (kind !== undefined) {
        watching.forEach((tell) => tell({ kind }));
      }
      return policy;
    },
  };
}

test('a file is opened at a rule in one step, when it is known where the rule stands', async () => {
  await openAtRule(after(undefined), document, place, { viewColumn: 2 });
  assert.deepEqual(shown, [[document, { viewColumn: 2, selection: new Range(start, start) }]]);
  assert.equal(watching.size, 0);
});

for (const [what, kind] of [
  ['typed', kinds.Keyboard],
  ['clicked', kinds.Mouse],
] as const) {
  test(`a person who ${what} while a rule was looked for keeps the cursor`, async () => {
    await openAtRule(after(kind), document, place);
    assert.deepEqual(shown, []);
  });
}

test('a cursor that the program put elsewhere meanwhile is no reason to stay away', async () => {
  await openAtRule(after(kinds.Command), document, place);
  assert.equal(shown.length, 1);
});

test('a rule of another name is refused, and the file is shown', async () => {
  await assert.rejects(openAtRule(after(undefined), document, { ...place, name: 'gone' }), {
    code: 'changed',
  });
  assert.deepEqual(shown, [[document, {}]]);
});
