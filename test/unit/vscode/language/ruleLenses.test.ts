import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextDocument } from 'vscode';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { noRuleChanges } from '../../../../src/core/sync/ruleChanges.ts';
import type { PolicyDocuments } from '../../../../src/vscode/workspace/policyDocuments.ts';
import type { FeatureServices } from '../../../../src/vscode/featureServices.ts';
import { Emitter } from '../../../../src/core/util/disposable.ts';
import { useEditor } from '../../../mocks/vscode.ts';

class Lens {
  command: { title: string } | undefined;

  constructor(_range: unknown, command?: { title: string }) {
    this.command = command;
  }
}
const cursor = new Emitter<unknown>();
const window: { activeTextEditor?: unknown } & Record<string, unknown> = {
  onDidChangeTextEditorSelection: cursor.event,
  onDidChangeActiveTextEditor: new Emitter<unknown>().event,
};
useEditor({ CodeLens: Lens, EventEmitter: Emitter, Range: Array, window });
const { PolicyRules } = await import('../../../../src/vscode/workspace/policyDocuments.ts');
const models = {
  onDidChange: () => ({ dispose: () => undefined }),
  orders: {
    look: async () => undefined,
    found: () => new Map(),
  },
  whenRead: async () => undefined,
  ruleChangesAt: () => noRuleChanges,
};
const { RuleLenses } = await import('../../../../src/vscode/language/ruleLenses.ts');

test('lenses are asked for when the order of a text was analyzed: after an undo from a tree the editor does not ask', () => {
  const analyzed = new Emitter<unknown>();
  const never = { onDidChange: () => ({ dispose: () => undefined }) };
  const lenses = new RuleLenses({
    consoles: never,
    settings: never,
    models: { onDidChange: analyzed.event },
  } as unknown as FeatureServices);
  let asked = 0;
  lenses.onDidChangeCodeLenses(() => asked++);
  analyzed.fire({ what: new Set(['order']) });
  analyzed.fire({ what: new Set(['text']) });
  assert.equal(asked, 1);
  lenses.dispose();
});

test('a rule of a conflict that is edited alone is given no number: it is not the only one of its policy', async () => {
  const never = { onDidChange: () => ({ dispose: () => undefined }) };
  const text = 'rules:\n  - name: a\n    effect: alert\n';
  const policy = readPolicyText(text, 'yaml', policyKind('vulnerability/images'));
  const lenses = new RuleLenses({
    documents: { ...never, open: async () => policy, current: () => policy },
    rules: new PolicyRules({} as PolicyDocuments, models),
    consoles: { ...never, policyAt: () => undefined },
    settings: { ...never, flag: () => true },
    models,
  } as unknown as FeatureServices);
  const titleIn = async (scheme: string): Promise<string | undefined> => {
    const uri = { scheme, path: '/a/vulnerability/images.policy.yaml' };
    const document = { uri, positionAt: Number } as unknown as TextDocument;
    const [lens] = await lenses.provideCodeLenses(document);
    return lens && lenses.resolveCodeLens(lens).command?.title;
  };
  assert.equal(await titleIn('file'), 'Rule 1 of 1');
  assert.equal(await titleIn('ordinance-resolution'), 'Preview Rule');
  lenses.dispose();
});

test('commands are above the rule with the cursor alone, and lenses are asked for when the cursor enters another rule', async () => {
  const never = { onDidChange: () => ({ dispose: () => undefined }) };
  const text = `rules:\n${['a', 'b', 'c'].map((name) => `  - name: ${name}\n    effect: alert\n`).join('')}`;
  const policy = readPolicyText(text, 'yaml', policyKind('vulnerability/images'));
  const console = { console: { id: 'c' }, kind: { name: 'vulnerability/images' } };
  const lenses = new RuleLenses({
    documents: { ...never, open: async () => policy, current: () => policy },
    rules: new PolicyRules({} as PolicyDocuments, models),
    consoles: { ...never, policyAt: () => console },
    settings: { ...never, flag: () => true },
    models,
  } as unknown as FeatureServices);
  const uri = { scheme: 'file', path: '/a/vulnerability/images.policy.yaml' };
  const document = { uri, version: 1, positionAt: Number, offsetAt: Number } as unknown as TextDocument;
  let asked = 0;
  lenses.onDidChangeCodeLenses(() => asked++);
  const commandsWith = async (shown: unknown, active: number): Promise<readonly string[]> => {
    window.activeTextEditor = { document: shown, selection: { active } };
    cursor.fire(undefined);
    const all = await lenses.provideCodeLenses(document);
    assert.equal(all.filter(({ command }) => command === undefined).length, 3, 'each rule has its number');
    return all.flatMap(({ command }) => command?.title ?? []);
  };
  assert.deepEqual(await commandsWith(document, text.indexOf('name: b')), ['Move Up', 'Move Down', 'Move…']);
  assert.deepEqual(await commandsWith(document, text.indexOf('alert', text.indexOf('name: b'))), [
    'Move Up',
    'Move Down',
    'Move…',
  ]);
  assert.equal(asked, 1, 'the cursor stayed in its rule');
  assert.deepEqual(await commandsWith(document, text.indexOf('name: c')), ['Move Up', 'Move…']);
  assert.deepEqual(await commandsWith(document, 0), [], 'the cursor is above the rules');
  assert.equal(asked, 3);
  assert.deepEqual(
    await commandsWith({ ...document }, text.indexOf('name: b')),
    [],
    'another file is in front',
  );
  lenses.dispose();
});
