import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { build } from 'esbuild';
import { bundles, generators } from '../../scripts/build.ts';
import { projectRoot } from '../../scripts/lib/paths.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly { readonly license?: { readonly id: string }; readonly expression?: string }[];
}

let notices: string;
let components: readonly Component[];
/** Every library of which something is in a bundle, found here once more and in another way. */
const bundled = new Map<string, string>();

before(async () => {
  notices = await readFile(join(projectRoot, 'dist/THIRD_PARTY_NOTICES.txt'), 'utf8');
  const bill = JSON.parse(await readFile(join(projectRoot, 'dist/sbom.cdx.json'), 'utf8')) as {
    readonly components: readonly Component[];
  };
  ({ components } = bill);
  for (const options of bundles(false)) {
    const { metafile } = await build({ ...options, write: false, metafile: true });
    for (const path of Object.keys(metafile?.inputs ?? {})) {
      const parts = path.split('/');
      const at = parts.lastIndexOf('node_modules');
      if (at >= 0) {
        const folder = parts.slice(0, at + (parts[at + 1]?.startsWith('@') ? 3 : 2)).join('/');
        const { name } = JSON.parse(await readFile(join(projectRoot, folder, 'package.json'), 'utf8')) as {
          name: string;
        };
        bundled.set(name, folder);
      }
    }
  }
  generators.forEach((name) => bundled.set(name, `node_modules/${name}`));
});

test('there are libraries in the bundles', () => {
  assert.ok(bundled.has('undici') && bundled.has('yaml'), [...bundled.keys()].join());
});

test('the bill of materials names every bundled library, at its version, and no other', async () => {
  assert.deepEqual(components.map(({ name }) => name).toSorted(), [...bundled.keys()].toSorted());
  for (const { name, version, purl, licenses } of components) {
    const manifest = JSON.parse(
      await readFile(join(projectRoot, bundled.get(name) ?? '', 'package.json'), 'utf8'),
    ) as { version: string; license: string };
    assert.equal(version, manifest.version, name);
    assert.equal(purl, `pkg:npm/${name.replace('@', '%40')}@${version}`);
    const [license] = licenses;
    assert.equal(license?.license?.id ?? license?.expression, manifest.license, name);
  }
});

test('the notices hold the whole text of every licence', async () => {
  for (const [name, folder] of bundled) {
    const found = await Promise.all(
      ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'LICENCE'].map((file) =>
        readFile(join(projectRoot, folder, file), 'utf8').catch(() => undefined),
      ),
    );
    const text = found.find((one) => one !== undefined);
    assert.ok(text, name);
    assert.ok(notices.includes(text.trim()), name);
    assert.match(notices, new RegExp(`^${name} \\d+\\.\\d+`, 'm'));
  }
});
