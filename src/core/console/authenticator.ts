import { authSchemes, type AuthScheme } from '../consoleFile/authSchemes.ts';
import { throwIfCanceled } from '../util/errors.ts';
import { HttpError } from './httpError.ts';
import { readToken, TokenSession, type IssuedToken, type TokenSource } from './tokenSession.ts';
import type { Credentials, Transport } from './transport.ts';
import type { AccessKey, AccessKeyProvider, ConsoleConnection } from './types.ts';
import { isSuccess, type Answer } from './answer.ts';
import { consolePath, loginPath, sessionOperations, splitAddress } from './endpoints.ts';
import type { RawRequest } from './exchange.ts';

/** The subject of a request. It determines the authentication. */
export type RequestScope = 'policy' | 'lookup' | 'public';

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
  readonly #transport: Transport;
  /** The tokens of each service that issues them. */
  readonly #issuers: Readonly<Record<Issuer, { readonly session: TokenSession; readonly address: string }>>;
  /** The console has no login service that takes the access key: lookups are asked for as policies are. */
  #noLoginService = false;

  constructor(connection: ConsoleConnection, keys: AccessKeyProvider, transport: Transport) {
    this.#connection = connection;
    this.#keys = keys;
    this.#transport = transport;
    this.#issuers = {
      'login-service': {
        session: new TokenSession(loginService(connection, transport), transport),
        address: connection.loginUrl,
      },
      console: {
        session: new TokenSession(consoleLogin(connection, transport), transport),
        address: connection.url,
      },
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
        this.#transport.logger.info(
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
      this.#transport.redaction.hide(value);
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
    this.#transport.redaction.hide(key.secret);
    return key;
  }
}

/** JWTs of the login service: `POST /login`, `GET /auth_token/extend`. */
function loginService(connection: ConsoleConnection, transport: Transport): TokenSource {
  const { loginUrl, authHeader } = connection;
  return {
    login: (key) => obtain(transport, credentials(loginUrl, loginPath(connection, 'login'), key)),
    extend: (token) => {
      const { origin, base } = splitAddress(loginUrl);
      return obtain(transport, {
        method: sessionOperations.extend.method,
        origin,
        path: base + loginPath(connection, 'extend'),
        headers: { accept: 'application/json', [authHeader]: token },
      });
    },
  };
}

/** Bearer tokens of the console itself: `POST /authenticate`. They cannot be extended. */
function consoleLogin(connection: ConsoleConnection, transport: Transport): TokenSource {
  const { path } = sessionOperations.authenticate;
  const address = consolePath(connection, { id: 'authenticate', path });
  return { login: (key) => obtain(transport, credentials(connection.url, address, key)) };
}

function credentials(address: string, path: string, key: AccessKey): RawRequest {
  const { origin, base } = splitAddress(address);
  return {
    method: sessionOperations.login.method,
    origin,
    path: base + path,
    headers: { accept: 'application/json', 'content-type': 'application/json; charset=UTF-8' },
    body: Buffer.from(JSON.stringify({ username: key.id, password: key.secret })),
  };
}

async function obtain(transport: Transport, request: RawRequest): Promise<IssuedToken> {
  const answer = await transport.send({ ...request, retry: false });
  if (!isSuccess(answer)) {
    throw transport.refusal(request, answer);
  }
  const token = readToken(answer, transport.clock.now());
  if (!token) {
    throw noToken(request, answer);
  }
  transport.redaction.hide(token.value);
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
