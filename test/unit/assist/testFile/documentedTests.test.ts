import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../../../../scripts/lib/paths.ts';
import { readTestFile } from '../../../../src/core/assist/testFile/readTestFile.ts';

test('the tests that pages show can be run', () => {
  const shown = ['README.md', 'docs/policy-tests.md'].flatMap((page) =>
    [...readFileSync(join(projectRoot, page), 'utf8').matchAll(/^```yaml\n(policy:[^]*?)^```/gm)].map(
      ([, text = '']) => text,
    ),
  );
  assert.ok(shown.length > 6);
  for (const text of shown) {
    const { tests, written, diagnostics } = readTestFile(text, 'yaml');
    assert.deepEqual([diagnostics, tests.length], [[], written], text);
  }
});
