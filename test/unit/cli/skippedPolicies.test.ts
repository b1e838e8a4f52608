import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { kindsWithFile } from '../../../src/cli/remote/skippedPolicies.ts';

test('a policy has a file unless nothing is there, or only a link to nothing', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ordinance-policies-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(path.join(folder, 'vulnerability'));
  await writeFile(path.join(folder, 'vulnerability', 'images.policy.yaml'), '');
  await symlink('nowhere', path.join(folder, 'vulnerability', 'hosts.policy.yaml'));
  const names = async (): Promise<readonly string[]> => (await kindsWithFile(folder)).map(({ name }) => name);
  assert.deepEqual(await names(), ['vulnerability/images']);

  // Git leaves a file in place of a link to a folder where links are off. The command that needs it says so.
  await writeFile(path.join(folder, 'cnns'), '../elsewhere');
  assert.ok((await names()).some((name) => name.startsWith('cnns/')));
});
