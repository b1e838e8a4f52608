import assert from 'node:assert/strict';
import { extensions, workspace } from 'vscode';
import { suite, test, waitFor } from '../harness.ts';
import { surroundings } from '../surroundings.ts';

suite('a workspace without ordinance.yaml and policy files', () => {
  test('does not activate the extension', async () => {
    const { folder } = surroundings();
    // Extensions that start with the window are up once one of them is, and the file search of `workspaceContains`
    // has an answer once a search of our own has one.
    await workspace.findFiles('**/*');
    const json = await workspace.openTextDocument(folder.with({ path: `${folder.path}/package.json` }));
    await waitFor(
      'the JSON extension',
      () => extensions.getExtension('vscode.json-language-features')?.isActive,
    );
    assert.equal(json.languageId, 'json');
    assert.equal(extensions.getExtension('ordinance.ordinance')?.isActive, false);
  });
});
