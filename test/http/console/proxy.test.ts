import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { freePort } from '../../../scripts/lib/freePort.ts';
import { HttpError } from '../../../src/core/console/httpError.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { issue } from '../../certificates.ts';
import { replaceLive } from '../../unit/console/clientOf.ts';
import { sandboxClient } from './sandboxClient.ts';

const kind = policyKind('cnns/network');
const credentials = 'Basic ' + Buffer.from('user:proxy-password').toString('base64');

interface Proxy {
  readonly address: string;
  readonly tunnels: { readonly target: string; readonly authorization: string | undefined }[];
  /** Everything that went through as plain bytes. */
  readonly seen: () => string;
}

/** A proxy that tunnels to anywhere, or answers every CONNECT with `status`. */
async function startProxy(t: TestContext, status?: number): Promise<Proxy> {
  const tunnels: Proxy['tunnels'] = [];
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => response.writeHead(500).end());
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (request, socket: Socket) => {
    tunnels.push({ target: request.url ?? '', authorization: request.headers['proxy-authorization'] });
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const [host = '', port] = (request.url ?? '').split(':');
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.pipe(target).pipe(socket);
    });
    sockets.add(target);
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, tunnels, seen: () => Buffer.concat(chunks).toString('latin1') };
}

test('a console behind a proxy: everything goes through a tunnel that the proxy cannot read', async (t) => {
  const authority = await issue({ name: 'Private authority', ca: true });
  const tls = await issue({ name: 'console', hosts: ['127.0.0.1'] }, authority);
  const proxy = await startProxy(t);
  const { sandbox, url } = await sandboxClient(t, {}, {}, tls);
  const withCredentials = proxy.address.replace('//', '//user:proxy-password@');
  const { client, keys, logger } = await sandboxClient(t, {
    url,
    loginUrl: url,
    ca: authority.cert,
    proxies: { [url]: withCredentials },
  });
  keys.set(url, sandbox.accessKey);
  await client.checkAccess();
  const { text } = await client.policies.readPolicy(kind);
  await replaceLive(client, kind, text);
  assert.ok(proxy.tunnels.length > 0);
  assert.ok(proxy.tunnels.every(({ target }) => url === `https://${target}`));
  assert.ok(proxy.tunnels.every(({ authorization }) => authorization === credentials));
  assert.ok(!proxy.seen().includes('policies'));
  assert.ok(sandbox.requests.all().every(({ status }) => status === 200));
  assert.ok(!logger.lines.join('\n').includes('proxy-password'));
});

for (const [status, words] of [
  [407, /requires credentials/],
  [403, /status 403/],
  [502, /status 502/],
] as const) {
  test(`a proxy that answers ${status} is named as the cause, and nothing arrived`, async (t) => {
    const proxy = await startProxy(t, status);
    const { sandbox } = await sandboxClient(t);
    const url = sandbox.url.replace('http:', 'https:');
    const parts = await sandboxClient(t, { url, loginUrl: url, proxies: { [url]: proxy.address } });
    parts.keys.set(url, sandbox.accessKey);
    await assert.rejects(replaceLive(parts.client, kind, '{}'), (error) => {
      assert.ok(error instanceof HttpError);
      assert.equal(error.code, 'proxy', error.message);
      assert.match(error.message, words);
      assert.equal(error.mayHaveArrived, false);
      return true;
    });
    assert.equal(sandbox.requests.all().length, 0);
  });
}

test('a proxy that is not there is named, not the console', async (t) => {
  const address = `http://127.0.0.1:${await freePort()}`;
  const { sandbox } = await sandboxClient(t);
  const url = sandbox.url.replace('http:', 'https:');
  const parts = await sandboxClient(t, { url, loginUrl: url, proxies: { [url]: address } });
  parts.keys.set(url, sandbox.accessKey);
  await assert.rejects(parts.client.policies.readPolicy(kind), (error) => {
    assert.ok(error instanceof HttpError);
    assert.ok(error.message.includes(new URL(address).host), error.message);
    assert.match(error.message, /proxy/);
    return true;
  });
});

test('what is not encrypted goes to this computer itself, whatever proxy is set', async (t) => {
  const proxy = await startProxy(t);
  const { sandbox } = await sandboxClient(t);
  const parts = await sandboxClient(t, { url: sandbox.url, proxies: { [sandbox.url]: proxy.address } });
  parts.keys.set(sandbox.url, sandbox.accessKey);
  await parts.client.policies.readPolicy(kind);
  assert.deepEqual(proxy.tunnels, []);
  assert.ok(sandbox.requests.all().length > 0);
});
