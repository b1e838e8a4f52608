import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Metafile } from 'esbuild';
import { bundledPackages, writeNotices } from '../../../scripts/lib/notices.ts';

async function project(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'ordinance-notices-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({
    'package.json': '{"name":"ordinance","version":"1.2.3"}',
    'dist/x': '',
    ...files,
  })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

function metafile(...inputs: readonly string[]): Metafile {
  const none = { bytes: 1, imports: [] };
  return { inputs: Object.fromEntries(inputs.map((input) => [input, none])), outputs: {} };
}

const manifest = (name: string, more: object = {}): string =>
  JSON.stringify({ name, version: '1.0.0', license: 'MIT', ...more });

test('a library without the text of its licence, or without its name, stops the build', async (t) => {
  for (const [files, why] of [
    [{ 'node_modules/a/package.json': manifest('a') }, /a is bundled, but there is no text/],
    [
      { 'node_modules/a/package.json': manifest('a'), 'node_modules/a/NOTICE': 'x' },
      /a is bundled, but there is no text/,
    ],
    [
      { 'node_modules/a/package.json': manifest('a'), 'node_modules/a/LICENSE': ' \n' },
      /a is bundled, but there is no text/,
    ],
    [
      { 'node_modules/a/package.json': '{"name":"a","version":"1.0.0"}', 'node_modules/a/LICENSE': 'x' },
      /does not state its name, version or license/,
    ],
  ] as const) {
    const root = await project(t, files);
    await assert.rejects(bundledPackages(root, [metafile('src/x.ts', 'node_modules/a/index.js')]), why);
  }
});

test('packages in packages and in scopes, and what generated code, are listed once, with licence and notice', async (t) => {
  const root = await project(t, {
    'node_modules/a/package.json': manifest('a', { homepage: 'https://a.example/' }),
    'node_modules/a/LICENSE.md': 'licence of a',
    'node_modules/a/NOTICE.txt': 'notice of a',
    'node_modules/a/node_modules/@s/b/package.json': manifest('@s/b', { license: 'MIT OR Apache-2.0' }),
    'node_modules/a/node_modules/@s/b/licence': 'licence of b',
    'node_modules/g/package.json': manifest('g'),
    'node_modules/g/COPYING': 'licence of g',
  });
  const packages = await bundledPackages(
    root,
    [
      metafile('node_modules/a/index.js', 'node_modules/a/lib/x.js', 'src/own.ts'),
      metafile('node_modules/a/node_modules/@s/b/index.js'),
    ],
    ['g'],
  );
  assert.deepEqual(
    packages.map(({ name }) => name),
    ['@s/b', 'a', 'g'],
  );
  await writeNotices(root, packages);
  const notices = await readFile(join(root, 'dist/THIRD_PARTY_NOTICES.txt'), 'utf8');
  for (const text of ['licence of a', 'notice of a', 'licence of b', 'licence of g', 'https://a.example/']) {
    assert.ok(notices.includes(text), text);
  }
  const bill = JSON.parse(await readFile(join(root, 'dist/sbom.cdx.json'), 'utf8')) as {
    bomFormat: string;
    components: { purl: string; licenses: object[] }[];
  };
  assert.equal(bill.bomFormat, 'CycloneDX');
  assert.deepEqual(
    bill.components.map(({ purl, licenses }) => [purl, licenses]),
    [
      ['pkg:npm/%40s/b@1.0.0', [{ expression: 'MIT OR Apache-2.0' }]],
      ['pkg:npm/a@1.0.0', [{ license: { id: 'MIT' } }]],
      ['pkg:npm/g@1.0.0', [{ license: { id: 'MIT' } }]],
    ],
  );
});
