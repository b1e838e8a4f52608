import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExpectedError } from '../../../src/core/util/errors.ts';
import { lazyPart } from '../../../src/core/util/lazyPart.ts';

test('a part is loaded when it is first needed, and once', () => {
  let loads = 0;
  const part = lazyPart('a part', () => ({ load: ++loads }));
  assert.equal(loads, 0);
  assert.equal(part().load, 1);
  assert.equal(part(), part());
  assert.equal(loads, 1);
});

test('a part may be nothing', () => {
  let loads = 0;
  const part = lazyPart('nothing', () => void loads++);
  part();
  part();
  assert.equal(loads, 1);
});

test('a part that cannot be loaded is named plainly, and tried again', () => {
  const states = [new Error("Cannot find module './yaml.cjs'"), undefined];
  const part = lazyPart('the YAML library', () => {
    const error = states.shift();
    if (error) {
      throw error;
    }
    return 'here';
  });
  assert.throws(part, (error) => {
    assert.ok(error instanceof ExpectedError);
    assert.equal(error.code, 'part-missing');
    assert.equal(error.message, 'A part of Ordinance could not be loaded: the YAML library.');
    assert.match(error.advice ?? '', /Install it again/);
    assert.match(error.detail ?? '', /yaml\.cjs/);
    return true;
  });
  assert.equal(part(), 'here');
});
