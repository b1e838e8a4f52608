import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { diagnosticCodes } from '../../src/core/assist/findings/catalog.ts';
import { effectWords } from '../../src/core/order/effect/effectOf.ts';
import { DEFAULT_REMOVED_SHARE } from '../../src/core/policy/pushRisk.ts';
import { MAX_REQUESTS } from '../../src/core/sync/pull.ts';
import { settingDefaults } from '../../src/generated/manifest.ts';
import { manifest, root, sources, strings } from './manifest.ts';

const settingIds = Object.keys(settingDefaults);
const settings = Object.assign(
  {},
  ...manifest.contributes.configuration.map(({ properties }) => properties),
) as (typeof manifest.contributes.configuration)[number]['properties'];

test('the manifest declares exactly the settings of the code', () => {
  assert.deepEqual(Object.keys(settings).sort(), [...settingIds].sort());
});

test('the codes of findings are proposed for their severities', () => {
  const names = settings['ordinance.diagnostics.severity']?.propertyNames?.enum;
  assert.deepEqual(names, diagnosticCodes.map(({ code }) => code).toSorted());
});

test('every setting has a scope, a default and a description', () => {
  for (const [id, { scope, description, markdownDescription, ...schema }] of Object.entries(settings)) {
    assert.match(scope, /^(application|window|resource)$/, id);
    assert.ok('default' in schema, id);
    assert.ok(strings[(description ?? markdownDescription ?? '').slice(1, -1)], id);
  }
});

test('a workspace can change neither TLS verification nor timeouts', () => {
  assert.equal(settings['ordinance.tls.skipVerificationForOrigins']?.scope, 'application');
  assert.equal(settings['ordinance.requests.timeoutSeconds']?.scope, 'application');
});

test('words of the file are not suggested in policies, where only what is known has a meaning', () => {
  for (const { id } of manifest.contributes.languages.filter((language) =>
    /-(json|yaml)$/.test(language.id),
  )) {
    const own = manifest.contributes.configurationDefaults[`[${id}]`];
    assert.equal(own?.['editor.wordBasedSuggestions'], 'off', id);
  }
});

test('no character of what a plan says of rules is marked as one that may be taken for another', () => {
  const allowed = manifest.contributes.configurationDefaults['[ordinance-plan]']?.[
    'editor.unicodeHighlight.allowedCharacters'
  ] as Readonly<Record<string, boolean>> | undefined;
  const words = effectWords({ kind: 'sensors', words: { alert: 2, prevent: 1 } });
  for (const character of words.match(/[^ -~]/g) ?? []) {
    assert.equal(allowed?.[character], true, `${character} of ${words}`);
  }
});

test('no more policies can be asked for at the same time than are read', () => {
  assert.equal(settings['ordinance.pull.concurrency']?.maximum, MAX_REQUESTS);
});

test('the page of settings lists every setting with its default', () => {
  const page = readFileSync(join(root, 'docs/settings.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(ordinance\.[\w.]+)` *\| `([^`]*)` *\|/gm)].map(([, id, value]) => [
    id,
    value,
  ]);
  const declared = Object.entries(settings).map(([id, { default: value }]) => [
    id,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  assert.deepEqual(Object.fromEntries(rows), Object.fromEntries(declared));
});

test('every setting is read', () => {
  const code = sources('src/vscode');
  for (const id of settingIds) {
    assert.ok(
      code.some(({ text }) => text.includes(`'${id}'`)),
      id,
    );
  }
});

test('the editor asks about removals where the command line does, unless it is told otherwise', () => {
  assert.equal(
    settings['ordinance.push.removedSharePercent']?.['default'],
    Math.round(DEFAULT_REMOVED_SHARE * 100),
  );
});
