import assert from 'node:assert/strict';
import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { images, pulled } from './workspace.ts';

test('drafts that a kill left beside policies, lock and collections go with the next pull', async (t) => {
  const { work } = await pulled(t);
  const draft = '0123456789ab.tmp';
  const write = async (name: string, ageMs: number): Promise<string> => {
    const file = path.join(work.policyFolder, name);
    await writeFile(file, 'x');
    const at = new Date(Date.now() - ageMs);
    await utimes(file, at, at);
    return file;
  };
  const [hour, family] = [60 * 60_000, 'vulnerability'];
  for (const name of [
    `${family}/images.policy.yaml.${draft}`,
    `ordinance.lock.json.${draft}`,
    `collections.yaml.${draft}`,
  ]) {
    await write(name, hour);
  }
  const kept = [
    await write(`${family}/images.policy.json.${draft}`, 0),
    await write(`${family}/notes.txt.${draft}`, hour),
    await write(`${family}/images.policy.yaml.tmp`, hour),
    await write(`ordinance.yaml.${draft}`, hour),
  ];
  await work.pull([images]);
  const left = await work.files(work.policyFolder);
  assert.deepEqual(left.filter((file) => file.endsWith('.tmp')).toSorted(), kept.toSorted());
});
