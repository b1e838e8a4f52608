import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../src/core/console/answer.ts';
import { apiVersionOf } from '../../../src/core/consoleFile/consoleEntry.ts';
import { networkFailure } from '../../../src/core/console/networkFailure.ts';
import { serverMessage, statusError } from '../../../src/core/console/statusError.ts';
import { Transport } from '../../../src/core/console/transport.ts';
import { silentLogger } from '../../../src/core/util/logger.ts';
import { ManualClock } from './clientOf.ts';

const transport = new Transport({} as never, { logger: silentLogger, clock: new ManualClock() });

const answerOf = (body: string, headers: Record<string, string> = {}, status = 400): Answer => ({
  status,
  headers,
  body: Buffer.from(body),
});

for (const [body, said] of [
  ['{"err":"rule without a name"}', 'rule without a name'],
  ['{"Err":"rule without a name"}', 'rule without a name'],
  ['{"error":{"code":1,"message":"no such user"}}', 'no such user'],
  ['{"timestamp":1,"status":500,"error":"Internal","message":"went wrong","path":"/"}', 'went wrong'],
  ['"just text"', 'just text'],
  ['upstream request timeout\n', 'upstream request timeout'],
  ['two\r\nlines\u0000\u001b[31m', 'two lines [31m'],
  ['<html><body>502</body></html>', undefined],
  ['{"rules":[]}', undefined],
  ['{broken', undefined],
  ['null', undefined],
  ['7', undefined],
  ['', undefined],
] as const) {
  test(`the words of a server in ${JSON.stringify(body)}`, () => {
    assert.equal(serverMessage(answerOf(body)), said);
  });
}

test('a body nested without end says nothing, and ends', () => {
  const deep = `${'{"err":'.repeat(8000)}"far down"${'}'.repeat(8000)}`;
  assert.equal(serverMessage(answerOf(deep)), undefined);
});

test('the login service names its reasons in a header', () => {
  const reasons = JSON.stringify([{ i18nKey: 'token_expired', severity: 'error' }, null, 7]);
  assert.equal(serverMessage(answerOf('', { 'x-service-status': reasons })), 'token expired');
  assert.equal(serverMessage(answerOf('', { 'x-service-status': 'not json' })), undefined);
});

test('a very long message of a server is cut', () => {
  assert.equal(serverMessage(answerOf(JSON.stringify({ err: 'x'.repeat(5000) })))?.length, 300);
});

test('every status from 300 to 599 has a message and an advice in words', () => {
  const facts = { method: 'GET', origin: 'https://c', path: '/p?project=x' } as const;
  for (let status = 300; status < 600; status++) {
    const error = statusError(facts, answerOf('', {}, status), transport);
    assert.ok(error.message.endsWith('.'), error.message);
    assert.ok(error.advice?.endsWith('.'));
    assert.equal(error.status, status);
  }
});

test('where a redirect leads is told without an end of its own, and in true words where it is no web address', () => {
  const facts = { method: 'GET', origin: 'https://c', path: '/p' } as const;
  const told = (location: string): string =>
    statusError(facts, answerOf('', { location }, 302), transport).message;
  assert.equal(told('/login?state=x'), 'https://c redirects to https://c/login, which was not followed.');
  assert.ok(told(`/${'x'.repeat(16_000)}`).length < 400);
  for (const location of ['javascript:alert(1)', 'data:text/html,x', `${'x'.repeat(16_000)}:y`]) {
    assert.match(told(location), /redirects to an address of another kind \(.{1,301}\), which was not/);
  }
});

test('every network failure has words, known or not', () => {
  for (const code of [
    'ENOTFOUND',
    'EAI_AGAIN',
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'HPE_INVALID_CONSTANT',
    'ERR_SSL_X',
    'NEW',
  ]) {
    const error = Object.assign(new Error('low-level'), { code });
    const words = networkFailure(error, 'c:1');
    assert.ok(words.message.includes('c:1') && words.message.endsWith('.'), words.message);
    assert.ok(words.advice.endsWith('.'));
  }
});

test('the failure of several addresses of one name is described by the first', () => {
  const error = new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]);
  const words = networkFailure(error, 'c:1');
  assert.match(words.message, /refuses/);
});

test('the API version of a release', () => {
  assert.equal(apiVersionOf('34.04.141'), '34.04');
  assert.equal(apiVersionOf('v33.01'), '33.01');
  for (const release of ['', 'unknown', '34', '34.04x']) {
    assert.equal(apiVersionOf(release), undefined);
  }
});
