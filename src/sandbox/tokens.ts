import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** `service` tokens come from the login service, `console` tokens from the console's own login, `posture` from OAuth2. */
export type TokenAudience = 'service' | 'console' | 'posture';

export type TokenCheck =
  | { readonly kind: 'valid'; readonly user: string }
  | { readonly kind: 'expired' }
  | { readonly kind: 'invalid' };

interface Claims {
  readonly sub: string;
  readonly aud: TokenAudience;
  /** Seconds since the epoch. */
  readonly iat: number;
  readonly exp: number;
  readonly gen: number;
  readonly jti: string;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Issues and checks three-part HMAC-signed tokens with a fixed lifetime. */
export class Tokens {
  readonly #key = randomBytes(32);
  readonly #now: () => number;
  readonly #lifetimeSeconds: number;
  #generation = 0;

  /** `now` in milliseconds since the epoch. */
  constructor(lifetimeSeconds: number, now: () => number) {
    this.#lifetimeSeconds = lifetimeSeconds;
    this.#now = now;
  }

  issue(user: string, audience: TokenAudience): string {
    const issued = Math.floor(this.#now() / 1000);
    const claims: Claims = {
      sub: user,
      aud: audience,
      iat: issued,
      exp: issued + this.#lifetimeSeconds,
      gen: this.#generation,
      jti: randomBytes(9).toString('base64url'),
    };
    const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
    return `${signed}.${this.#sign(signed)}`;
  }

  check(token: string, audience: TokenAudience): TokenCheck {
    const at = token.lastIndexOf('.');
    const signed = token.slice(0, at);
    const given = Buffer.from(token.slice(at + 1));
    const expected = Buffer.from(this.#sign(signed));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return { kind: 'invalid' };
    }
    const claims = JSON.parse(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString()) as Claims;
    if (claims.aud !== audience) {
      return { kind: 'invalid' };
    }
    const expired = claims.gen !== this.#generation || this.#now() >= claims.exp * 1000;
    return expired ? { kind: 'expired' } : { kind: 'valid', user: claims.sub };
  }

  /** Makes every issued token expire at once, even before its `exp`. */
  expireAll(): void {
    this.#generation++;
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}
