import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyStatus } from '../../../../src/core/sync/policyStatus.ts';
import { Emitter } from '../../../../src/core/util/disposable.ts';
import type { PolicyAspect, PolicyChange } from '../../../../src/vscode/workspace/policyModels.ts';
import { useEditor } from '../../../mocks/vscode.ts';

interface Provider {
  onDidChangeFileDecorations(listener: (uris: undefined) => void): void;
}
let provider: Provider | undefined;
useEditor({
  window: { registerFileDecorationProvider: (registered: Provider) => (provider = registered) },
});
const { fileMark, markPolicyFiles } = await import('../../../../src/vscode/policies/showStates.ts');

const markOf = (status: PolicyStatus, isBeingChecked = false) => {
  const mark = fileMark({ ...status, isBeingChecked }, 'prod');
  return mark && `${mark.badge} ${mark.tooltip}`;
};

test('a file is marked by how it stands, and not while that is worked out again', () => {
  assert.equal(markOf({ state: 'in-sync', liveReadAt: new Date() }), undefined);
  assert.equal(markOf({ state: 'edited' }), '↑ Edited: not pushed to prod');
  assert.equal(markOf({ state: 'invalid' }), '! Not a complete policy. A push to prod is refused');
  assert.equal(markOf({ state: 'unknown' }), '? State on prod unknown');
  for (const state of ['in-sync', 'edited', 'conflict', 'invalid'] as const) {
    assert.equal(markOf({ state }, true), '… Being checked', state);
  }
  assert.equal(
    markOf({ state: 'failed', known: 'edited' }, true),
    '↑ Edited: not pushed to prod',
    'that the console did not answer has nothing to do with the file',
  );
});

test('the editor draws the marks of all files again only after a change of a state', () => {
  const changed = new Emitter<PolicyChange>();
  markPolicyFiles({ models: { onDidChange: changed.event } } as unknown as Parameters<
    typeof markPolicyFiles
  >[0]);
  let drawn = 0;
  provider?.onDidChangeFileDecorations(() => drawn++);
  const change = (...what: readonly PolicyAspect[]): number => {
    changed.fire({ policies: [], what: new Set(what) });
    return drawn;
  };
  assert.equal(change('order', 'findings'), 0);
  assert.equal(change('text', 'sync', 'marks'), 0);
  assert.equal(change('state'), 1);
});
