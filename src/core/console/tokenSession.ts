import { createHash } from 'node:crypto';
import { SingleFlight } from '../util/concurrency.ts';
import { messageOf, CanceledError, throwIfCanceled } from '../util/errors.ts';
import { fieldsIn, jsonIn } from '../util/plainRecord.ts';
import { serverNow, textOf, type Answer } from './answer.ts';
import { HttpError } from './httpError.ts';
import type { Transport } from './transport.ts';

/**
 * A token with its lifetime, which counts from the time of its arrival. So the clocks of two computers need
 * not agree.
 */
export interface IssuedToken {
  readonly value: string;
  readonly lifetimeMs: number;
}

/** Issues tokens for one key. Throws `HttpError`. */
export interface TokenSource {
  readonly login: () => Promise<IssuedToken>;
  /** Exchanges a token that is still valid for a new one. */
  readonly extend?: (token: string) => Promise<IssuedToken>;
}

interface CurrentToken extends IssuedToken {
  readonly receivedAt: number;
  readonly keyHash: string;
}

/** A request renews the token after this share of its lifetime. */
const RENEWAL_SHARE = 0.5;

/**
 * Keeps one token in memory, and returns a function that gets it for a request. A request renews the token after half
 * of its lifetime: it extends a valid token, else it logs in again. One renewal runs at a time. A new access key drops
 * the token.
 */
export function tokenSession({ clock, logger }: Pick<Transport, 'clock' | 'logger'>) {
  const flight = new SingleFlight<string>();
  let current: CurrentToken | undefined;

  /** The share of the lifetime that has passed. A clock that was set back counts as the whole lifetime. */
  const spentShare = ({ receivedAt, lifetimeMs }: CurrentToken): number => {
    const age = clock.now() - receivedAt;
    return age < 0 ? 1 : age / lifetimeMs;
  };

  /** While the login service fails, a token that is still valid stays in use. */
  const renew = async (keyHash: string, { login, extend }: TokenSource): Promise<string> => {
    const valid = current?.keyHash === keyHash && spentShare(current) < 1 ? current : undefined;
    try {
      const extended =
        valid &&
        (await extend?.(valid.value).catch((error: unknown) => {
          logger.debug(`the session could not be extended, logging in again: ${messageOf(error)}`);
          return undefined;
        }));
      const token = extended ?? (await login());
      current = { ...token, receivedAt: clock.now(), keyHash };
      return token.value;
    } catch (error) {
      const isRefused = error instanceof HttpError && error.code === 'unauthorized';
      if (!valid || isRefused || spentShare(valid) >= 1) {
        throw error;
      }
      logger.warn(`the session could not be renewed yet: ${messageOf(error)}`);
      return valid.value;
    }
  };

  /** `key` identifies the key of the source. */
  return async (key: string, source: TokenSource, signal?: AbortSignal) => {
    const keyHash = createHash('sha256').update(key).digest('hex');
    const token =
      current?.keyHash === keyHash && spentShare(current) < RENEWAL_SHARE
        ? current.value
        : // A canceled caller must not cancel the renewal, which other callers wait for.
          await untilCanceled(
            flight.run(keyHash, () => renew(keyHash, source)),
            signal,
          );
    return {
      token,
      /** The next request logs in again, unless another request already has. */
      onRefused: (): boolean => {
        current = current?.value === token ? undefined : current;
        return true;
      },
    };
  };
}

/** Rejects with `CanceledError` when the signal fires. The work goes on, because others wait for it too. */
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

/** The lifetime of a token that does not state one; services issue no shorter ones. */
const DEFAULT_LIFETIME_MS = 10 * 60 * 1000;
const MAX_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The token in the answer of a login, of an extension or of the console's own login; undefined when there is none. */
export function readToken(answer: Answer, now: number): IssuedToken | undefined {
  const text = textOf(answer);
  const body = jsonIn(text);
  const value = typeof body === 'string' ? body : fieldsIn(text)['token'];
  return isSendable(value)
    ? { value, lifetimeMs: lifetimeInToken(value, serverNow(answer) ?? now) }
    : undefined;
}

/** True for a text that a header can carry. */
export function isSendable(token: unknown): token is string {
  return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token);
}

/** The lifetime in the claims of a JWT, in milliseconds. `issuedAt` replaces a missing `iat`. */
export function lifetimeInToken(token: string, issuedAt: number): number {
  const { exp, iat } = fieldsIn(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  const issued = typeof iat === 'number' ? iat : issuedAt / 1000;
  return lifetimeOf(typeof exp === 'number' ? exp - issued : undefined);
}

/** Converts seconds, as a number or a text, to milliseconds. */
export function lifetimeOf(seconds: unknown): number {
  const count = typeof seconds === 'string' ? Number(seconds) : seconds;
  return typeof count === 'number' && count > 0
    ? Math.min(count * 1000, MAX_LIFETIME_MS)
    : DEFAULT_LIFETIME_MS;
}
