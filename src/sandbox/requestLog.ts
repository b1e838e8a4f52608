import { createHash } from 'node:crypto';
import type { CredentialKind } from './authentication.ts';
import type { Fault } from './faults.ts';

/** One request as it arrived and how it ended. Never holds a credential, a token or a body. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  /** Query without the question mark. */
  readonly query: string;
  readonly credentials: CredentialKind;
  /** Status sent, or why none was: the connection was cut, left hanging, or the client went away. */
  status: number | 'pending' | 'reset' | 'hang' | 'gone';
  /** SHA-256 of the request's body, hex; empty when there was none. */
  bodyHash: string;
  bodyBytes: number;
  /** The fault it met. */
  readonly fault?: Fault['kind'];
}

export const hashOf = (body: Uint8Array): string =>
  body.length === 0 ? '' : createHash('sha256').update(body).digest('hex');

/** What arrived, oldest first; the oldest entries are dropped beyond `capacity`. */
export class RequestLog {
  readonly #entries: LoggedRequest[] = [];
  readonly #capacity: number;

  constructor(capacity = 10_000) {
    this.#capacity = capacity;
  }

  add(entry: LoggedRequest): LoggedRequest {
    this.#entries.push(entry);
    if (this.#entries.length > this.#capacity) {
      this.#entries.shift();
    }
    return entry;
  }

  all(): readonly LoggedRequest[] {
    return [...this.#entries];
  }

  /** Requests of one method whose path contains `path`. */
  of(method: string, path = ''): readonly LoggedRequest[] {
    return this.#entries.filter((entry) => entry.method === method && entry.path.includes(path));
  }

  clear(): void {
    this.#entries.length = 0;
  }
}
