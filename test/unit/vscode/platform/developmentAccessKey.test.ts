import assert from 'node:assert/strict';
import { test } from 'node:test';
import { developmentAccessKey } from '../../../../src/vscode/platform/secrets.ts';

const environment = {
  ORDINANCE_DEV_ACCESS_KEY: JSON.stringify({ origin: 'http://127.0.0.1:8083/', id: 'me', secret: 'hush' }),
};

test('the key is taken in development and in tests, for its origin', () => {
  assert.deepEqual(developmentAccessKey(false, environment), {
    origin: 'http://127.0.0.1:8083',
    key: { id: 'me', secret: 'hush' },
  });
});

test('an installed extension never looks at it', () => {
  assert.equal(developmentAccessKey(true, environment), undefined);
});

test('anything else is no key', () => {
  for (const text of [
    undefined,
    '',
    '{}',
    '{"id":"me","secret":"hush"}',
    '{"id":"me","secret":"hush","origin":"x"}',
  ]) {
    assert.equal(developmentAccessKey(false, { ORDINANCE_DEV_ACCESS_KEY: text }), undefined);
  }
});
