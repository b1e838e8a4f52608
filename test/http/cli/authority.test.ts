import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { addRule, images } from '../../unit/sync/workspace.ts';
import { issue } from '../../certificates.ts';
import { cliWorkspace } from './cliWorkspace.ts';

test('an authority of the repository is trusted only when a variable names it', async (t) => {
  const { work, run, variables, sandbox } = await cliWorkspace(t, '    caFile: certificates/ca.pem\n');
  const { root } = work;
  const first = await issue({ name: 'First', ca: true });
  const second = await issue({ name: 'Second', ca: true });
  await mkdir(path.join(root, 'certificates'));
  const file = path.join(root, 'certificates', 'ca.pem');
  await writeFile(file, first.cert);
  const seen = sandbox.requests.all().length;
  const unnamed = await run('status', 'vulnerability/images');
  assert.equal(unnamed.code, 1);
  const named = /ORDINANCE_TEST_AUTHORITY to ([0-9a-f]{64})/.exec(unnamed.error)?.[1] ?? '';
  assert.equal(named, new X509Certificate(first.cert).fingerprint256.replaceAll(':', '').toLowerCase());
  variables['ORDINANCE_TEST_AUTHORITY'] = new X509Certificate(first.cert).fingerprint256;
  assert.equal((await run('pull', 'vulnerability/images')).code, 0);
  await work.edit(images, addRule);
  const planned = await run('plan', 'vulnerability/images');
  assert.match(planned.out, new RegExp(`Certificates of the authority sha256 ${named}`));
  const asked = sandbox.requests.all().length;
  for (const text of [second.cert, `${first.cert}\n${second.cert}`, '']) {
    await writeFile(file, text);
    const other = await run('push', 'vulnerability/images');
    assert.equal(other.code, 1);
    assert.match(other.error, /ORDINANCE_TEST_AUTHORITY/);
  }
  const yaml = path.join(root, 'ordinance.yaml');
  await writeFile(yaml, (await readFile(yaml, 'utf8')).replace(/ +caFile.*\n/, ''));
  assert.match((await run('push', 'vulnerability/images')).error, /has none of its own/);
  assert.equal(sandbox.requests.all().length, asked);
  assert.ok(asked > seen);
});

test(
  'an authority file is an ordinary file of the workspace',
  { skip: process.platform === 'win32' },
  async (t) => {
    const { work, run, sandbox } = await cliWorkspace(t, '    caFile: certificates/ca.pem\n');
    const { cert } = await issue({ name: 'Authority', ca: true });
    const outside = await mkdtemp(path.join(tmpdir(), 'ordinance-outside-'));
    t.after(() => rm(outside, { recursive: true, force: true }));
    await writeFile(path.join(outside, 'ca.pem'), cert);
    const folder = path.join(work.root, 'certificates');
    const file = path.join(folder, 'ca.pem');
    const place: Record<string, () => Promise<unknown>> = {
      'a link out': async () => {
        await mkdir(folder);
        await symlink(path.join(outside, 'ca.pem'), file);
      },
      'a linked folder': () => symlink(outside, folder),
      'a pipe': async () => {
        await mkdir(folder);
        execFileSync('mkfifo', [file]);
      },
      'too large': async () => {
        await mkdir(folder);
        await writeFile(file, ' '.repeat(1024 * 1024 + 1));
      },
      nothing: async () => undefined,
    };
    for (const [what, make] of Object.entries(place)) {
      await rm(folder, { recursive: true, force: true });
      await make();
      const { code, error } = await run('status', 'vulnerability/images');
      assert.equal(code, 1, what);
      assert.match(
        error,
        /outside the workspace|not an ordinary file|larger than 1 MiB|There is no file/,
        what,
      );
    }
    assert.deepEqual(sandbox.requests.all(), []);
  },
);
