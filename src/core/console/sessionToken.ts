import { serverNow, textOf, type Answer } from './answer.ts';

/** A token as received: how long it lasts is counted from its receipt, so the clocks of two computers need not agree. */
export interface IssuedToken {
  readonly value: string;
  readonly lifetimeMs: number;
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
