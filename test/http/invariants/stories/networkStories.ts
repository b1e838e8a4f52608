import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { TestContext } from 'node:test';
import { freePort } from '../../../../scripts/lib/freePort.ts';
import type { ConsoleConnection } from '../../../../src/core/consoleFile/connectionOf.ts';
import type { SyncContext } from '../../../../src/core/sync/syncContext.ts';
import { clientOf } from '../../../unit/console/clientOf.ts';
import { issue, type Certificate } from '../../../certificates.ts';
import { tlsFront } from '../../console/tlsFront.ts';
import { playPush, unbound, type Cleanup, type PushParts, type PushStory, type Story } from './story.ts';
import { afterwards } from '../../../afterwards.ts';

const day = 24 * 60 * 60 * 1000;
const authority = await issue({ name: 'Private authority', ca: true });
const host = { name: 'console', hosts: ['127.0.0.1'] };
const signed = issue(host, authority);

/** The same folder, pushed from over another connection. */
function over(
  t: Cleanup,
  { sandbox, work }: PushParts,
  url: string,
  more: Partial<ConsoleConnection> = {},
): SyncContext {
  const { client, keys } = clientOf(t as TestContext, url, more);
  keys.set(url, sandbox.accessKey);
  return work.restarted({ live: unbound(client.policies, sandbox.url) });
}

/** What is not encrypted goes through no proxy. */
function overTls(url: string): string {
  return url.replace('http:', 'https:');
}

async function listening(t: Cleanup, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterwards(t, () => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers whatever comes with `head`, or not at all. */
function dumb(t: Cleanup, head?: string): Promise<string> {
  return listening(
    t,
    createServer((socket) => {
      afterwards(t, () => socket.destroy());
      socket.on('error', () => undefined);
      socket.once('data', () => head !== undefined && socket.end(`HTTP/1.1 ${head}\r\n\r\n`));
    }),
  );
}

type Strike = (t: Cleanup, parts: PushParts) => ReturnType<NonNullable<PushStory['strike']>>;

const shows =
  (certificate: Promise<Certificate>, ca?: string): Strike =>
  async (t, parts) => {
    const url = await tlsFront(t as TestContext, parts.sandbox.url, await certificate);
    return over(t, parts, url, ca === undefined ? {} : { ca });
  };

const redirects =
  (to: string, status?: number): Strike =>
  (_t, { sandbox }) =>
    sandbox.faults.next(
      { method: 'GET', path: '/policies/', count: 9 },
      { kind: 'redirect', to, ...(status === undefined ? {} : { status }) },
    );

const refused = (code: string): { readonly refused: string } => ({ refused: code });

const rows: readonly (readonly [what: string, ends: Story['ends'], strike: Strike])[] = [
  [
    'an expired certificate',
    refused('tls'),
    shows(
      issue({ ...host, from: new Date(Date.now() - 2 * day), to: new Date(Date.now() - day) }, authority),
      authority.cert,
    ),
  ],
  ['a self-signed certificate', refused('tls'), shows(issue(host))],
  ['the certificate of an authority nobody knows', refused('tls'), shows(signed)],
  [
    'a certificate for another host',
    refused('tls'),
    shows(issue({ ...host, hosts: ['elsewhere.example'] }, authority), authority.cert),
  ],
  ['an own authority, named by caFile', 'applied', shows(signed, authority.cert)],
  ['a redirect to another host', refused('redirected'), redirects('https://elsewhere.example/api')],
  ['a redirect to http', refused('redirected'), redirects('http://console.example/api')],
  ['a redirect to itself', refused('redirected'), redirects('/api/v1/policies/vulnerability/images', 302)],
  [
    'a proxy that wants credentials (407)',
    refused('proxy'),
    async (t, parts) =>
      over(t, parts, overTls(parts.sandbox.url), {
        proxies: { [overTls(parts.sandbox.url)]: await dumb(t, '407 Proxy Authentication Required') },
      }),
  ],
  [
    'nothing listens there',
    refused('unreachable'),
    async (t, parts) => {
      return over(t, parts, `http://127.0.0.1:${await freePort()}`);
    },
  ],
  [
    'it is unreachable: nothing ever comes back',
    refused('timeout'),
    async (t, parts) => over(t, parts, await dumb(t), { timeoutMs: 1500 }),
  ],
  [
    'something else than HTTP',
    refused('unreachable'),
    async (t, parts) => {
      const url = await listening(
        t,
        // Once it is asked: a connection that ends before the request is on its way says something else.
        createServer((socket) =>
          socket.on('error', () => undefined).once('data', () => socket.end('220 mail ready\r\n')),
        ),
      );
      return over(t, parts, url);
    },
  ],
];

export const networkStories: readonly Story[] = rows.map(([what, ends, strike]) => ({
  group: 'Network',
  what,
  ends,
  play: (t) =>
    playPush(t, {
      strike: (parts) => strike(t, parts),
      check: ({ sandbox }) => assert.equal(sandbox.requests.of('PUT').length, ends === 'applied' ? 1 : 0),
    }),
}));
