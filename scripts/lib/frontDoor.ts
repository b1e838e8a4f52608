import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { Failure } from './failure.ts';

export interface FrontDoor {
  readonly port: number;
  dispose(): Promise<void>;
}

/**
 * Stands on a free loopback port before a server build of VS Code and passes everything on, changing one thing: the
 * page says that it is not a released build. Only then does the workbench load an extension under development from
 * its address. (The server's own switch for that, its smoke test driver, hides every notification.)
 */
export async function openFrontDoor(serverPort: number): Promise<FrontDoor> {
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
    // A connection for each: one that is kept may be closed at the other end just when it is used again.
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
    throw new Failure('this build of VS Code describes itself in a way that is not known here');
  }
  return page.replace(at, `${at}&quot;commit&quot;:&quot;&quot;,`);
}

/** A page without a release asks below `/<quality>-/`; the server takes the same path without that. */
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
