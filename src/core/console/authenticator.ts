import { authSchemes, type AuthScheme } from '../consoles/authSchemes.ts';
import { throwIfCanceled } from '../util/errors.ts';
import type { Logger } from '../util/logger.ts';
import type { ConsoleClock } from './consoleClock.ts';
import { HttpError } from './httpError.ts';
import type { Redaction } from './redaction.ts';
import { TokenSession, type TokenSource } from './tokenSession.ts';
import type { Transport } from './transport.ts';
import type { AccessKey, AccessKeyProvider, ConsoleConnection } from './types.ts';
import { isSuccess, type Answer } from './answer.ts';
import { consolePath, loginPath, sessionOperations, splitAddress } from './endpoints.ts';
import type { RawRequest } from './exchange.ts';
import { readToken, type IssuedToken } from './sessionToken.ts';
import { statusError } from './statusError.ts';

/** The subject of a request. It determines the authentication. */
export type RequestScope = 'policy' | 'lookup' | 'public';

export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  /** To be called when the console does not accept them; true: others can be had, once. */
  refused(): boolean;
}

/**
 * Answers of a server that is no login service, or not one for this access key. They do not stop requests where the key itself is enough.
 */
const strangeAnswers: ReadonlySet<HttpError['code']> = new Set([
  'not-found',
  'not-json',
  'unauthorized',
  'forbidden',
  'rejected',
  'redirected',
]);

type Issuer = NonNullable<(typeof authSchemes)[AuthScheme]['issuer']>;

/** Credentials of one console's requests, for the origins they belong to and no other. */
export class Authenticator {
  readonly #connection: ConsoleConnection;
  readonly #keys: AccessKeyProvider;
  readonly #redaction: Redaction;
  readonly #logger: Logger;
  /** The tokens of each service that issues them. */
  readonly #issuers: Readonly<Record<Issuer, { readonly session: TokenSession; readonly address: string }>>;
  /** The console has no login service that takes the access key: lookups are asked for as policies are. */
  #noLoginService = false;

