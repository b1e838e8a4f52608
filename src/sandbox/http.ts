import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fromPlain, isJsonObject, type JsonObject, type JsonValue } from '../core/json/json.ts';
import { parseJson } from '../core/json/jsonText.ts';
import { writeJson } from '../core/json/writeJson.ts';
import { messageOf } from '../core/util/errors.ts';

/** A request with its whole body and its split address. */
export interface Incoming {
  readonly method: string;
  /** The path without the query, as sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** The answer that a handler returns. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** The required credentials. `open`: none; `session`: a token; `any`: basic credentials or a token. */
export type Access = 'open' | 'session' | 'any' | 'posture';

export interface Call extends Incoming {
  /** The authenticated user; empty on open routes. */
  readonly user: string;
  /** Values of the `:name` segments of the route, percent-decoded once. */
  readonly segments: readonly string[];
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `/collections/:name/usages`; below `/api/v<version>` unless `root` is set. */
  readonly path: string;
  readonly root?: boolean;
  readonly access: Access;
  handle(call: Call): Answer;
}

/** Ends a request with the console's error body, from any depth of its handler. */
export class RefusedRequestError extends Error {
  override readonly name = 'RefusedRequestError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function jsonAnswer(value: JsonValue, status = 200, headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: writeJson(value) };
}

/** Builds a JSON answer from plain data. */
export function plainAnswer(value: unknown, status = 200): Answer {
  return jsonAnswer(fromPlain(value), status);
}

/** The console answers writes with an empty body. */
export const emptyAnswer: Answer = { status: 200 };

/** The console's error body: an object with one string. */
export function problemAnswer(status: number, message: string): Answer {
  return plainAnswer({ err: message }, status);
}

/**
 * Returns one page of an array, with the length of the array in `Total-Count`. `limit` is at most 50, as on
 * the hosted console. Without `limit`, the answer contains everything from `offset`, or 50 rows with `paged`.
 */
export function pageOf(rows: readonly JsonValue[], query: URLSearchParams, paged = false): Answer {
  const offset = Math.max(0, Number(query.get('offset') ?? 0) || 0);
  const requested = Number(query.get('limit') ?? 0) || 0;
  const limit = requested > 0 ? Math.min(requested, 50) : paged ? 50 : rows.length;
  return jsonAnswer(rows.slice(offset, offset + limit), 200, { 'total-count': String(rows.length) });
}

/** Returns one header as text; a repeated header has its first value. */
export function headerOf({ headers }: Pick<Incoming, 'headers'>, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
}

/** Reads the body of a request as a JSON object; refuses any other body. */
export function readBody({ body }: Call): JsonObject {
  let value: JsonValue;
  try {
    value = parseJson(body.toString());
  } catch (error) {
    throw new RefusedRequestError(400, `cannot read the body: ${messageOf(error)}`);
  }
  if (!isJsonObject(value)) {
    throw new RefusedRequestError(400, 'cannot read the document: expected object');
  }
  return value;
}

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
