import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleLists } from '../../src/core/consoleFile/lists.ts';
import { contextKeyDefaults } from '../../src/vscode/platform/contextKeyDefaults.ts';
import { manifest, sources, whenClauses } from './manifest.ts';

const views = Object.values(manifest.contributes.views).flat();

test('when clauses use context keys and views that exist', () => {
  const known = new Set([...Object.keys(contextKeyDefaults), ...views.map(({ id }) => id)]);
  for (const clause of whenClauses()) {
    for (const [key] of clause.matchAll(/ordinance\.\w+/g)) {
      assert.ok(known.has(key), `${key} in ${clause}`);
    }
  }
});

test('every context key is used by the manifest and set by the code', () => {
  const clauses = whenClauses().join('\n');
  const code = sources()
    .filter(({ path }) => path !== 'src/vscode/platform/contextKeyDefaults.ts')
    .map(({ text }) => text)
    .join('\n');
  for (const key of Object.keys(contextKeyDefaults)) {
    assert.ok(clauses.includes(key), `${key} in the manifest`);
    assert.ok(code.includes(`'${key}'`), `${key} in the code`);
  }
});

test('menus of rows ask for capabilities that rows have, and every capability of a row is asked for', () => {
  const asked = new Set(
    whenClauses()
      .filter((clause) => clause.includes('viewItem'))
      .flatMap((clause) => [...clause.matchAll(/\\b(\w+)\\b/g)].map(([, word = '']) => word)),
  );
  const code = sources('src/vscode')
    .map(({ text }) => text)
    .join('\n');
  const ofLists = new Set(Object.values(consoleLists).map(({ word }) => word));
  for (const word of asked) {
    assert.ok(ofLists.has(word) || code.includes(`'${word}'`), `no row has the capability ${word}`);
  }
  for (const [, word = ''] of code.matchAll(/'(can[A-Z]\w*)'/g)) {
    assert.ok(asked.has(word), `no menu asks for the capability ${word}`);
  }
});

test('the view of the code is the view of the manifest', () => {
  const used = sources().flatMap(({ text }) =>
    [...text.matchAll(/(?:policies|posture)ViewId = '([\w.]+)'|viewId: '([\w.]+)'/g)].map(
      ([, a, b]) => a ?? b,
    ),
  );
  assert.ok(used.length > 0);
  for (const id of used) {
    assert.ok(
      views.some((view) => view.id === id),
      id,
    );
  }
});
