import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseBuild, serverVersion } from '../../scripts/lib/serverBuild.ts';
import { manifest } from './manifest.ts';

test('the oldest VS Code is one: for who installs, in the types, and where the tests run', async () => {
  const { engines, devDependencies } = manifest as unknown as {
    readonly engines: { readonly vscode: string };
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const minor = (version: string | undefined): string | undefined => /\d+\.\d+/.exec(version ?? '')?.[0];
  const usual = serverVersion();
  await chooseBuild('oldest');
  assert.deepEqual(
    [engines.vscode, devDependencies['@types/vscode'], serverVersion()].map(minor),
    Array.from({ length: 3 }, () => '1.105'),
  );
  assert.notEqual(minor(usual), '1.105');
});

test('another one is refused by its name', async () => {
  await assert.rejects(chooseBuild('1.90'), /--vscode takes oldest or newest, not 1\.90/);
});
