import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

test('the corner of the picture lies above the heads of columns that are scrolled below it', async () => {
  const folder = path.join(import.meta.dirname, '../../../../src/vscode');
  const files = ['table/page/page.css', 'order/picture/page/picture.css'].map((file) =>
    path.join(folder, file),
  );
  const css = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
  // An element has what any of its classes says, the last of equal weight: heads of columns are `cell head`, the corner `cell name corner`.
  const layerOf = (selector: string): number => {
    const [, body = ''] = css.split(`\n${selector} {\n`);
    return Number(/z-index: (\d+);/.exec(body.split('}')[0] ?? '')?.[1] ?? 0);
  };
  assert.ok(layerOf('.head') > 0);
  assert.ok(layerOf('.cell.corner') > Math.max(layerOf('.head'), layerOf('.cell.head')));
});
