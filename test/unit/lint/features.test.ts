import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const source = join(import.meta.dirname, '../../../src');

/** Rooms of services; every other folder of the editor's half is a feature. */
const services = ['platform', 'workspace', 'connection', 'targets', 'table'];

async function features(): Promise<readonly string[]> {
  const layers = await readdir(join(source, 'vscode'), { withFileTypes: true });
  assert.deepEqual(
    layers.filter((layer) => !layer.isDirectory()).map(({ name }) => name),
    ['featureServices.ts'],
    'only the list of services lies beside the layers',
  );
  return layers
    .filter((layer) => layer.isDirectory())
    .map(({ name }) => name)
    .filter((name) => !services.includes(name));
}

test('the extension takes one function of each feature and nothing else', async () => {
  const text = await readFile(join(source, 'extension.ts'), 'utf8');
  const taken = [...text.matchAll(/^import (.+) from '\.\/vscode\/(\w+)\/(\w+)\.ts';$/gm)]
    .filter(([, , layer = '']) => !services.includes(layer))
    .map(([, what, layer, file]) => ({ what, layer, file }));
  assert.equal(taken.length, new Set(taken.map(({ layer }) => layer)).size, 'one of each');
  assert.deepEqual(new Set(taken.map(({ layer }) => layer)), new Set(await features()));
  for (const { what, file } of taken) {
    assert.match(file ?? '', /^register[A-Z]/);
    assert.equal(what, `{ ${file} }`);
  }
});

test('a feature has one function that registers, in a file of its name', async () => {
  for (const feature of await features()) {
    const files = (await readdir(join(source, 'vscode', feature))).filter((file) =>
      file.startsWith('register'),
    );
    assert.equal(files.length, 1, `${feature}: ${files.join()}`);
    const [file = ''] = files;
    const text = await readFile(join(source, 'vscode', feature, file), 'utf8');
    const functions = [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name);
    assert.deepEqual(functions, [file.replace('.ts', '')], feature);
  }
});
