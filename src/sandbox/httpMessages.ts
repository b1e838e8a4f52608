import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { problemAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import type { Incoming } from './incoming.ts';

export const tooLarge = problemAnswer(413, 'the body is too large');

/** Listens on loopback only; resolves to the port. */
export async function listenOnLoopback(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Cuts open connections and frees the port. */
export async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Returns the request with its whole body. */
export function incomingOf({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer): Incoming {
  const at = url.indexOf('?');
  const [path, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
  return { method, path, query: new URLSearchParams(query), headers, body };
}

/** Returns the body, or undefined as soon as it exceeds `limit` bytes. Rejects when the client goes away. */
export function receiveBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.removeAllListeners('data');
        request.resume();
        resolve(undefined);
      } else {
        chunks.push(chunk);
      }
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => reject(new Error('the client went away')));
  });
}

export function sendAnswer(response: ServerResponse, { status, headers, body = '' }: Answer): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.end(bytes);
}
