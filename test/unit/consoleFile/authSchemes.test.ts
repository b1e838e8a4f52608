import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../../../scripts/lib/paths.ts';
import { authSchemeNames } from '../../../src/generated/consoleFile.ts';
import { authSchemes } from '../../../src/core/consoleFile/authSchemes.ts';

test('one scheme is usual and comes first; each says what it is for', () => {
  const rows = Object.entries(authSchemes);
  assert.deepEqual(
    rows.map(([scheme, { isDefault }]) => [scheme, isDefault]),
    [
      ['basic', true],
      ['login', undefined],
      ['bearer', undefined],
    ],
  );
  for (const [scheme, { detail }] of rows) {
    assert.ok(detail().length > 0 && detail().length < 90, `${scheme}: a list cuts longer ones`);
  }
});

test('the page of files names every scheme', () => {
  const page = readFileSync(join(projectRoot, 'docs/files.md'), 'utf8');
  for (const scheme of authSchemeNames) {
    assert.ok(page.includes(`\`${scheme}\``), scheme);
  }
});
