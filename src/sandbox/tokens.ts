import { randomBytes } from 'node:crypto';

/** `service` tokens come from the login service, `console` tokens from the console's own login, `posture` from OAuth2. */
export type TokenAudience = 'service' | 'console' | 'posture';

export type TokenCheck =
  | { readonly kind: 'valid'; readonly user: string }
  | { readonly kind: 'expired' }
  | { readonly kind: 'invalid' };

export const tokenLifetimeSeconds: Readonly<Record<TokenAudience, number>> = {
  service: 600,
  console: 600,
  posture: 900,
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Issues and checks tokens with three parts, in which clients can read the time of expiry. */
export class Tokens {
  readonly #issued = new Map<
    string,
    { readonly user: string; readonly audience: TokenAudience; expiresMs: number }
  >();
  readonly #now: () => number;

  /** `now` in milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  issue(user: string, audience: TokenAudience): string {
    const iat = Math.floor(this.#now() / 1000);
    const exp = iat + tokenLifetimeSeconds[audience];
    const claims = part({ sub: user, aud: audience, iat, exp });
    const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${claims}.${randomBytes(32).toString('base64url')}`;
    this.#issued.set(token, { user, audience, expiresMs: exp * 1000 });
    return token;
  }

  check(token: string, audience: TokenAudience): TokenCheck {
    const issued = this.#issued.get(token);
    if (issued?.audience !== audience) {
      return { kind: 'invalid' };
    }
    return this.#now() >= issued.expiresMs ? { kind: 'expired' } : { kind: 'valid', user: issued.user };
  }

  /** Ends every session: each issued token is expired from now on. */
  expireAll(): void {
    for (const issued of this.#issued.values()) {
      issued.expiresMs = 0;
    }
  }
}
