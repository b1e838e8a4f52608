import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { runCommand } from '../../../src/cli/runCommand.ts';
import { mostFileBytes, readRegularFile } from '../../../src/sync/store/regularFile.ts';
import { LockFile } from '../../../src/sync/store/lockFile.ts';

async function folder(t: TestContext): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'ordinance-files-'));
  t.after(() => rm(made, { recursive: true, force: true }));
  return made;
}

test('a file is read whole up to its limit, and not at all beyond', async (t) => {
  const file = path.join(await folder(t), 'file');
  assert.equal(await readRegularFile(file), undefined);
  await writeFile(file, '12345');
  assert.equal((await readRegularFile(file, 5))?.toString(), '12345');
  await assert.rejects(readRegularFile(file, 4), { code: 'too-large' });
});

test('a pipe is no file: nobody waits for its end', { skip: process.platform === 'win32' }, async (t) => {
  const root = await folder(t);
  const pipe = path.join(root, 'ordinance.yaml');
  execFileSync('mkfifo', [pipe]);
  await assert.rejects(readRegularFile(pipe), { code: 'not-a-file' });
  const lines: string[] = [];
  const output = { out: (line: string) => lines.push(line), error: (line: string) => lines.push(line) };
  assert.equal(await runCommand(['status', '--root', root], output, { variables: {}, folder: root }), 1);
  assert.match(lines.join('\n'), /not an ordinary file/);
});

test('the command line reads no file beyond its limit', async (t) => {
  const root = await folder(t);
  const run = async (...args: string[]): Promise<string> => {
    const lines: string[] = [];
    const output = { out: (line: string) => lines.push(line), error: (line: string) => lines.push(line) };
    assert.equal(await runCommand(args, output, { variables: {}, folder: root }), 1);
    return lines.join('\n');
  };
  const sparse = async (name: string, size: number): Promise<string> => {
    const file = path.join(root, name);
    await writeFile(file, '');
    await truncate(file, size);
    return file;
  };
  const policy = await sparse('images.policy.yaml', mostFileBytes + 1);
  assert.match(await run('validate', policy), /larger than 64 MiB/);
  const plan = await sparse('plan.json', mostFileBytes + 1);
  assert.match(await run('push', plan), /larger than 64 MiB/);
  await sparse('ordinance.yaml', 256 * 1024 + 1);
  assert.match(await run('status'), /larger than 256 KiB/);
  await sparse('ordinance.lock.json', 1024 * 1024 + 1);
  await assert.rejects(new LockFile(root, root).read(), { code: 'too-large' });
});
