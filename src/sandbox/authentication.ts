import { createHash, timingSafeEqual } from 'node:crypto';
import { headerOf } from './incoming.ts';
import type { Incoming } from './incoming.ts';
import type { Tokens } from './tokens.ts';

/** The kind of credentials in a request. Tests record nothing else about them. */
export type CredentialKind = 'none' | 'basic' | 'login' | 'bearer';

export type Identity =
  | { readonly kind: 'accepted'; readonly user: string }
  | { readonly kind: 'refused'; readonly reason: 'missing' | 'wrong' | 'expired' };

export interface SandboxAccessKey {
  readonly id: string;
  readonly secret: string;
}

/** The header of the login token. */
export const tokenHeader = 'x-service-auth';

const same = (left: string, right: string): boolean =>
  timingSafeEqual(createHash('sha256').update(left).digest(), createHash('sha256').update(right).digest());

/** Checks the three kinds of credentials that the console accepts. */
export class Authentication {
  readonly #key: SandboxAccessKey;
  readonly #tokens: Tokens;

  constructor(key: SandboxAccessKey, tokens: Tokens) {
    this.#key = key;
    this.#tokens = tokens;
  }

  credentialKind(request: Pick<Incoming, 'headers'>): CredentialKind {
    const authorization = headerOf(request, 'authorization') ?? '';
    if (/^basic /i.test(authorization)) {
      return 'basic';
    }
    if (/^bearer /i.test(authorization)) {
      return 'bearer';
    }
    return headerOf(request, tokenHeader) === undefined ? 'none' : 'login';
  }

  identify(request: Pick<Incoming, 'headers'>): Identity {
    const kind = this.credentialKind(request);
    if (kind === 'none' || kind === 'login') {
      return this.loginToken(request);
    }
    const credentials = (headerOf(request, 'authorization') ?? '').replace(/^\w+ +/, '');
    if (kind === 'bearer') {
      return this.#token(credentials, 'console');
    }
    const [, id = '', secret = ''] =
      /^([^:]*):(.*)$/s.exec(Buffer.from(credentials, 'base64').toString()) ?? [];
    return this.matches(id, secret) ? { kind: 'accepted', user: id } : { kind: 'refused', reason: 'wrong' };
  }

  matches(id: string, secret: string): boolean {
    return same(id, this.#key.id) && same(secret, this.#key.secret);
  }

  /** Checks the login token in the separate header of a request. */
  loginToken(request: Pick<Incoming, 'headers'>): Identity {
    const token = headerOf(request, tokenHeader);
    return token === undefined ? { kind: 'refused', reason: 'missing' } : this.#token(token, 'service');
  }

  #token(token: string, audience: 'service' | 'console'): Identity {
    const check = this.#tokens.check(token, audience);
    if (check.kind === 'valid') {
      return { kind: 'accepted', user: check.user };
    }
    return { kind: 'refused', reason: check.kind === 'expired' ? 'expired' : 'wrong' };
  }
}
