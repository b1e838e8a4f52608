import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import type * as vscode from 'vscode';
import type { Memory } from '../../../../src/vscode/platform/memory.ts';
import type { FeatureServices } from '../../../../src/vscode/featureServices.ts';
import { isCanceled } from '../../../../src/core/util/errors.ts';
import { isCode } from '../../sync/workspace.ts';
import { savedTextsOf } from '../../../mocks/savedTexts.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const { SandboxRunner, tryTheSandbox } = await import('../../../../src/vscode/sandbox/tryTheSandbox.ts');

const folder = await mkdtemp(path.join(tmpdir(), 'ordinance-sandbox-'));
const file = path.join(folder, 'ordinance.yaml');

const uriOf = (place: string): vscode.Uri =>
  ({ scheme: 'file', path: place, fsPath: place, toString: () => `file://${place}` }) as vscode.Uri;

useEditor({
  Uri: { joinPath: ({ fsPath }: vscode.Uri, part: string) => uriOf(path.join(fsPath, part)) },
  ThemeIcon: Object,
  commands: { executeCommand: async () => undefined },
  window: {
    showOpenDialog: async () => [uriOf(folder)],
    showWarningMessage: async (
      message: string,
      _: object,
      ...items: readonly { readonly title: string }[]
    ) => {
      asked.push(message);
      return items.find(({ title }) => title === answer);
    },
  },
  workspace: {
    isTrusted: true,
    workspaceFolders: [],
    textDocuments: [],
    asRelativePath: ({ fsPath }: vscode.Uri) => path.basename(fsPath),
    getWorkspaceFolder: () => undefined,
    fs: {
      stat: async ({ fsPath }: vscode.Uri) => statSync(fsPath),
      createDirectory: ({ fsPath }: vscode.Uri) => mkdir(fsPath),
    },
  },
});

let [remembered, answer]: [readonly unknown[], string | undefined] = [[], undefined];
const asked: string[] = [];
let started = 0;

const tryIt = async (port: number): Promise<void> => {
  const nothing = async (): Promise<void> => undefined;
  const memory: Memory = {
    remembered: () => remembered,
    remember: async (_, values) => void (remembered = values),
  };
  const services = {
    secrets: { store: nothing, storeSspm: nothing },
    memory,
    savedTexts: savedTextsOf(),
    log: { info: () => undefined },
  } as unknown as ConstructorParameters<typeof SandboxRunner>[0];
  const runner = new SandboxRunner(services, async () => {
    started++;
    const accessKey = { id: 'id', secret: 'secret' };
    return { url: `http://127.0.0.1:${port}`, accessKey, close: nothing };
  });
  await tryTheSandbox({ memory: { remember: nothing } } as unknown as FeatureServices, runner);
};

beforeEach(async () => {
  [remembered, answer, started, asked.length] = [[], undefined, 0, 0];
  await rm(file, { force: true });
});
after(() => rm(folder, { recursive: true }));

test('an ordinance.yaml of the sandbox follows it to its new address, and keeps what a person wrote', async () => {
  await tryIt(1234);
  const written = await readFile(file, 'utf8');
  assert.equal(written.match(/http:\/\/127\.0\.0\.1:1234/g)?.length, 3);
  const mine = `# mine\nformat: json\n${written}  production:\n    url: https://console.example\n    protected: true\n`;
  await writeFile(file, mine);
  await tryIt(567);
  assert.equal(await readFile(file, 'utf8'), mine.replaceAll('127.0.0.1:1234', '127.0.0.1:567'));
});

test('a sandbox of another program stays at its address unless a person replaces it', async () => {
  const text = 'consoles:\n  sandbox:\n    url: http://127.0.0.1:1234\n';
  await writeFile(file, text);
  await assert.rejects(tryIt(567), isCanceled);
  assert.deepEqual([asked.length, started, await readFile(file, 'utf8')], [1, 0, text]);
  answer = 'Replace';
  await tryIt(567);
  assert.deepEqual([started, await readFile(file, 'utf8')], [1, text.replace('1234', '567')]);
});

test('one that cannot be read, or names other consoles, stays as it is', async () => {
  for (const [text, code] of [
    [
      Buffer.from('# caf\u00e9\nconsoles:\n  production:\n    url: https://console.example\n', 'latin1'),
      'not-utf-8',
    ],
    [Buffer.from('consoles:\n  production:\n    url: https://console.example\n'), 'not-free'],
  ] as const) {
    await writeFile(file, text);
    await assert.rejects(tryIt(1234), isCode(code));
    assert.deepEqual(await readFile(file), text);
  }
});
