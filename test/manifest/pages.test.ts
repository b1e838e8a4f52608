import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { currentText, repeatingFiles } from '../../scripts/docs.ts';
import { projectRoot } from '../../scripts/lib/paths.ts';
import { strings } from './manifest.ts';

/** Paths, from the root, of the pages that people read. */
const pages = ['.', 'docs'].flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: folder === 'docs', encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => normalize(join(folder, name))),
);

const readPage = (page: string): string => readFileSync(join(projectRoot, page), 'utf8');

/** The anchors that a reader of Markdown makes of the headings of a page. */
function anchorsOf(page: string): readonly string[] {
  const text = readPage(page).replaceAll(/^```[^]*?^```/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

for (const file of repeatingFiles) {
  test(`${file} repeats the tables of the code`, async () => {
    assert.equal(readPage(file).replaceAll('\r\n', '\n'), await currentText(file), 'run "npm run docs"');
  });
}

test('every link of a page leads to a file, and to a heading of it', () => {
  const broken: string[] = [];
  for (const page of pages) {
    const text = readPage(page).replaceAll(/^```[^]*?^```/gm, '');
    for (const [link, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) {
        continue;
      }
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : normalize(join(dirname(page), path));
      if (!existsSync(join(projectRoot, file)) || (anchor && !anchorsOf(file).includes(anchor))) {
        broken.push(`${page}: ${link}`);
      }
    }
  }
  assert.deepEqual(broken, []);
});

test('every file of the sources and of the tests that a page names exists', () => {
  const gone = pages.flatMap((page) =>
    [...readPage(page).matchAll(/`((?:src|test|scripts)\/[\w/.-]+\.ts)`/g)]
      .filter(([, file = '']) => !existsSync(join(projectRoot, file)))
      .map(([, file]) => `${page}: ${file}`),
  );
  assert.deepEqual(gone, []);
});

/** Results that are set in italics where a sentence is about the word. */
const resultWords = [
  'weaker',
  'stricter',
  'mixed',
  'unknown',
  'same action',
  'applied',
  'not applied',
  'different',
];

test('commands, views and buttons in italics are called so in the editor', () => {
  const texts = JSON.parse(readPage('l10n/bundle.l10n.json')) as Readonly<Record<string, unknown>>;
  const known = new Set([...Object.values(strings), ...Object.keys(texts), ...resultWords]);
  for (const page of ['README.md', ...pages.filter((one) => /^docs.[\w-]+\.md$/.test(one))]) {
    if (page.endsWith('diagnostics.md')) {
      continue;
    }
    const text = readPage(page).replaceAll(/^```[^]*?^```|`[^`]*`/gm, '');
    const named = [...text.matchAll(/(?<![\p{L}\p{N}_*])_([^_\n]+(?:\n[^_\n]+)?)_(?![\p{L}\p{N}_])/gu)];
    assert.deepEqual(
      named
        .map(([, words = '']) => words.replaceAll(/\s+/g, ' ').replace(/^Ordinance: /, ''))
        .filter((words) => !known.has(words)),
      [],
      page,
    );
  }
});
