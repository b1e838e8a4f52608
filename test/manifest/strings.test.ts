import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { codeStrings } from '../../scripts/lib/codeStrings.ts';
import { manifest, manifestText, root, sources, strings } from './manifest.ts';

test('every string of the manifest is defined, and every definition is used', () => {
  const used = new Set([...manifestText.matchAll(/"%([\w.]+)%"/g)].map(([, key = '']) => key));
  assert.deepEqual([...used].sort(), Object.keys(strings).sort());
});

test('what a person reads in the manifest is a string of package.nls.json', () => {
  const readable =
    /"(?:title|description|markdownDescription|contents|category|label|contextualTitle)": "(?!%)([^"]+)"/g;
  const [...plain] = manifestText.matchAll(readable);
  assert.deepEqual(
    plain.map(([line]) => line),
    [],
  );
});

const bundle = JSON.parse(readFileSync(join(root, 'l10n/bundle.l10n.json'), 'utf8')) as Record<
  string,
  string
>;

test('the bundle of strings is that of the code', async () => {
  const found = await codeStrings(sources().map(({ text }) => text));
  assert.deepEqual(bundle, found, 'run "npm run strings" and commit l10n/bundle.l10n.json');
});

test('whatever the code translates is in the bundle, whoever hands it the translator', () => {
  const calls = /\bl10n\s*\.\s*t\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|(.{0,40}))/g;
  const found = sources().flatMap(({ path, text }) =>
    [...text.matchAll(calls)].map(([, single, double, other]) => ({
      path,
      literal: single ?? double,
      other,
    })),
  );
  assert.ok(found.length > 300);
  assert.deepEqual(
    found.filter(({ literal }) => literal === undefined),
    [],
    'a string that is put together cannot be translated',
  );
  const unescaped = (text: string): string => text.replaceAll(/\\(['"\\])/g, '$1');
  assert.deepEqual(
    found.filter(({ literal }) => literal !== undefined && !Object.hasOwn(bundle, unescaped(literal))),
    [],
  );
});

test('files the manifest names exist', () => {
  const { grammars, languages, views, viewsContainers, walkthroughs } = manifest.contributes;
  for (const path of [
    ...grammars.map((grammar) => grammar.path),
    ...languages.flatMap(({ configuration, icon }) => [configuration, icon.light, icon.dark]),
    ...Object.values(views).flatMap((list) => list.map(({ icon }) => icon)),
    ...viewsContainers.activitybar.map(({ icon }) => icon),
    ...walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.svg)),
    'media/icon.png',
  ]) {
    assert.ok(existsSync(join(root, path)), path);
  }
});

test('pictures of the walkthrough follow the theme: every color and font in them is one of it', () => {
  for (const { media } of manifest.contributes.walkthroughs.flatMap(({ steps }) => steps)) {
    const text = readFileSync(join(root, media.svg), 'utf8');
    assert.match(text, /var\(--vscode-editor-background\)/, media.svg);
    // The page of a walkthrough applies no style sheet of a picture, so its texts would be black in every theme.
    assert.match(text, /^<svg [^>]*fill="var\(--vscode-foreground\)"/, media.svg);
    assert.doesNotMatch(text, /<style|class=|style=/, media.svg);
    assert.doesNotMatch(text, /(?<!&)#[0-9a-f]{3,8}\b|rgb|(?:fill|stroke)="(?!none|var\()/i, media.svg);
    assert.ok(strings[media.altText.slice(1, -1)], media.svg);
  }
});

test('each language has a grammar whose scope is its own', () => {
  const { grammars, languages } = manifest.contributes;
  assert.deepEqual(grammars.map(({ language }) => language).sort(), languages.map(({ id }) => id).sort());
  for (const { path, scopeName } of grammars) {
    const grammar = JSON.parse(readFileSync(join(root, path), 'utf8')) as { scopeName: string };
    assert.equal(grammar.scopeName, scopeName, path);
  }
});

test('what translates is called l10n everywhere: the exporter of strings knows it by that name', () => {
  assert.deepEqual(
    sources()
      .filter(({ path }) => path.startsWith('src/vscode/'))
      .filter(({ text }) => /(?<!\bl10n)\.t\(/.test(text))
      .map(({ path }) => path),
    [],
  );
});
