import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { Failure } from './failure.ts';

export interface ServerProxy {
  readonly port: number;
  dispose(): Promise<void>;
}

/**
 * Opens a proxy on a free loopback port in front of a server build of VS Code. It changes one thing: the page
 * states that it is not a released build. Only then does the workbench load an extension under development
 * from its address. (The server's own switch for this, its smoke test driver, hides every notification.)
 */
export async function openServerProxy(serverPort: number): Promise<ServerProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((incoming, answer) => passOn(serverPort, incoming, answer));
  server.on('upgrade', (incoming, client: Socket, head) => {
    const upstream = connect(serverPort, '127.0.0.1', () => {
      upstream.write(`${startLine(incoming)}\r\n\r\n`);
      upstream.write(head);
      client.pipe(upstream).pipe(client);
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async dispose() {
      server.closeAllConnections();
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function passOn(port: number, incoming: IncomingMessage, answer: ServerResponse): void {
  const { 'accept-encoding': _, ...headers } = incoming.headers;
  const onward = request(
    // Each request has its own connection, because the server may close a kept connection just when it is
    // used again.
    { host: '127.0.0.1', port, method: incoming.method, path: pathOf(incoming), headers, agent: false },
    (inner) => {
      const isPage = inner.statusCode === 200 && incoming.url?.split('?')[0] === '/';
      if (!isPage) {
        answer.writeHead(inner.statusCode ?? 502, inner.headers);
        inner.pipe(answer);
        return;
      }
      void readAll(inner).then(
        (page) => {
          const { 'content-length': _length, ...rest } = inner.headers;
          answer.writeHead(200, rest);
          answer.end(unreleased(page));
        },
        () => answer.destroy(),
      );
    },
  );
  onward.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
  incoming.pipe(onward);
}

function unreleased(page: string): string {
  const at = '&quot;productConfiguration&quot;:{';
  if (!page.includes(at)) {
    throw new Failure('this build of VS Code has a page of an unknown form');
  }
  return page.replace(at, `${at}&quot;commit&quot;:&quot;&quot;,`);
}

/**
 * A page without a release requests paths below `/<quality>-/`. The server knows them without this prefix.
 */
function pathOf(incoming: IncomingMessage): string {
  return (incoming.url ?? '/').replace(/^\/[a-z]+-\//, '/');
}

function startLine(incoming: IncomingMessage): string {
  const headers: string[] = [];
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    headers.push(`${incoming.rawHeaders[i]}: ${incoming.rawHeaders[i + 1]}`);
  }
  return [`${incoming.method} ${pathOf(incoming)} HTTP/1.1`, ...headers].join('\r\n');
}

async function readAll(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
