import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyState } from '../../../../src/core/sync/policyStatus.ts';
import { Emitter } from '../../../../src/core/util/disposable.ts';
import type { PolicyChange } from '../../../../src/vscode/workspace/policyModels.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const nothing = { dispose: () => undefined };
const item: Record<string, unknown> = {
  ...nothing,
  show: () => (item['isShown'] = true),
  hide: () => (item['isShown'] = false),
};
const editors = new Emitter<void>();
let front: object | undefined;
useEditor({
  EventEmitter: class extends Emitter<unknown> {},
  StatusBarAlignment: { Left: 1 },
  ThemeColor: Object,
  commands: { registerCommand: () => nothing },
  window: {
    get activeTextEditor() {
      return front && { document: { uri: front } };
    },
    createStatusBarItem: () => item,
    onDidChangeActiveTextEditor: editors.event,
  },
  workspace: { getWorkspaceFolder: () => undefined },
});
const { showStatusBar } = await import('../../../../src/vscode/policies/showStates.ts');
const { liveScheme } = await import('../../../../src/vscode/workspace/liveDocuments.ts');

const policy = 'waas/host';
const console = { id: 'c', access: 'ready', entry: { name: 'prod' }, folder: { uri: 'file:///w' } };
const file = { path: '/w/policies/prod/waas/host.policy.yaml' };
const plan = { scheme: 'ordinance-plan', path: '/plan', query: `console=c&policy=${policy}&view=1` };
const live = { scheme: liveScheme, path: '/live', query: `console=c&policy=${policy}&label=live` };

test('the policy whose file, plan or live document has the focus is told, else what there is to do', () => {
  let state: PolicyState = 'edited';
  const changed = new Emitter<PolicyChange>();
  const shown = showStatusBar({
    consoles: {
      consoles: [console],
      get: (id: string) => (id === 'c' ? console : undefined),
      policyAt: (uri: unknown) => (uri === file ? { console, kind: { name: policy } } : undefined),
    },
    models: {
      onDidChange: changed.event,
      status: () => ({ state }),
      states: (_: string, isAsked = (_name: string) => true) => (isAsked(policy) ? [state] : []),
    },
    targets: {
      consoles: {
        get: () => console,
        policyAt: (uri: unknown) => (uri === file ? { console, kind: { name: policy } } : undefined),
      },
    },
  } as unknown as Parameters<typeof showStatusBar>[0]);
  for (const uri of [file, plan, live]) {
    front = uri;
    editors.fire();
    assert.deepEqual([item['isShown'], item['text']], [true, '$(edit) prod: edited']);
  }
  front = { scheme: 'file', path: '/w/readme.md' };
  editors.fire();
  assert.equal(item['text'], '$(edit) prod 1↑');
  state = 'in-sync';
  changed.fire({ policies: [], what: new Set(['state']) });
  assert.equal(item['isShown'], false, 'there is nothing to do');
  shown.dispose();
});
