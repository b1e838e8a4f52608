import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { Redaction } from '../../../src/core/console/redaction.ts';
import { Transport } from '../../../src/core/console/transport.ts';
import { silentLogger } from '../../../src/core/util/logger.ts';

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

const html = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll("'", '&apos;');
const each = (text: string, spell: (character: string) => string): string =>
  Array.from(text, (one) => spell(one)).join('');
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

/** What servers, proxies and libraries make of a text that they repeat. */
const echoes: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  percent: encodeURIComponent,
  'percent in lower case': (secret) =>
    encodeURIComponent(secret).replaceAll(/%../g, (code) => code.toLowerCase()),
  'percent twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'percent everywhere': (secret) =>
    each(secret, (one) => Buffer.from(one).toString('hex').replaceAll(/../g, '%$&')),
  JSON: (secret) => JSON.stringify(secret).slice(1, -1),
  'JSON with escaped slashes': (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
  'JSON in JSON': (secret) => JSON.stringify(JSON.stringify(secret)),
  'JSON escapes everywhere': (secret) =>
    Array.from(
      { length: secret.length },
      (_, at) => `\\u${secret.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  HTML: html,
  'HTML twice': (secret) => html(html(secret)),
  'HTML by number': (secret) => each(secret, (one) => `&#${one.codePointAt(0)};`),
  'HTML by hexadecimal number': (secret) => each(secret, (one) => `&#x${one.codePointAt(0)?.toString(16)};`),
};
const awkward = 'a+Very/Secret&Value="quoted"<ü>==';

for (const [what, spell] of Object.entries(echoes)) {
  test(`a secret is hidden: ${what}`, () => {
    const redaction = new Redaction();
    redaction.hide(awkward);
    const spelling = spell(awkward);
    const clean = redaction.redact(`before ${spelling} after`);
    assert.match(clean, /^before "?\\?"?\[hidden\]\S{0,24} after$/, clean);
  });
}

test('a secret is hidden in base64, wherever it stands in it, padded or not, in either alphabet', () => {
  for (const before of ['', 'a', 'me:', 'key-id:']) {
    for (const after of ['', '\n', ':x']) {
      const encoded = base64(`${before}${awkward}${after}`);
      for (const spelling of [
        encoded,
        encoded.replace(/=+$/, ''),
        encoded.replaceAll('+', '-').replaceAll('/', '_'),
        encodeURIComponent(encoded),
      ]) {
        const redaction = new Redaction();
        redaction.hide(awkward);
        const clean = redaction.redact(spelling);
        assert.match(clean, /\[hidden\]/, spelling);
        assert.ok(clean.replace('[hidden]', '').length < before.length * 2 + after.length * 2 + 24, clean);
      }
    }
  }
});

test('a document that holds a secret is known, in every spelling that its reader undoes', () => {
  const redaction = new Redaction();
  redaction.hide(awkward);
  redaction.hide('0123456789abcdef');
  const plain = JSON.stringify({ rules: [{ name: 'Default - ignore', notes: 'a < b \u003c c' }] });
  assert.equal(redaction.hasSecretIn(plain), false);
  for (const what of [
    'as it is',
    'percent',
    'percent in lower case',
    'JSON',
    'JSON with escaped slashes',
    'JSON escapes everywhere',
  ]) {
    for (const secret of [awkward, '0123456789abcdef']) {
      const text = `{"rules":[{"name":"${echoes[what]?.(secret)}"}]}`;
      assert.ok(redaction.hasSecretIn(text), `${what} ${text}`);
    }
  }
  assert.ok(redaction.hasSecretIn(`{"a":"${base64(`me:${awkward}`)}"}`));
  assert.ok(redaction.hasSecretIn(`{"a":"${Buffer.from(`me:${awkward}`).toString('base64url')}"}`));
});

test('a short secret does not make a document unreadable', () => {
  const redaction = new Redaction();
  redaction.hide('secret');
  assert.equal(redaction.hasSecretIn('{"name":"secret"}'), false);
});

test('what was only typed is in no text, and makes no document unreadable until it is a secret', () => {
  const redaction = new Redaction();
  const typed = redaction.tentative();
  typed.hide('an-id-in-its-place');
  redaction.hide('the-secret-itself');
  const document = '{"owner":"an-id-in-its-place"}';
  assert.ok(typed.hasSecretIn(document), 'while it is tried');
  assert.equal(redaction.hasSecretIn(document), false);
  for (const one of [typed, redaction]) {
    assert.equal(one.redact('an-id-in-its-place the-secret-itself'), '[hidden] [hidden]');
  }
  redaction.hide('an-id-in-its-place');
  assert.ok(redaction.hasSecretIn(document));
});

const usual = [encodeURIComponent, (text: string) => JSON.stringify(text).slice(1, -1)];

const escapes: readonly ((text: string) => string)[] = [
  ...usual,
  (text) => encodeURIComponent(encodeURIComponent(text)),
  (text) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&'),
  (text) => each(text, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`),
  (text) => each(text, (one) => `\\x${one.codePointAt(0)?.toString(16).padStart(2, '0')}`),
  html,
  (text) => each(text, (one) => `&#${one.codePointAt(0)};`),
  (text) => each(text, (one) => (one === text[1] ? `%${Buffer.from(one).toString('hex')}` : one)),
  (text) => each(text, (one) => (one === text[2] ? `&#x${one.codePointAt(0)?.toString(16)};` : one)),
  (text) => Buffer.from(text).toString('hex').toUpperCase().replaceAll(/../g, '=$&'),
  (text) => text.toUpperCase(),
];
const digits: readonly ((text: string) => string)[] = [
  base64,
  (text) => Buffer.from(text).toString('base64url'),
  (text) => Buffer.from(text).toString('hex'),
  (text) => Buffer.from(text, 'utf16le').toString('base64'),
];

test('no secret survives in a stack of two encodings', () => {
  const ascii = fc.string({ minLength: 12, maxLength: 40, unit: 'grapheme-ascii' });
  const any = fc.constantFrom(...escapes, ...digits);
  const stacks = fc.oneof(
    fc.tuple(any, fc.constantFrom(...escapes)),
    // What is escaped character by character, or is UTF-16, within base64 or hexadecimal is not found.
    fc.tuple(fc.constantFrom(...usual, ...digits), fc.constantFrom(...digits.slice(0, 3))),
  );
  fc.assert(
    fc.property(ascii, stacks, fc.string({ maxLength: 5 }), (secret, [inner, outer], around) => {
      // A backslash of its own may join what is escaped into another escape: see SECURITY.md.
      fc.pre(!/=$|\\/.test(secret));
      const redaction = new Redaction();
      redaction.hide(secret);
      const echoed = outer(inner(secret));
      const clean = redaction.redact(`${around} ${echoed} ${around}`);
      assert.ok(!clean.includes(echoed) && clean.includes('[hidden]'), `${echoed} became ${clean}`);
    }),
    { numRuns: 2000 },
  );
});

test('the password of a proxy is hidden as it is written in its address, and as the proxy reads it', () => {
  const redaction = new Redaction();
  const connection = { proxies: { 'https://console.example': 'http://user:p%40ss%2Fword@proxy.example' } };
  const transport = new Transport(connection as never, { logger: silentLogger, redaction });
  for (const password of ['p%40ss%2Fword', 'p@ss/word', Buffer.from('p@ss/word').toString('base64')]) {
    assert.equal(redaction.redact(`denied: ${password} !`), 'denied: [hidden] !');
  }
  transport.dispose();
});
