import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../src/core/console/answer.ts';
import { readToken } from '../../../src/core/console/tokenSession.ts';

const now = Date.UTC(2030, 0, 1);
const minute = 60_000;

function answerOf(body: unknown, headers: Record<string, string> = {}): Answer {
  return { status: 200, headers, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) };
}

function jwt(claims: unknown): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
}

const lifetime = (token: string, headers?: Record<string, string>): number | undefined =>
  readToken(answerOf({ token }, headers), now)?.lifetimeMs;

test('the token is read from its member, or from a bare string', () => {
  assert.equal(readToken(answerOf({ token: 'abc', message: 'login_successful' }), now)?.value, 'abc');
  assert.equal(readToken(answerOf('"abc"'), now)?.value, 'abc');
});

for (const body of [
  '',
  'null',
  '{}',
  '[]',
  '{"token":1}',
  '{"token":""}',
  '{"token":"a b"}',
  '{"token":"a\\r\\nb"}',
  '<html>',
]) {
  test(`no token in ${body || 'nothing'}`, () => {
    assert.equal(readToken(answerOf(body), now), undefined);
  });
}

test('the lifetime is the difference of the claims, whatever the clocks say', () => {
  const elsewhen = Date.UTC(1999, 0, 1) / 1000;
  assert.equal(lifetime(jwt({ iat: elsewhen, exp: elsewhen + 600 })), 10 * minute);
});

test('without an issue time it is counted from the clock of the server', () => {
  const serverTime = Date.UTC(1999, 0, 1);
  const date = new Date(serverTime).toUTCString();
  assert.equal(lifetime(jwt({ exp: serverTime / 1000 + 300 }), { date }), 5 * minute);
  assert.equal(lifetime(jwt({ exp: now / 1000 + 300 })), 5 * minute);
});

test('without usable claims it is ten minutes, and never more than a day', () => {
  for (const token of ['opaque', 'a.b.c', jwt(null), jwt({}), jwt({ exp: '5' }), jwt({ iat: 10, exp: 5 })]) {
    assert.equal(lifetime(token), 10 * minute, token);
  }
  assert.equal(lifetime(jwt({ iat: 0, exp: 1e15 })), 24 * 60 * minute);
});
