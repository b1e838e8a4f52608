import { createHash } from 'node:crypto';
import { SingleFlight } from '../util/concurrency.ts';
import { messageOf, CanceledError, throwIfCanceled } from '../util/errors.ts';
import type { Logger } from '../util/logger.ts';
import type { ConsoleClock } from './consoleClock.ts';
import { HttpError } from './httpError.ts';
import type { IssuedToken } from './sessionToken.ts';
import type { AccessKey } from './types.ts';

/** Where tokens come from. Throws `HttpError`. */
export interface TokenSource {
  login(key: AccessKey): Promise<IssuedToken>;
  /** A new token for one that is still valid. */
  extend?(token: string): Promise<IssuedToken>;
}

interface HeldToken extends IssuedToken {
  readonly receivedAt: number;
  readonly keyHash: string;
}

/** Part of its lifetime after which a token is renewed by the next request. */
const renewAfter = 0.5;

/**
 * One token, kept in memory only and renewed when a request finds it half spent: extended while it is valid, otherwise
 * by a new login; one renewal at a time. It belongs to the access key it was issued for and is dropped with it.
 */
export class TokenSession {
  readonly #source: TokenSource;
  readonly #clock: ConsoleClock;
  readonly #logger: Logger;
  readonly #flight = new SingleFlight<string>();
  #held: HeldToken | undefined;

  constructor(source: TokenSource, clock: ConsoleClock, logger: Logger) {
    this.#source = source;
    this.#clock = clock;
    this.#logger = logger;
  }

  async token(key: AccessKey, signal?: AbortSignal): Promise<string> {
    const keyHash = hashOf(key);
    const held = this.#held;
    if (held && held.keyHash === keyHash && this.#spent(held) < renewAfter) {
      return held.value;
    }
    // A caller that gives up must not take the renewal away from the others.
    return untilCanceled(
      this.#flight.run(keyHash, () => this.#renew(key, keyHash)),
      signal,
    );
  }

  /** After a 401: the next request logs in again, unless somebody else did already. */
  invalidate(token: string): void {
    if (this.#held?.value === token) {
      this.#held = undefined;
    }
  }

  forget(): void {
    this.#held = undefined;
  }

  async #renew(key: AccessKey, keyHash: string): Promise<string> {
    const held = this.#held?.keyHash === keyHash ? this.#held : undefined;
    if (held && this.#spent(held) < 1) {
      return (await this.#extended(held)) ?? (await this.#loginOr(held, key, keyHash));
    }
    return this.#keep(await this.#source.login(key), keyHash);
  }

  async #extended(held: HeldToken): Promise<string | undefined> {
    if (!this.#source.extend) {
      return undefined;
    }
    try {
      return this.#keep(await this.#source.extend(held.value), held.keyHash);
    } catch (error) {
      this.#logger.debug(`the session could not be extended, logging in again: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** A login service that is down is no reason to give up a token that still works. */
  async #loginOr(held: HeldToken, key: AccessKey, keyHash: string): Promise<string> {
    try {
      return this.#keep(await this.#source.login(key), keyHash);
    } catch (error) {
      const refused = error instanceof HttpError && error.code === 'unauthorized';
      if (refused || this.#spent(held) >= 1) {
        throw error;
      }
      this.#logger.warn(`the session could not be renewed yet: ${messageOf(error)}`);
      return held.value;
    }
  }

  #keep(token: IssuedToken, keyHash: string): string {
    this.#held = { ...token, receivedAt: this.#clock.now(), keyHash };
    return token.value;
  }

  /** How much of the lifetime has passed; a clock that was set back counts as all of it. */
  #spent(held: HeldToken): number {
    const age = this.#clock.now() - held.receivedAt;
    return age < 0 ? 1 : age / held.lifetimeMs;
  }
}

function hashOf(key: AccessKey): string {
  return createHash('sha256').update(`${key.id}\0${key.secret}`).digest('hex');
}

/** The result of work that others wait for too: a caller that gives up gets `CanceledError`, the work goes on. */
function untilCanceled<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) {
    return work;
  }
  return new Promise((resolve, reject) => {
    throwIfCanceled(signal);
    const cancel = (): void => reject(new CanceledError());
    signal.addEventListener('abort', cancel);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}
