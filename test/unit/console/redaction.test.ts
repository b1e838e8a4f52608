import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { Redaction } from '../../../src/console/redaction.ts';

const secrets = fc.string({ minLength: 4, maxLength: 40, unit: 'grapheme' });

test('no spelling of a secret survives, wherever it stands', () => {
  fc.assert(
    fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
      fc.pre(!'[hidden]'.includes(secret));
      const redaction = new Redaction();
      redaction.hide(secret);
      for (const spelling of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
        assert.ok(
          !redaction.redact(`${before} ${spelling} ${after} ${spelling}${spelling}`).includes(spelling),
        );
      }
    }),
  );
});

test('a secret inside another is hidden with it', () => {
  const redaction = new Redaction();
  redaction.hide('secret');
  redaction.hide('secret-and-more');
  assert.equal(redaction.redact('a secret-and-more b secret'), 'a [hidden] b [hidden]');
});

test('what looks like a credential is hidden without being known', () => {
  const redaction = new Redaction();
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl';
  assert.equal(redaction.redact(`token ${token}.`), 'token [hidden].');
  assert.equal(redaction.redact('Authorization: Basic dXNlcjpwYXNz'), 'Authorization: Basic [hidden]');
  assert.equal(redaction.redact('bearer abcdefgh1234'), 'bearer [hidden]');
});

test('other texts stay as they are', () => {
  const text = 'rule "Default - ignore" at /api/v1/policies, basic checks, 200';
  assert.equal(new Redaction().redact(text), text);
});

test('what it remembers is bounded, and what is used stays', () => {
  const redaction = new Redaction();
  for (let index = 0; index < 500; index++) {
    redaction.hide('the-access-key');
    redaction.hide(`token-number-${index}`);
  }
  assert.equal(redaction.redact('the-access-key token-number-499'), '[hidden] [hidden]');
  assert.equal(redaction.redact('token-number-1 '), 'token-number-1 ');
});
