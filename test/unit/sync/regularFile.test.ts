import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { runCommand } from '../../../src/cli/runCommand.ts';
import { consoleFileText } from '../../../src/core/sync/store/consoleFileText.ts';
import { MAX_FILE_BYTES, readBeginning, readRegularFile } from '../../../src/core/sync/store/regularFile.ts';
import { LockFile } from '../../../src/core/sync/store/lockFile.ts';

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

test('the beginning of a huge file is read alone', async (t) => {
  const file = path.join(await folder(t), 'file');
  await writeFile(file, '12345');
  await truncate(file, 3 * 1024 ** 3);
  assert.equal((await readBeginning(file, 3))?.toString(), '123');
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
  const policy = await sparse('images.policy.yaml', MAX_FILE_BYTES + 1);
  assert.match(await run('validate', policy), /larger than 64 MiB/);
  const plan = await sparse('plan.json', MAX_FILE_BYTES + 1);
  assert.match(await run('push', plan), /larger than 64 MiB/);
  await sparse('ordinance.yaml', 256 * 1024 + 1);
  assert.match(await run('status'), /larger than 256 KiB/);
  await sparse('ordinance.lock.json', 1024 * 1024 + 1);
  await assert.rejects(new LockFile(root, root).read(), { code: 'too-large' });
});

const endless = '/proc/self/pagemap';

test(
  'a file that says it is empty and has no end is read no further than the limit',
  { skip: !existsSync(endless) },
  async (t) => {
    const root = await folder(t);
    const file = path.join(root, 'images.policy.yaml');
    await symlink(endless, file);
    await assert.rejects(readRegularFile(file, 1024 * 1024), { code: 'too-large' });
  },
);

test('what a link leads to outside of the workspace is not read as its consoles or its lock file', async (t) => {
  const [root, outside] = [await folder(t), await folder(t)];
  for (const name of ['ordinance.yaml', 'ordinance.lock.json']) {
    await writeFile(path.join(outside, name), '{}');
    await symlink(path.join(outside, name), path.join(root, name));
  }
  await assert.rejects(new LockFile(root, root).read(), { code: 'outside-workspace' });
  await assert.rejects(consoleFileText(root), { code: 'outside-workspace' });
  const lines: string[] = [];
  const output = { out: (line: string) => lines.push(line), error: (line: string) => lines.push(line) };
  assert.equal(await runCommand(['status', '--root', root], output, { variables: {}, folder: root }), 1);
  assert.match(lines.join('\n'), /outside the workspace/);
});
