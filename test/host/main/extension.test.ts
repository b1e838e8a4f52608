import assert from 'node:assert/strict';
import { extensions } from 'vscode';
import { suite, test, waitFor } from '../harness.ts';

suite('extension', () => {
  test('is found and comes from this project', () => {
    const extension = extensions.getExtension('ordinance.ordinance');
    assert.ok(extension);
    assert.equal(extension.packageJSON.main, './dist/extension.mjs');
  });

  test('is activated by the ordinance.yaml of the workspace', async () => {
    await waitFor('activation', () => extensions.getExtension('ordinance.ordinance')?.isActive);
  });
});
