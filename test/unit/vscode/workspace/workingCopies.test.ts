import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type * as vscode from 'vscode';
import type { ConsoleHandle } from '../../../../src/vscode/workspace/consoleHandle.ts';
import type { Consoles } from '../../../../src/vscode/workspace/consoles.ts';
import type { PolicyDocuments } from '../../../../src/vscode/workspace/policyDocuments.ts';
import { isCode } from '../../sync/workspace.ts';
import { savedTextsOf } from '../../../mocks/savedTexts.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';

const { openWorkingCopies } = await import('../../../../src/vscode/workspace/workingCopies.ts');

const folder = await mkdtemp(path.join(tmpdir(), 'ordinance-copies-'));

const uriOf = (name: string): vscode.Uri => {
  const place = path.join(folder, name);
  return { scheme: 'file', path: place, fsPath: place, toString: () => `file://${place}` } as vscode.Uri;
};

after(() => rm(folder, { recursive: true }));

test('a file of the other spelling that came meanwhile gets no second one beside it', async () => {
  useEditor({
    Uri: { joinPath: () => ({ path: '/' }) },
    workspace: {
      textDocuments: [],
      asRelativePath: ({ fsPath }: vscode.Uri) => path.basename(fsPath),
      getWorkspaceFolder: () => undefined,
    },
  });
  const copies = openWorkingCopies(() => ({ folder: { uri: { fsPath: folder } } }) as ConsoleHandle, {
    consoles: {
      findOnlyFile: async () => uriOf('host.policy.json'),
      newFile: () => uriOf('host.policy.yaml'),
    } as unknown as Consoles,
    documents: {} as PolicyDocuments,
    savedTexts: savedTextsOf(),
  });
  await writeFile(uriOf('host.policy.json').fsPath, '{"rules": []}');
  await assert.rejects(
    copies.write(policyKind('vulnerability/host'), 'yaml', 'rules: []\n', undefined),
    isCode('file-changed'),
  );
  assert.deepEqual(await readdir(folder), ['host.policy.json']);
});
