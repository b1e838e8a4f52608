import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { fieldsIn, textAt } from '../core/util/plainRecord.ts';
import {
  headerOf,
  plainAnswer,
  problemAnswer,
  RefusedRequestError,
  type Access,
  type Answer,
  type Call,
  type Incoming,
  type Route,
} from './http.ts';

/** The other user of the sandbox, who has the same secret. */
export const colleague = 'colleague';

/** The kind of credentials in a request. Tests record nothing else about them. */
export type CredentialKind = 'none' | 'basic' | 'login' | 'bearer';

export interface SandboxAccessKey {
  readonly id: string;
  readonly secret: string;
}

/** `service` tokens come from the login service, `console` tokens from the console's own login, `posture` from OAuth2. */
type Audience = 'service' | 'console' | 'posture';

/** The user of a request, or the reason of the refusal. */
type Identity =
  | { readonly user: string; readonly refusal?: undefined }
  | { readonly refusal: 'missing' | 'invalid' | 'expired' };

/** The header of the login token. */
export const tokenHeader = 'x-service-auth';

const LIFETIME_SECONDS: Readonly<Record<Audience, number>> = { service: 600, console: 600, posture: 900 };

/** Returns the kind of credentials in a request, and the credentials. */
export function credentialsOf(request: Pick<Incoming, 'headers'>): readonly [CredentialKind, string] {
  const [, scheme = '', value = ''] =
    /^(basic|bearer) +(\S.*)?$/i.exec(headerOf(request, 'authorization') ?? '') ?? [];
  if (scheme !== '') {
    return [scheme.toLowerCase() === 'basic' ? 'basic' : 'bearer', value];
  }
  const token = headerOf(request, tokenHeader);
  return token === undefined ? ['none', ''] : ['login', token];
}

/** The access key and the tokens of the console: it issues them and checks the credentials of requests. */
export class Sessions {
  readonly #key: SandboxAccessKey;
  readonly #now: () => number;
  readonly #issued = new Map<
    string,
    { readonly user: string; readonly audience: Audience; readonly endMs: number }
  >();

  /** `now` in milliseconds since the epoch. */
  constructor(key: SandboxAccessKey, now: () => number) {
    this.#key = key;
    this.#now = now;
  }

  /** Returns the user of a request; refuses a request without the credentials that its route requires. */
  userOf(request: Incoming, access: Exclude<Access, 'open'>): string {
    const [kind, credentials] = credentialsOf(request);
    if (access === 'session' && kind === 'basic') {
      throw new RefusedRequestError(401, 'this request needs a session token');
    }
    const identity =
      access === 'posture'
        ? this.#bearer(kind === 'bearer' ? credentials : undefined, 'posture')
        : kind === 'basic'
          ? this.#basic(credentials)
          : kind === 'bearer'
            ? this.#bearer(credentials, 'console')
            : this.#bearer(headerOf(request, tokenHeader), 'service');
    if (identity.refusal !== undefined) {
      throw new RefusedRequestError(
        401,
        identity.refusal === 'expired' ? 'token is expired' : 'unauthorized',
      );
    }
    return identity.user;
  }

  /** Routes of the login service (same origin), of the console's own login and of OAuth2. */
  routes(): readonly Route[] {
    const open = (method: Route['method'], path: string, handle: Route['handle']): Route => ({
      method,
      path,
      root: true,
      access: 'open',
      handle,
    });
    return [
      open('POST', '/login', (call) => this.#login(call)),
      open('GET', '/auth_token/extend', (call) => this.#extend(call)),
      open('POST', '/oauth2/access_token', (call) => this.#accessToken(call)),
      { ...open('POST', '/authenticate', (call) => this.#authenticate(call)), root: false },
    ];
  }

  #login(call: Call): Answer {
    const { user, isRight } = this.#readLogin(call);
    return isRight ? this.#session(user) : refusedLogin('invalid_credentials');
  }

  #extend(call: Call): Answer {
    const identity = this.#bearer(headerOf(call, tokenHeader), 'service');
    return identity.refusal === undefined
      ? this.#session(identity.user, { roles: ['System Admin'] })
      : refusedLogin(identity.refusal === 'expired' ? 'token_expired' : 'invalid_token');
  }

  #authenticate(call: Call): Answer {
    const { user, isRight } = this.#readLogin(call);
    return isRight
      ? plainAnswer({ token: this.#issue(user, 'console') })
      : problemAnswer(401, 'invalid credentials');
  }

  /** Issues tokens of the SSPM service for OAuth2 client credentials. The access key is the client. */
  #accessToken(call: Call): Answer {
    const form = new URLSearchParams(call.body.toString());
    if (form.get('grant_type') !== 'client_credentials') {
      return plainAnswer({ error: 'unsupported_grant_type' }, 400);
    }
    const [kind, credentials] = credentialsOf(call);
    const identity = this.#basic(kind === 'basic' ? credentials : '');
    return identity.refusal === undefined
      ? plainAnswer({
          access_token: this.#issue(identity.user, 'posture'),
          token_type: 'Bearer',
          expires_in: LIFETIME_SECONDS.posture,
          scope: form.get('scope') ?? '',
        })
      : plainAnswer({ error: 'invalid_client' }, 401);
  }

  #session(user: string, more: object = {}): Answer {
    return plainAnswer({ token: this.#issue(user, 'service'), message: 'login_successful', ...more });
  }

  #readLogin({ body }: Call): { readonly user: string; readonly isRight: boolean } {
    const fields = fieldsIn(body.toString());
    const [user, password] = [textAt(fields, 'username'), textAt(fields, 'password')];
    if (user === undefined || password === undefined) {
      throw new RefusedRequestError(400, 'username and password are needed');
    }
    return { user, isRight: this.#isKey(user, password) };
  }

  #basic(credentials: string): Identity {
    const [, id = '', secret = ''] =
      /^([^:]*):(.*)$/s.exec(Buffer.from(credentials, 'base64').toString()) ?? [];
    return this.#isKey(id, secret) ? { user: id } : { refusal: 'invalid' };
  }

  #bearer(token: string | undefined, audience: Audience): Identity {
    const issued = token === undefined ? undefined : this.#issued.get(token);
    if (issued?.audience !== audience) {
      return { refusal: token === undefined ? 'missing' : 'invalid' };
    }
    return this.#now() >= issued.endMs ? { refusal: 'expired' } : { user: issued.user };
  }

  /** Issues a token with three parts, in which clients can read the time of expiry. */
  #issue(user: string, audience: Audience): string {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const iat = Math.floor(this.#now() / 1000);
    const exp = iat + LIFETIME_SECONDS[audience];
    const claims = part({ sub: user, aud: audience, iat, exp });
    const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${claims}.${randomBytes(32).toString('base64url')}`;
    this.#issued.set(token, { user, audience, endMs: exp * 1000 });
    return token;
  }

  #isKey(id: string, secret: string): boolean {
    const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
    const same = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right));
    return (id === colleague || same(id, this.#key.id)) && same(secret, this.#key.secret);
  }
}

/** The login service puts the reasons of a refusal into a header. */
function refusedLogin(reason: string): Answer {
  return {
    status: 401,
    headers: { 'x-service-status': JSON.stringify([{ i18nKey: reason, severity: 'error', subject: null }]) },
  };
}
