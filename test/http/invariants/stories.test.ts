import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { faultRow } from './runFault.ts';
import { stories } from './stories/stories.ts';

const documented = readFile(new URL('../../../docs/internals/reliability.md', import.meta.url), 'utf8');

for (const story of stories) {
  test(`${story.group}: ${story.what}`, async (t) => {
    const end = await story.play(t);
    assert.deepEqual(end.ends, story.ends, end.sees);
    assert.ok(
      (await documented).replaceAll(/ +/g, ' ').includes(faultRow(story, end).replaceAll(/ +/g, ' ')),
      'docs/internals/reliability.md: run scripts/faultTable.ts',
    );
  });
}
