import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { afterwards } from '../../afterwards.ts';

export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export type Handler = (request: Arrived, response: ServerResponse) => void;

export interface LocalServer {
  readonly url: string;
  /** In the order in which their bodies were complete. */
  readonly arrived: readonly Arrived[];
}

/** Answers the reading before a write, which is not counted, and hands the write on. */
export async function serveWrites(t: TestContext, handler: Handler): Promise<LocalServer> {
  const server = await serve(t, (request, response) =>
    request.method === 'GET' ? answer(response, 200, '{}') : handler(request, response),
  );
  return {
    url: server.url,
    get arrived() {
      return server.arrived.filter(({ method }) => method !== 'GET');
    },
  };
}

/** Serves `handler` on loopback until the test ends. */
export async function serve(t: TestContext, handler: Handler): Promise<LocalServer> {
  const arrived: Arrived[] = [];
  const url = await listen(t, (request, response) => {
    void buffer(request).then((body) => {
      const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      arrived.push(one);
      handler(one, response);
    });
  });
  return { url, arrived };
}

async function listen(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  afterwards(t, () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers `status` with JSON of `value`; a text is sent as it is. */
export function answer(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value));
}
