import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effectWords } from '../../src/core/order/effect/effectWords.ts';
import { policyKind } from '../../src/core/policy/families.ts';
import { DEFAULT_REMOVED_SHARE } from '../../src/core/policy/pushRisk.ts';
import { MAX_REQUESTS } from '../../src/core/sync/pull.ts';
import { settingDefaults } from '../../src/generated/manifest.ts';
import { manifest, sources, strings } from './manifest.ts';

const settingIds = Object.keys(settingDefaults);
const settings = Object.assign(
  {},
  ...manifest.contributes.configuration.map(({ properties }) => properties),
) as (typeof manifest.contributes.configuration)[number]['properties'];

test('the manifest declares exactly the settings of the code', () => {
  assert.deepEqual(Object.keys(settings).sort(), [...settingIds].sort());
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
  const rule = new Map(Object.entries({ a: 'alert', b: 'alert', c: 'prevent' }));
  const words = effectWords(policyKind('runtime/container'), rule);
  for (const character of words.match(/[^ -~]/g) ?? []) {
    assert.equal(allowed?.[character], true, `${character} of ${words}`);
  }
});

test('no more policies can be asked for at the same time than are read', () => {
  assert.equal(settings['ordinance.pull.concurrency']?.maximum, MAX_REQUESTS);
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
