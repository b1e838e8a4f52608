import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { HttpError } from '../../../src/core/console/httpError.ts';
import type { ConsoleConnection } from '../../../src/core/consoleFile/connectionOf.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { issue, type Certificate, type CertificateWish } from '../../certificates.ts';
import { replaceLive } from '../../unit/console/clientOf.ts';
import { sandboxClient } from './sandboxClient.ts';

const kind = policyKind('cnns/network');
const authority = await issue({ name: 'Private authority', ca: true });
const host = { name: 'console', hosts: ['127.0.0.1'] };
const day = 24 * 60 * 60 * 1000;

async function read(
  t: TestContext,
  tls: Promise<Certificate>,
  connection: Partial<ConsoleConnection>,
): Promise<string> {
  const { client } = await sandboxClient(t, connection, {}, await tls);
  await client.checkAccess();
  return (await client.policies.readPolicy(kind)).text;
}

async function refused(
  t: TestContext,
  tls: Promise<Certificate>,
  ca: string | undefined,
  words: RegExp,
): Promise<void> {
  const { client, sandbox } = await sandboxClient(t, ca === undefined ? {} : { ca }, {}, await tls);
  await assert.rejects(replaceLive(client, kind, '{}'), (error) => {
    assert.ok(error instanceof HttpError);
    assert.equal(error.code, 'tls', error.message);
    assert.match(error.message, words);
    assert.equal(error.mayHaveArrived, false);
    return true;
  });
  assert.equal(sandbox.requests.all().length, 0);
}

const signed = (wish: Partial<CertificateWish> = {}): Promise<Certificate> =>
  issue({ ...host, ...wish }, authority);

test('a certificate of a private authority is trusted with its CA, for policies, login and lookups', async (t) => {
  assert.match(await read(t, signed(), { ca: authority.cert }), /containerRules/);
});

test('the CA of another console does not help', async (t) => {
  const { cert } = await issue({ name: 'Another authority', ca: true });
  await refused(t, signed(), cert, /authority this computer does not know/);
});

test('an unknown authority is refused', (t) =>
  refused(t, signed(), undefined, /authority this computer does not know/));

test('a self-signed certificate is refused', (t) => refused(t, issue(host), undefined, /self-signed/));

test('a self-signed certificate is trusted when it is the CA', async (t) => {
  const own = issue({ ...host, ca: true });
  assert.match(await read(t, own, { ca: (await own).cert }), /containerRules/);
});

test('an expired certificate is refused', (t) =>
  refused(
    t,
    signed({ from: new Date(Date.now() - 2 * day), to: new Date(Date.now() - day) }),
    authority.cert,
    /has expired/,
  ));

test('a certificate that is not valid yet is refused', (t) =>
  refused(
    t,
    signed({ from: new Date(Date.now() + day), to: new Date(Date.now() + 2 * day) }),
    authority.cert,
    /not valid yet/,
  ));

test('a certificate for another host is refused', (t) =>
  refused(t, signed({ hosts: ['console.example'] }), authority.cert, /made out to another name/));

test('verification can be switched off, for this console only', async (t) => {
  assert.match(await read(t, issue(host), { rejectUnauthorized: false }), /containerRules/);
  await refused(t, issue(host), undefined, /self-signed/);
});

test('https to a port that speaks http, and http to one that speaks https', async (t) => {
  const plain = await sandboxClient(t);
  const wrongTls = await sandboxClient(t, { url: plain.sandbox.url.replace('http:', 'https:') });
  await assert.rejects(replaceLive(wrongTls.client, kind, '{}'), { code: 'tls' });
  const secure = await sandboxClient(t, {}, {}, await signed());
  const wrongPlain = await sandboxClient(t, { url: secure.url.replace('https:', 'http:') });
  await assert.rejects(replaceLive(wrongPlain.client, kind, '{}'), HttpError);
});

test('a CA file that holds no certificate is named as the cause', async (t) => {
  for (const ca of ['nonsense', '', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n']) {
    const { client } = await sandboxClient(t, { ca }, {}, await signed());
    await assert.rejects(replaceLive(client, kind, '{}'), (error) => {
      assert.ok(error instanceof HttpError, String(error));
      assert.equal(error.code, 'tls', `${error.message} ${error.detail}`);
      assert.match(error.message, /CA file/);
      return true;
    });
  }
});
