import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter } from '../../../../src/core/util/emitter.ts';
import type { PolicyChange } from '../../../../src/vscode/workspace/policyModels.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const nothing = { dispose: () => undefined };
const drawn: number[] = [];
const editor = {
  document: { uri: { path: '/a' } },
  setDecorations: (_: unknown, options: readonly unknown[]) => drawn.push(options.length),
};
useEditor({
  window: {
    visibleTextEditors: [editor],
    onDidChangeVisibleTextEditors: () => nothing,
    createTextEditorDecorationType: () => nothing,
  },
  ThemeColor: Object,
  OverviewRulerLane: {},
  DecorationRangeBehavior: {},
});
const { showChangeMarks } = await import('../../../../src/vscode/changes/changeMarks.ts');

test('editors that were there before the consoles are looked at once these are known, and cleared when they go', () => {
  const changed = new Emitter<Pick<PolicyChange, 'what'>>();
  const changeConsoles = (): void => changed.fire({ what: new Set(['state', 'marks']) });
  const looked: string[] = [];
  let isKnown = false;
  const marks = showChangeMarks({
    consoles: {
      policyAt: () =>
        isKnown ? { console: { id: 'home' }, kind: { name: 'vulnerability/images' } } : undefined,
    },
    documents: { current: () => undefined },
    models: {
      ruleChanges: (consoleId: string, policy: string) => looked.push(`${consoleId} ${policy}`),
      onDidChange: changed.event,
    },
  } as never);
  assert.deepEqual(looked, []);
  isKnown = true;
  changeConsoles();
  assert.deepEqual(looked, ['home vulnerability/images']);
  isKnown = false;
  drawn.length = 0;
  changeConsoles();
  assert.deepEqual(drawn, [0, 0]);
  marks.dispose();
});
