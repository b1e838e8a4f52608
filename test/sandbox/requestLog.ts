import { createHash } from 'node:crypto';
import type { CredentialKind } from '../../src/sandbox/sessions.ts';
import type { Fault } from './faults.ts';

/** One request and its outcome. The entry never contains a credential, a token or a body. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  /** The query without the question mark. */
  readonly query: string;
  readonly credentials: CredentialKind;
  /** The sent status, or the reason for none: the connection was cut, left hanging, or the client went away. */
  status: number | 'pending' | 'reset' | 'hang' | 'gone';
  /** SHA-256 of the request's body, hex; empty without a body and for credentials. */
  bodyHash: string;
  bodyBytes: number;
  /** The fault that the request met. */
  readonly fault?: Fault['kind'];
}

export const hashOf = (body: Uint8Array): string =>
  body.length === 0 ? '' : createHash('sha256').update(body).digest('hex');

const most = 10_000;

/** The received requests, oldest first; beyond `most` entries, the oldest are dropped. */
export class RequestLog {
  readonly #entries: LoggedRequest[] = [];

  add(entry: LoggedRequest): LoggedRequest {
    this.#entries.push(entry);
    if (this.#entries.length > most) {
      this.#entries.shift();
    }
    return entry;
  }

  all(): readonly LoggedRequest[] {
    return [...this.#entries];
  }

  /** Returns the requests of one method whose path contains `path`. */
  of(method: string, path = ''): readonly LoggedRequest[] {
    return this.#entries.filter((entry) => entry.method === method && entry.path.includes(path));
  }

  clear(): void {
    this.#entries.length = 0;
  }
}
