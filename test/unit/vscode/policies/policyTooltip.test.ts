import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyTooltip } from '../../../../src/vscode/policies/tooltips.ts';

test('what changed on both sides is a conflict only where a merge would ask', () => {
  const said = (conflicts: number | undefined): string =>
    policyTooltip('vulnerability/host', { state: 'conflict' }, { conflicts }).text;
  const lines = [undefined, 0, 1, 2].map((conflicts) => said(conflicts).split('\n\n')[2]);
  assert.deepEqual(lines, [
    'The file and the live policy both changed.',
    'The file and the live policy both changed. The merge has no conflicts.',
    'The file and the live policy both changed. The merge has 1 conflict.',
    'The file and the live policy both changed. The merge has 2 conflicts.',
  ]);
  assert.match(said(0), /changed on both sides/);
});
