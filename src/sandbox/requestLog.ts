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

const most = 10_000;

/** What arrived, oldest first; of more than `most` the oldest entries are dropped. */
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

  /** Requests of one method whose path contains `path`. */
  of(method: string, path = ''): readonly LoggedRequest[] {
    return this.#entries.filter((entry) => entry.method === method && entry.path.includes(path));
  }

  clear(): void {
    this.#entries.length = 0;
  }
}
