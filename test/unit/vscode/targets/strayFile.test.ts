import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useEditor } from '../../../mocks/vscode.ts';

const uriOf = (path: string) => ({ scheme: 'file', path, toString: () => `file://${path}` });
const window: { activeTextEditor?: unknown } = {};
useEditor({ Uri: URL, window, workspace: { asRelativePath: ({ path }: { path: string }) => path } });
const { choosePolicies } = await import('../../../../src/vscode/targets/targets.ts');
const { chooseRules: choiceOf, invocationOf } = await import('../../../../src/vscode/targets/commands.ts');
const chooseRules = async (...call: Parameters<typeof choiceOf>) => choiceOf(...call)();

const targets = {
  consoles: {
    consoles: [{ id: 'one', policyFolder: { path: '/w/policies/one' } }],
    policyAt: () => undefined,
    get: () => undefined,
  },
  rows: { isVisible: true, wasUsedLast: false, selection: [] },
  ruleEditor: { edits: 0 },
} as never;

for (const [what, row] of [
  ['the palette', undefined],
  ['a key of the editor', { in: 'editor' }],
] as const) {
  test(`a policy file in the folder of no console is refused as that by ${what}, and no other policy is offered`, async () => {
    window.activeTextEditor = { document: { uri: uriOf('/w/old/images.policy.yaml') } };
    await assert.rejects(choosePolicies(targets, invocationOf(row, undefined)), { code: 'stray-file' });
    await assert.rejects(chooseRules(targets, row, undefined), { code: 'stray-file' });
  });
}

test('a file in the folder of a console, or of another kind, is none of those', async () => {
  for (const path of ['/w/policies/one/images.policy.yaml', '/w/notes.yaml']) {
    window.activeTextEditor = { document: { uri: uriOf(path) } };
    await assert.rejects(choosePolicies(targets, { from: 'editor' }), { code: 'no-policy' });
    await assert.rejects(chooseRules(targets, { in: 'editor' }, undefined), { code: 'no-rule' });
  }
});
