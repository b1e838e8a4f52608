import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../core/util/errors.ts';
import { problemAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import type { CredentialKind } from './authentication.ts';
import type { Faults } from './faults.ts';
import type { Incoming } from './incoming.ts';
import { hashOf } from './requestLog.ts';
import type { LoggedRequest, RequestLog } from './requestLog.ts';
import { isApplied, sendAnswer } from './sendAnswer.ts';
import type { SandboxState } from './sandboxState.ts';

/** Bodies of these requests are credentials, so the log does not even contain their hash. */
const holdsSecret = /\/(?:login|authenticate|access_token)$/;

export interface HttpServerParts {
  readonly state: SandboxState;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly delayMs: number;
  readonly maxBodyBytes: number;
  readonly tls?: { readonly key: string; readonly cert: string };
  answer(request: Incoming): Answer;
  credentialKind(request: Pick<Incoming, 'headers'>): CredentialKind;
  /** The credentials of a request as text, for the fault that echoes them. */
  credentials(request: Pick<Incoming, 'headers'>): string;
  expireTokens(): void;
}

/** The HTTP side of the sandbox console: it reads whole requests, applies faults, and logs without secrets. */
export class HttpServer {
  readonly #parts: HttpServerParts;
  readonly #server: Server;
  readonly #closing = new AbortController();

  constructor(parts: HttpServerParts) {
    this.#parts = parts;
    const listener: RequestListener = (request, response) => void this.#serve(request, response);
    this.#server = parts.tls ? createTlsServer(parts.tls, listener) : createServer(listener);
  }

  /** Listens on loopback only; resolves to the port. */
  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request;
    const [path, query] = splitTarget(request.url ?? '/');
    const fault = this.#parts.faults.take(method, path);
    const entry = this.#parts.log.add({
      method,
      path,
      query,
      credentials: this.#parts.credentialKind({ headers }),
      status: 'pending',
      bodyHash: '',
      bodyBytes: 0,
      ...(fault && { fault: fault.kind }),
    });
    response.once('close', () => {
      if (entry.status === 'pending') {
        entry.status = 'gone';
      }
    });
    try {
      const cutAt = fault?.kind === 'reset' ? fault.uploadBytes : undefined;
      const body = await readBody(request, Math.min(cutAt ?? Infinity, this.#parts.maxBodyBytes));
      if (!body && cutAt !== undefined) {
        request.socket.resetAndDestroy();
        entry.status = 'reset';
        return;
      }
      entry.bodyBytes = body?.length ?? 0;
      entry.bodyHash = holdsSecret.test(path) ? '' : hashOf(body ?? Buffer.alloc(0));
      await this.#pause(this.#parts.delayMs + (fault?.kind === 'delay' ? fault.milliseconds : 0));
      await (fault?.kind === 'held' ? fault.until : undefined);
      const answer = body
        ? this.#apply({ method, path, query: new URLSearchParams(query), headers, body }, entry, fault)
        : problemAnswer(413, 'the body is too large');
      entry.status = sendAnswer(response, answer, fault, this.#parts.credentials({ headers }));
    } catch (error) {
      this.#fail(response, entry, error);
    }
  }

  #apply(request: Incoming, entry: LoggedRequest, fault: ReturnType<Faults['take']>): Answer {
    if (fault?.kind === 'expire-tokens') {
      this.#parts.expireTokens();
    }
    if (fault?.kind === 'colleague') {
      fault.before?.(this.#parts.state);
    }
    if (request.method === 'GET') {
      this.#parts.faults.onRead(request.path);
    }
    if (fault?.kind === 'late') {
      this.#parts.faults.postpone(fault, request.path, () => void this.#parts.answer(request));
    }
    if (fault?.kind === 'stale') {
      const read = { ...request, method: 'GET', body: Buffer.alloc(0) };
      this.#parts.faults.lag(request.path, fault.reads, this.#parts.answer(read));
    }
    const lagging = request.method === 'GET' ? this.#parts.faults.lagging(request.path) : undefined;
    const limited = fault?.kind === 'partly-applied' ? { ...request, ruleLimit: fault.rules } : request;
    const answer: Answer = lagging ?? (isApplied(fault) ? this.#parts.answer(limited) : { status: 200 });
    if (fault?.kind === 'colleague') {
      fault.after?.(this.#parts.state);
    }
    entry.status = answer.status;
    return answer;
  }

  #fail(response: ServerResponse, entry: LoggedRequest, error: unknown): void {
    if (response.destroyed || response.headersSent || this.#closing.signal.aborted) {
      response.destroy();
      return;
    }
    entry.status = sendAnswer(response, problemAnswer(500, `sandbox: ${messageOf(error)}`), undefined, '');
  }

  async #pause(milliseconds: number): Promise<void> {
    if (milliseconds > 0) {
      await sleep(milliseconds, undefined, { signal: this.#closing.signal });
    }
  }
}

function splitTarget(target: string): [string, string] {
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}

/** The whole body, or undefined as soon as it exceeds `limit` bytes. Rejects when the client goes away. */
function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
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