  constructor(
    connection: ConsoleConnection,
    keys: AccessKeyProvider,
    transport: Transport,
    redaction: Redaction,
    clock: ConsoleClock,
    logger: Logger,
  ) {
    this.#connection = connection;
    this.#keys = keys;
    this.#redaction = redaction;
    this.#logger = logger;
    const parts = { connection, transport, clock, redaction };
    this.#issuers = {
      'login-service': {
        session: new TokenSession(loginService(parts), clock, logger),
        address: connection.loginUrl,
      },
      console: { session: new TokenSession(consoleLogin(parts), clock, logger), address: connection.url },
    };
  }

  /** Throws `HttpError`, code `no-credentials` when nobody is signed in. */
  async credentials(scope: RequestScope, signal?: AbortSignal): Promise<Credentials> {
    if (scope === 'public') {
      return { headers: {}, refused: () => false };
    }
    const { auth, lookupAuth } = this.#connection;
    const scheme = scope === 'policy' ? auth : (lookupAuth ?? authSchemes[auth].lookups ?? auth);
    if (scheme === auth || lookupAuth !== undefined) {
      return this.#for(scheme, signal);
    }
    if (!this.#noLoginService) {
      try {
        return await this.#for(scheme, signal);
      } catch (error) {
        if (!(error instanceof HttpError && strangeAnswers.has(error.code))) {
          throw error;
        }
        this.#logger.info(
          `this console has no login service, so all requests carry the access key: ${error.message}`,
        );
        this.#noLoginService = true;
      }
    }
    return this.#withoutLoginService(auth, signal);
  }

  /** A login service may fail for a moment: when the access key alone is refused, the next try logs in again. */
  async #withoutLoginService(auth: AuthScheme, signal: AbortSignal | undefined): Promise<Credentials> {
    const { headers } = await this.#for(auth, signal);
    return {
      headers,
      refused: () => {
        this.#noLoginService = false;
        return false;
      },
    };
  }

  forget(): void {
    for (const { session } of Object.values(this.#issuers)) {
      session.forget();
    }
    this.#noLoginService = false;
  }

  async #for(scheme: AuthScheme, signal: AbortSignal | undefined): Promise<Credentials> {
    const { issuer, headers } = authSchemes[scheme];
    const { url } = this.#connection;
    // Also where only a token is sent: a token goes to a console only while the user is signed in there, so nobody can
    // have it sent elsewhere by changing an address in a file.
    const key = await this.#key(url, signal);
    if (issuer === undefined) {
      const value = Buffer.from(`${key.id}:${key.secret}`, 'utf8').toString('base64');
      this.#redaction.hide(value);
      return { headers: headers(value, this.#connection), refused: () => false };
    }
    const { session, address } = this.#issuers[issuer];
    const token = await session.token(address === url ? key : await this.#key(address, signal), signal);
    return {
      headers: headers(token, this.#connection),
      refused: () => {
        session.invalidate(token);
        return true;
      },
    };
  }

  async #key(address: string, signal: AbortSignal | undefined): Promise<AccessKey> {
    const { origin } = new URL(address);
    const key = await this.#keys.accessKey(origin);
    throwIfCanceled(signal);
    if (!key) {
      throw new HttpError(
        'no-credentials',
        `You are not signed in to ${origin}.`,
        { method: '', origin, path: '', mayHaveArrived: false },
        { advice: 'Sign in to this console.' },
      );
    }
    this.#redaction.hide(key.secret);
    return key;
  }
}
interface Parts {
  readonly connection: ConsoleConnection;
  readonly transport: Transport;
  readonly clock: ConsoleClock;
  readonly redaction: Redaction;
}

/** JWTs of the login service: `POST /login`, `GET /auth_token/extend`. */
function loginService(parts: Parts): TokenSource {
  const { connection, redaction } = parts;
  return {
    login: (key) =>
      obtain(parts, credentials(connection.loginUrl, loginPath(connection, 'login'), key, redaction)),
    extend: (token) => {
      const { origin, base } = splitAddress(connection.loginUrl);
      return obtain(parts, {
        method: sessionOperations.extend.method,
        origin,
        path: base + loginPath(connection, 'extend'),
        headers: { accept: 'application/json', [connection.authHeader]: token },
      });
    },
  };
}

/** Bearer tokens of the console itself: `POST /authenticate`. They cannot be extended. */
function consoleLogin(parts: Parts): TokenSource {
  const { connection, redaction } = parts;
  const path = consolePath(connection, {
    id: 'authenticate',
    path: sessionOperations.authenticate.path,
  });
  return { login: (key) => obtain(parts, credentials(connection.url, path, key, redaction)) };
}

function credentials(address: string, path: string, key: AccessKey, redaction: Redaction): RawRequest {
  redaction.hide(key.secret);
  const { origin, base } = splitAddress(address);
  return {
    method: sessionOperations.login.method,
    origin,
    path: base + path,
    headers: { accept: 'application/json', 'content-type': 'application/json; charset=UTF-8' },
    body: Buffer.from(JSON.stringify({ username: key.id, password: key.secret })),
  };
}

async function obtain({ transport, clock, redaction }: Parts, request: RawRequest): Promise<IssuedToken> {
  const answer = await transport.send({ ...request, retry: false });
  if (!isSuccess(answer)) {
    throw statusError(request, answer, redaction, clock.now());
  }
  const token = readToken(answer, clock.now());
  if (!token) {
    throw noToken(request, answer);
  }
  redaction.hide(token.value);
  return token;
}

/** The body is not quoted: it may hold a token under a name we do not know. */
function noToken({ method, origin, path }: RawRequest, { status }: Answer): HttpError {
  return new HttpError(
    'not-json',
    `${origin} answered the login without a token.`,
    { method, origin, path, status, mayHaveArrived: true },
    { advice: 'Check the login address; a sign-in page for people, for example, is not the login service.' },
  );
}
