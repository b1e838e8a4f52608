import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { installLine } = await import('../../../../src/vscode/consoles/installCommandLine.ts');

const run = promisify(execFile);

test(
  'the line puts the command line where a shell finds it, whatever the folder is called',
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
    await run('/bin/sh', ['-c', line], { cwd: home, env: { ...process.env, HOME: home } });
    assert.equal((await run(installed, [])).stdout, 'it runs\n', 'also when it was there');
    await assert.rejects(stat(path.join(home, 'run')), { code: 'ENOENT' });
  },
);

test('on Windows a file of commands names it', () => {
  assert.equal(
    installLine("C:\\it's 50%\\ordinance.cjs", 'win32'),
    `Set-Content -Encoding Oem "$env:LOCALAPPDATA\\Microsoft\\WindowsApps\\ordinance.cmd" '@node "C:\\it''s 50%%\\ordinance.cjs" %*'`,
  );
});
