import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextDocument } from 'vscode';
import { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { ruleIds } from '../../../../src/core/document/ruleIds.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import type { RuleMark } from '../../../../src/core/policy/ruleMark.ts';
import { Emitter } from '../../../../src/core/util/emitter.ts';
import type { ChangeLensesDeps } from '../../../../src/vscode/changes/changeLenses.ts';
import { useEditor } from '../../../mocks/vscode.ts';

class Lens {
  command: { title: string; command: string } | undefined;

  constructor(_range: unknown, command?: { title: string; command: string }) {
    this.command = command;
  }
}
const languages = { registerCodeLensProvider: () => ({ dispose: () => undefined }) };
useEditor({ CodeLens: Lens, EventEmitter: Emitter, Range: Array, languages });
const { ChangeLenses } = await import('../../../../src/vscode/changes/changeLenses.ts');

test('each change of a rule has a lens, which is filled in only when the editor shows it', async () => {
  const marks: readonly RuleMark[] = [
    { here: { changed: true }, live: { moved: 1 }, isConflict: false },
    { here: { changed: true }, live: { changed: true }, isConflict: true },
    { isConflict: false },
  ];
  const policy = PolicyDocument.read(
    `rules:\n${['a', 'b', 'c'].map((name) => `  - name: ${name}\n`).join('')}`,
    'yaml',
    policyKind('vulnerability/images'),
  );
  const ids = ruleIds(policy.array('rules')?.rules ?? []);
  const ofList = new Map(ids.flatMap((id, at) => (marks[at] ? [[id, marks[at]] as const] : [])));
  const lenses = new ChangeLenses({
    documents: { open: async () => undefined, current: () => policy },
    consoles: { policyAt: () => ({ console: { id: 'c' }, ref: { policy: 'vulnerability/images' } }) },
    settings: { flag: () => true },
    models: {
      onDidChange: () => ({ dispose: () => undefined }),
      whenSettled: async () => undefined,
      ruleChanges: () => ({ document: policy, marks: new Map([['rules', ofList]]), live: [] }),
    },
  } as unknown as ChangeLensesDeps);
  const uri = { scheme: 'file', path: '/a/vulnerability/images.policy.yaml' };
  const made = await lenses.provideCodeLenses({ uri, positionAt: Number } as unknown as TextDocument);
  assert.deepEqual(
    made.map(({ command }) => command),
    [undefined, undefined, undefined],
  );
  assert.deepEqual(
    made.map((lens) => lenses.resolveCodeLens(lens).command?.command),
    ['ordinance.policy.compareBase', 'ordinance.policy.compareLive', 'ordinance.policy.merge'],
  );
  lenses.dispose();
});
