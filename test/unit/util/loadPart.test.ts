import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExpectedError } from '../../../src/core/util/errors.ts';
import { loadPart } from '../../../src/core/util/loadPart.ts';

test('a part that cannot be loaded is named plainly, and tried again', async () => {
  const states = [new Error("Cannot find module './consoleClient.mjs'"), undefined];
  const load = () =>
    loadPart('the HTTP client', async () => {
      const error = states.shift();
      if (error) {
        throw error;
      }
      return 'here';
    });
  await assert.rejects(load(), (error) => {
    assert.ok(error instanceof ExpectedError);
    assert.equal(error.code, 'part-missing');
    assert.equal(error.message, 'Could not load a part of Ordinance: the HTTP client.');
    assert.match(error.advice ?? '', /Install it again/);
    assert.match(error.detail ?? '', /consoleClient\.mjs/);
    return true;
  });
  assert.equal(await load(), 'here');
});
