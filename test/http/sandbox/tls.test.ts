import assert from 'node:assert/strict';
import { request } from 'node:https';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { SandboxConsole } from '../../../src/sandbox/sandboxConsole.ts';
import type { SandboxOptions } from '../../../src/sandbox/sandboxConsole.ts';

/** Status of `_ping`, or the code of what went wrong. */
function ping(url: string, ca: string | undefined): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const sent = request(
      `${url}/api/v1/_ping`,
      { ...(ca !== undefined && { ca }), agent: false },
      (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      },
    );
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    sent.end();
  });
}

async function start(t: TestContext, tls: (SandboxOptions['tls'] & object) | true): Promise<SandboxConsole> {
  const sandbox = await SandboxConsole.start({ tls, empty: true });
  t.after(() => sandbox.close());
  return sandbox;
}

test('TLS with an authority of its own: trusted with it, refused without it', async (t) => {
  const { url, ca } = await start(t, true);
  assert.match(url, /^https:/);
  assert.equal(await ping(url, ca), 200);
  assert.equal(await ping(url.replace('127.0.0.1', 'localhost'), ca), 200);
  assert.equal(await ping(url, undefined), 'UNABLE_TO_VERIFY_LEAF_SIGNATURE');
});

test('an expired certificate and one for another host are refused', async (t) => {
  const expired = await start(t, { expired: true });
  assert.equal(await ping(expired.url, expired.ca), 'CERT_HAS_EXPIRED');
  const elsewhere = await start(t, { wrongHost: true });
  assert.equal(await ping(elsewhere.url, elsewhere.ca), 'ERR_TLS_CERT_ALTNAME_INVALID');
});
