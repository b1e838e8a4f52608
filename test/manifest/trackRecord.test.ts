import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../../scripts/lib/paths.ts';

test('the track record names a test that exists for every fault', async () => {
  const page = await readFile(join(projectRoot, 'docs/internals/track-record.md'), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| [^-]/.test(line) && !line.startsWith('| fault'));
  assert.ok(rows.length > 20);
  for (const row of rows) {
    const [, file = ''] = /`(test\/[^`]+\.test\.ts)` *\|$/.exec(row) ?? [];
    assert.ok(existsSync(join(projectRoot, file)) && file !== '', row);
  }
});
