import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { installLine } from '../../../../src/vscode/consoles/installLine.ts';

const run = promisify(execFile);

test(
  'the line puts a copy that can be run where a shell finds it, whatever the folder is called',
  { skip: process.platform === 'win32' },
  async (t) => {
    const home = await mkdtemp(path.join(tmpdir(), 'ordinance-install-'));
    t.after(() => rm(home, { recursive: true, force: true }));
    const folder = path.join(home, "an 'odd' $(touch run) `touch run` folder");
    await mkdir(folder);
    const file = path.join(folder, 'ordinance.cjs');
    await writeFile(file, '#!/bin/sh\necho it runs\n');
    const line = installLine(file, process.platform);
    await run('/bin/sh', ['-c', line], { cwd: home, env: { ...process.env, HOME: home } });
    const installed = path.join(home, '.local/bin/ordinance');
    assert.equal((await run(installed, [])).stdout, 'it runs\n');
    await rm(folder, { recursive: true });
    assert.ok((await readFile(installed)).length > 0, 'a copy');
    await assert.rejects(stat(path.join(home, 'run')), { code: 'ENOENT' });
  },
);

test('on Windows a file of commands stands beside it', () => {
  assert.equal(
    installLine("C:\\it's\\ordinance.cjs", 'win32'),
    `Copy-Item -LiteralPath 'C:\\it''s\\ordinance.cjs' "$env:LOCALAPPDATA\\Microsoft\\WindowsApps"; Set-Content (Join-Path "$env:LOCALAPPDATA\\Microsoft\\WindowsApps" ordinance.cmd) '@node "%~dp0ordinance.cjs" %*'`,
  );
});
