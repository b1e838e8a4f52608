import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../../../scripts/lib/paths.ts';
import { pictureFolder, picturesInPages } from '../../../scripts/lib/pictures.ts';

const shown = await picturesInPages();

test('every picture that a page shows is there', () => {
  for (const path of shown) {
    assert.ok(existsSync(join(projectRoot, path)), path);
  }
  assert.ok(shown.size > 0);
});

test('every picture leads to the same one in the other theme', () => {
  for (const path of shown) {
    const other = path.endsWith('-light.png')
      ? path.replace(/-light\.png$/, '.png')
      : path.replace(/\.png$/, '-light.png');
    assert.ok(shown.has(other), other);
  }
});

test('every picture is shown by a page', () => {
  for (const name of readdirSync(join(projectRoot, pictureFolder))) {
    assert.ok(shown.has(`${pictureFolder}/${name}`), `no page shows ${name}`);
  }
});
