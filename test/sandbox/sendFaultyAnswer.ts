import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Answer } from '../../src/sandbox/http.ts';
import type { Fault } from './faults.ts';

const signInPage =
  '<!doctype html><html><head><title>Sign in</title></head><body><form></form></body></html>';
const jsonHeaders = { 'content-type': 'application/json' };
const gzipHeaders = { ...jsonHeaders, 'content-encoding': 'gzip' };
const bombLimit = 1024 * 1024 * 1024;

const bytesOf = (answer: Answer): Buffer => Buffer.from(answer.body ?? '');

const firstHalf = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2));

function send(
  response: ServerResponse,
  status: number,
  headers: object | undefined,
  body: Uint8Array | string,
): number {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.end(bytes);
  return status;
}

/** Writes to the socket below the HTTP server, for answers a correct server never gives. */
function sendRaw(response: ServerResponse, head: string, body: Uint8Array): number {
  const socket = response.socket;
  socket?.write(`HTTP/1.1 ${head}\r\nConnection: close\r\n\r\n`);
  socket?.end(body);
  return Number(head.slice(0, 3));
}

/** Returns a small gzip stream that unpacks to `bytes` spaces: parts of one megabyte, which unpackers join. */
function bomb(bytes: number): Buffer {
  const member = gzipSync(Buffer.alloc(1024 * 1024, 0x20), { level: 9 });
  const members = Math.ceil(Math.min(bytes, bombLimit) / (1024 * 1024));
  return Buffer.concat(Array.from<Buffer>({ length: members }).fill(member));
}

function sendEndless(response: ServerResponse, bytes: number): number {
  const chunk = Buffer.alloc(64 * 1024, 0x20);
  let left = bytes;
  response.writeHead(200, jsonHeaders);
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length;
      if (!response.write(chunk)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
  return 200;
}

/** The end of a request on the server side: a status, or no complete answer. */
export type Ending = number | 'reset' | 'hang';

type FaultOf<K extends Fault['kind']> = Extract<Fault, { kind: K }>;

/** The delivery of an answer under each fault; a fault without an entry does not change the answer. */
const deliveries: {
  readonly [K in Fault['kind']]?: (response: ServerResponse, answer: Answer, fault: FaultOf<K>) => Ending;
} = {
  status: (response, _answer, { status, headers = {}, body = '' }) => send(response, status, headers, body),
  throttled: (response, _answer, { retryAfter }) =>
    send(response, 429, retryAfter === undefined ? {} : { 'retry-after': retryAfter }, ''),
  reset: (response) => {
    response.socket?.resetAndDestroy();
    return 'reset';
  },
  hang: (response, answer, { partial }) => {
    if (partial) {
      const bytes = bytesOf(answer);
      response.writeHead(answer.status, { ...answer.headers, 'content-length': bytes.length + 1 });
      response.write(firstHalf(bytes));
    }
    return 'hang';
  },
  late: (response, _answer, { answer = 504 }) => {
    if (typeof answer === 'number') {
      return send(response, answer, {}, '');
    }
    if (answer === 'reset') {
      response.socket?.resetAndDestroy();
    }
    return answer;
  },
  truncated: (response, answer) => send(response, answer.status, answer.headers, firstHalf(bytesOf(answer))),
  'wrong-length': (response, answer) => {
    const bytes = bytesOf(answer);
    return sendRaw(response, `${answer.status} OK\r\nContent-Length: ${bytes.length + 100}`, bytes);
  },
  html: (response) => send(response, 200, { 'content-type': 'text/html; charset=utf-8' }, signInPage),
  'not-applied': (response) => send(response, 200, {}, ''),
  'body-on-204': (response) => sendRaw(response, '204 No Content\r\nContent-Length: 4', Buffer.from('null')),
  redirect: (response, _answer, { to, status = 307 }) => send(response, status, { location: to }, ''),
  'bad-gzip': (response) => send(response, 200, gzipHeaders, 'this is not gzip'),
  'gzip-bomb': (response, _answer, { bytes }) => send(response, 200, gzipHeaders, bomb(bytes)),
  endless: (response, _answer, { bytes }) => sendEndless(response, bytes),
  bytes: (response, _answer, { body, contentType = 'application/json' }) =>
    send(response, 200, { 'content-type': contentType }, body),
};

/** Sends `answer`, or its replacement by `fault`. Only the fault that echoes `credentials` sends them back. */
export function sendFaultyAnswer(
  response: ServerResponse,
  answer: Answer,
  fault: Fault | undefined,
  credentials: string,
): Ending {
  if (fault?.kind === 'echo-credentials') {
    return send(response, 400, jsonHeaders, JSON.stringify({ err: `refused request of ${credentials}` }));
  }
  const deliver = fault && (deliveries[fault.kind] as Delivery | undefined);
  return deliver
    ? deliver(response, answer, fault)
    : send(response, answer.status, answer.headers, bytesOf(answer));
}

type Delivery = (response: ServerResponse, answer: Answer, fault: Fault) => Ending;

/** True when the console applies the request although it meets this fault. */
export function isApplied(fault: Fault | undefined): boolean {
  if (fault && 'when' in fault) {
    return fault.when === 'after';
  }
  return !['throttled', 'late', 'not-applied', 'redirect', 'echo-credentials'].includes(fault?.kind ?? '');
}
