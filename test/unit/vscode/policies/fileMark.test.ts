import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyStatus } from '../../../../src/core/sync/outcomes.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { fileMark } = await import('../../../../src/vscode/policies/markPolicyFiles.ts');

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
