import { createHash } from 'node:crypto';
import { SingleFlight } from '../util/concurrency.ts';
import { messageOf, CanceledError, throwIfCanceled } from '../util/errors.ts';
import { serverNow, textOf, type Answer } from './answer.ts';
import { HttpError } from './httpError.ts';
import type { Transport } from './transport.ts';
import type { AccessKey } from './types.ts';

/** A token as received: how long it lasts is counted from its receipt, so the clocks of two computers need not agree. */
export interface IssuedToken {
  readonly value: string;
  readonly lifetimeMs: number;
}

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
  readonly #transport: Pick<Transport, 'clock' | 'logger'>;
  readonly #flight = new SingleFlight<string>();
  #held: HeldToken | undefined;

  constructor(source: TokenSource, transport: Pick<Transport, 'clock' | 'logger'>) {
    this.#source = source;
    this.#transport = transport;
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
      this.#transport.logger.debug(
        `the session could not be extended, logging in again: ${messageOf(error)}`,
      );
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
      this.#transport.logger.warn(`the session could not be renewed yet: ${messageOf(error)}`);
      return held.value;
    }
  }

  #keep(token: IssuedToken, keyHash: string): string {
    this.#held = { ...token, receivedAt: this.#transport.clock.now(), keyHash };
    return token.value;
  }

  /** How much of the lifetime has passed; a clock that was set back counts as all of it. */
  #spent(held: HeldToken): number {
    const age = this.#transport.clock.now() - held.receivedAt;
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

/** For a token without a lifetime: no service issues shorter ones. */
const DEFAULT_LIFETIME_MS = 10 * 60 * 1000;
const MAX_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The token in the answer of a login, of an extension or of the console's own login; undefined when there is none. */
export function readToken(answer: Answer, now: number): IssuedToken | undefined {
  const body = parse(textOf(answer));
  const value = typeof body === 'string' ? body : members(body)['token'];
  return isSendable(value)
    ? { value, lifetimeMs: lifetimeInToken(value, serverNow(answer) ?? now) }
    : undefined;
}

/** Anything else could not be sent in a header. */
export function isSendable(token: unknown): token is string {
  return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token);
}

/** From the claims of a JWT: their difference, or the expiry against the clock of the server that issued it. */
export function lifetimeInToken(token: string, issuedAt: number): number {
  const { exp, iat } = membersOf(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  const issued = typeof iat === 'number' ? iat : issuedAt / 1000;
  return lifetimeOf(typeof exp === 'number' ? exp - issued : undefined);
}

/** Converts the seconds of a service to milliseconds. */
export function lifetimeOf(seconds: unknown): number {
  const said = typeof seconds === 'string' ? Number(seconds) : seconds;
  return typeof said === 'number' && said > 0 ? Math.min(said * 1000, MAX_LIFETIME_MS) : DEFAULT_LIFETIME_MS;
}

/** Returns the fields of a JSON object, and no field for other texts. */
export function membersOf(text: string | undefined): Readonly<Record<string, unknown>> {
  return members(parse(text));
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function parse(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
