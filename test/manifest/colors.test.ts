import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { manifest } from './manifest.ts';

const { colors } = manifest.contributes;

test('the colors of the manifest are those the code names', async () => {
  const files = await readdir('src', { recursive: true });
  const texts = await Promise.all(
    files.filter((file) => /\.(ts|css)$/.test(file)).map((file) => readFile(join('src', file), 'utf8')),
  );
  const named = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/'ordinance\.(\w+Foreground)'|--vscode-ordinance-(\w+Foreground)/g)].map(
        ([, id, variable]) => `ordinance.${id ?? variable}`,
      ),
    ),
  );
  assert.deepEqual(new Set(colors.map(({ id }) => id)), named);
});

test('no icon has a color of the editor that is hardly seen on white', async () => {
  // The pale green of its passed tests: 1.9:1.
  const pale = /testing\.iconPassed/;
  const files = (await readdir('src', { recursive: true })).filter((file) => file.endsWith('.ts'));
  const named = await Promise.all(
    files.map(async (file) => (pale.test(await readFile(join('src', file), 'utf8')) ? [file] : [])),
  );
  assert.deepEqual(named.flat(), []);
});

test('a button that is disabled keeps the contrast of words', async () => {
  const [rule = ''] =
    /button:disabled[^{]*\{[^}]*\}/.exec(await readFile('src/vscode/table/page/table.css', 'utf8')) ?? [];
  assert.match(rule, /color: var\(--vscode-descriptionForeground\)/);
  assert.doesNotMatch(rule, /opacity/);
});

/** Of a color as `#rrggbb`, after WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/** Backgrounds of the side bar in the editor's own themes: modern and older, and that of a row under the pointer. */
const backgrounds = {
  light: ['#ffffff', '#f8f8f8', '#f3f3f3', '#f2f2f2', '#e8e8e8'],
  dark: ['#181818', '#252526', '#1f1f1f', '#2a2d2e'],
  highContrast: ['#000000'],
  highContrastLight: ['#ffffff'],
} as const;

test('words in a color of our own can be read in every kind of theme', () => {
  for (const { id, defaults } of colors) {
    for (const [theme, behind] of Object.entries(backgrounds)) {
      const color = defaults[theme];
      assert.ok(color, `${id} has no color in ${theme}`);
      for (const background of color.startsWith('#') ? behind : []) {
        assert.ok(contrast(color, background) >= 4.5, `${id} in ${theme} on ${background}`);
      }
    }
  }
});
