import { serverNow, textOf, type Answer } from './answer.ts';

/** A token as received: how long it lasts is counted from its receipt, so the clocks of two computers need not agree. */
export interface IssuedToken {
  readonly value: string;
  readonly lifetimeMs: number;
}

const usualLifetimeMs = 10 * 60 * 1000;
const longestLifetimeMs = 24 * 60 * 60 * 1000;

/** The token in the answer of a login, of an extension or of the console's own login; undefined when there is none. */
export function readToken(answer: Answer, now: number): IssuedToken | undefined {
  const body = parse(textOf(answer) ?? '');
  const value = typeof body === 'string' ? body : memberOf(body, 'token');
  // Anything else could not be sent in a header.
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) {
    return undefined;
  }
  return { value, lifetimeMs: lifetimeOf(value, serverNow(answer) ?? now) };
}

/** From the claims of a JWT: their difference, or the expiry against the clock of the server that issued it. */
function lifetimeOf(token: string, issuedAt: number): number {
  const claims = parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  const expires = memberOf(claims, 'exp');
  const issued = memberOf(claims, 'iat');
  if (typeof expires !== 'number') {
    return usualLifetimeMs;
  }
  const lifetime = typeof issued === 'number' ? (expires - issued) * 1000 : expires * 1000 - issuedAt;
  return lifetime > 0 ? Math.min(lifetime, longestLifetimeMs) : usualLifetimeMs;
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
