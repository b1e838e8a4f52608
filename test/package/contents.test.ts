import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { temporaryFolder } from '../../scripts/lib/cleanup.ts';
import type { TemporaryFolder } from '../../scripts/lib/cleanup.ts';
import { projectRoot } from '../../scripts/lib/paths.ts';
import { packExtension } from '../../scripts/package.ts';
import { readEntry, zipEntries, type ZipEntry } from './zipEntries.ts';

const kilobyte = 1000;

/** Everything a package may hold, and what it has to. */
const required = [
  '[Content_Types].xml',
  'extension.vsixmanifest',
  'extension/LICENSE.txt',
  'extension/changelog.md',
  'extension/dist/THIRD_PARTY_NOTICES.txt',
  'extension/dist/commandLine.mjs',
  'extension/dist/extension.mjs',
  'extension/dist/ordinance.cjs',
  'extension/dist/picturePage.css',
  'extension/dist/picturePage.js',
  'extension/dist/posturePage.css',
  'extension/dist/posturePage.js',
  'extension/dist/sbom.cdx.json',
  'extension/dist/tablePage.css',
  'extension/dist/tablePage.js',
  'extension/SECURITY.md',
  'extension/docs/diagnostics.md',
  'extension/package.json',
  'extension/package.nls.json',
  'extension/readme.md',
];
const optional = [
  /^extension\/dist\/(?:chunk|clients|sandboxPart)-\w+\.mjs$/,
  /^extension\/dist\/\w+Page\.(?:css|js)$/,
  /^extension\/docs\/[\w-]+\.md$/,
  /^extension\/docs\/images\/[\w-]+\.png$/,
  /^extension\/media\/(?:walkthrough\/)?[\w-]+\.(?:png|svg)$/,
  /^extension\/syntaxes\/[\w.-]+\.json$/,
];

let folder: TemporaryFolder;
let vsix: string;
let entries: readonly ZipEntry[];
let paths: string[];

before(async () => {
  folder = await temporaryFolder('package');
  vsix = await packExtension(folder.path);
  entries = await zipEntries(vsix);
  paths = entries.map(({ path }) => path);
});

after(() => folder.dispose());

test('is at most 4 MB, and 800 KB without the pictures of its pages', async () => {
  const { size } = await stat(vsix);
  const pictures = entries
    .filter(({ path }) => path.startsWith('extension/docs/images/'))
    .reduce((sum, { packedBytes }) => sum + packedBytes, 0);
  console.log(
    `the package is ${Math.ceil(size / kilobyte)} KB, ${Math.ceil(pictures / kilobyte)} KB of it pictures`,
  );
  assert.ok(size <= 4000 * kilobyte, `${size} bytes`);
  assert.ok(size - pictures <= 800 * kilobyte, `${size - pictures} bytes without pictures`);
});

test('holds what it needs and nothing that is not on the list', () => {
  assert.deepEqual(
    required.filter((path) => !paths.includes(path)),
    [],
  );
  const others = paths.filter((path) => !required.includes(path));
  assert.deepEqual(
    others.filter((path) => !optional.some((pattern) => pattern.test(path))),
    [],
  );
});

test('holds every file that one of its programs imports', async () => {
  const programs = paths.filter((path) => path.endsWith('.mjs'));
  for (const program of programs) {
    const text = await readFile(join(projectRoot, program.replace('extension/', '')), 'utf8');
    const asked = [...text.matchAll(/["']\.\/([\w-]+\.mjs)["']/g)].map(
      ([, name]) => `extension/dist/${name}`,
    );
    assert.deepEqual(
      asked.filter((path) => !programs.includes(path)),
      [],
      program,
    );
  }
});

test('holds no source, test, source map or library folder', () => {
  assert.deepEqual(
    paths.filter((path) => /node_modules|\.ts$|\.map$|\/test\/|\/src\/|\/scripts\//.test(path)),
    [],
  );
});

test('holds every file that the manifest names', async () => {
  const { main, icon, contributes } = JSON.parse(
    await readFile(join(projectRoot, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  assert.deepEqual(
    filesNamedBy([main, icon, contributes]).filter((path) => !paths.includes(`extension/${path}`)),
    [],
  );
});

test('every picture and link of the README leads to a file of the package, or to the repository', async () => {
  const { repository } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as {
    repository?: { url: string };
  };
  const readme = (await readEntry(vsix, 'extension/readme.md')).toString();
  const targets = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  assert.ok(targets.filter((target) => target.endsWith('.png')).length > 1, 'there are pictures');
  for (const target of targets.filter((one) => !one.startsWith('#'))) {
    const isInside = paths.includes(`extension/${target.replace(/#.*/, '')}`);
    assert.ok(isInside || (repository !== undefined && target.startsWith('https:')), target);
  }
});

test('a page that it holds leads to no page that it does not hold', async () => {
  const pages = paths.filter((path) => path.startsWith('extension/docs/') && path.endsWith('.md'));
  for (const page of pages) {
    const text = await readFile(join(projectRoot, page.replace('extension/', '')), 'utf8');
    const named = [...text.matchAll(/\]\(([\w-]+\.md)[#)]/g)].map(([, name]) => `extension/docs/${name}`);
    assert.deepEqual(
      named.filter((path) => !paths.includes(path)),
      [],
      page,
    );
  }
});

test('the bundle has no source map', async () => {
  const bundle = await readFile(join(projectRoot, 'dist/extension.mjs'), 'utf8');
  assert.doesNotMatch(bundle, /sourceMappingURL/);
});

/** Every string of the manifest that is a path of a file in the package. */
function filesNamedBy(value: unknown): string[] {
  if (typeof value === 'string') {
    return /^(?:\.\/)?(?:dist|media|syntaxes|schemas)\//.test(value) ? [value.replace(/^\.\//, '')] : [];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(filesNamedBy) : [];
}
