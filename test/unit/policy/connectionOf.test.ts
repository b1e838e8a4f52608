import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConsoleFile } from '../../../src/core/consoleFile/consoleFile.ts';
import { connectionOf, type ConsoleConnection } from '../../../src/core/consoleFile/connectionOf.ts';

const url = 'https://console.example:8083';
const loginUrl = 'https://login.example';

function connection(
  members: Record<string, unknown>,
  skipped: readonly string[] = [],
  ca?: string,
  proxies: Readonly<Record<string, string>> = {},
): ConsoleConnection {
  const [entry] = readConsoleFile({ consoles: { a: { url, ...members } } }).consoles;
  assert.ok(entry);
  return connectionOf(entry, {
    ca,
    requestTimeoutMs: 60_000,
    skipsVerification: (origin) => skipped.includes(origin),
    proxyOf: (origin) => proxies[origin],
  });
}

test('the login address is the address of the console unless another is named', () => {
  assert.equal(connection({}).loginUrl, url);
  assert.equal(connection({ loginUrl }).loginUrl, loginUrl);
});

test('the timeout of the console goes before that of the user', () => {
  assert.equal(connection({}).timeoutMs, 60_000);
  assert.equal(connection({ timeoutSeconds: 5 }).timeoutMs, 5000);
});

test('certificates are verified unless the user named every origin', () => {
  assert.equal(connection({}).rejectUnauthorized, true);
  assert.equal(connection({}, [url]).rejectUnauthorized, false);
  assert.equal(connection({ loginUrl }, [url]).rejectUnauthorized, true);
  assert.equal(connection({ loginUrl }, [url, loginUrl]).rejectUnauthorized, false);
});

test('what the console does not say is left out', () => {
  const { project, paths, ca } = connection({});
  assert.deepEqual([project, paths, ca], [undefined, undefined, undefined]);
  assert.equal(connection({ project: 'blue' }, [], 'PEM').project, 'blue');
  assert.equal(connection({}, [], 'PEM').ca, 'PEM');
});

test('each origin has its own proxy, or none', () => {
  assert.equal('proxies' in connection({ loginUrl }), false);
  const proxies = {
    [loginUrl]: 'http://proxy.example:3128',
    'https://other.example': 'http://wrong.example',
  };
  assert.deepEqual(connection({ loginUrl }, [], undefined, proxies).proxies, {
    [loginUrl]: 'http://proxy.example:3128',
  });
});
