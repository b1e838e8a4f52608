import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proxyFor } from '../../../src/core/consoleFile/connectionOf.ts';

const origin = 'https://console.corp.example:8083';
const proxy = 'http://proxy.example:3128';

test('the setting goes before the environment, lower case before upper case, the scheme before all', () => {
  assert.equal(proxyFor(origin, { setting: proxy, env: { https_proxy: 'http://other' } }), proxy);
  assert.equal(
    proxyFor(origin, { setting: '', env: { https_proxy: proxy, HTTPS_PROXY: 'http://other' } }),
    proxy,
  );
  assert.equal(proxyFor(origin, { env: { HTTPS_PROXY: proxy, all_proxy: 'http://other' } }), proxy);
  assert.equal(proxyFor(origin, { env: { ALL_PROXY: proxy, http_proxy: 'http://other' } }), proxy);
  assert.equal(proxyFor(origin, { env: {} }), undefined);
});

test('a proxy may be written without a scheme; nonsense is none', () => {
  assert.equal(proxyFor(origin, { setting: 'proxy.example:3128', env: {} }), proxy);
  assert.equal(proxyFor(origin, { setting: 'http://', env: {} }), undefined);
  assert.equal(proxyFor(origin, { setting: ` ${proxy} `, env: {} }), proxy);
  assert.equal(proxyFor(origin, { env: { https_proxy: `\ufeff${proxy}\r\n` } }), proxy);
});

for (const [exceptions, direct] of [
  ['*', true],
  ['console.corp.example', true],
  ['corp.example', true],
  ['.corp.example', true],
  ['*.corp.example', true],
  ['CORP.EXAMPLE', true],
  ['console.corp.example:8083', true],
  ['other.example, corp.example', true],
  ['other.example corp.example', true],
  ['console.corp.example:443', false],
  ['orp.example', false],
  ['sole.corp.example', false],
  ['example.com', false],
  ['', false],
] as const) {
  test(`without a proxy for "${exceptions}": ${direct}`, () => {
    assert.equal(
      proxyFor(origin, { setting: proxy, env: { no_proxy: exceptions } }),
      direct ? undefined : proxy,
    );
    assert.equal(
      proxyFor(origin, { setting: proxy, noProxy: exceptions.split(/[, ]+/), env: {} }),
      direct ? undefined : proxy,
    );
  });
}

test('this computer is never reached by proxy', () => {
  for (const own of ['http://localhost:1', 'http://127.0.0.1:1', 'http://[::1]:1', 'https://127.9.9.9']) {
    assert.equal(proxyFor(own, { setting: proxy, env: { all_proxy: proxy } }), undefined);
  }
});
