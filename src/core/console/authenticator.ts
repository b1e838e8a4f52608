import { authSchemes, type AuthScheme } from '../consoleFile/authSchemes.ts';
import { throwIfCanceled } from '../util/errors.ts';
import { HttpError } from './httpError.ts';
import { readToken, TokenSession, type IssuedToken, type TokenSource } from './tokenSession.ts';
import type { Credentials, Transport } from './transport.ts';
import type { AccessKey, AccessKeyProvider, ConsoleConnection } from './types.ts';
import { isSuccess, type Answer } from './answer.ts';
import { consolePath, loginPath, sessionOperations, splitAddress } from './endpoints.ts';
import type { RawRequest } from './exchange.ts';
import type { RequestScope } from './operations.ts';

/**
 * Failures of a login which show that no login service accepts this access key. Lookups then use the key
 * itself.
 */
const noLoginServiceCodes: ReadonlySet<HttpError['code']> = new Set([
  'not-found',
  'not-json',
  'unauthorized',
  'forbidden',
  'rejected',
  'redirected',
]);

type Issuer = NonNullable<(typeof authSchemes)[AuthScheme]['issuer']>;

/** Provides the credentials for requests to one console. A key or a token goes only to its own origin. */
export class Authenticator {
  readonly #connection: ConsoleConnection;
  readonly #keys: AccessKeyProvider;
  readonly #transport: Transport;
  /** Each service that issues tokens, with its session. */
  readonly #issuers: Readonly<Record<Issuer, TokenIssuer>>;
  /**
   * True when no login service accepts the access key. Lookups then have the authentication of policy
   * requests.
   */
  #noLoginService = false;

  constructor(connection: ConsoleConnection, keys: AccessKeyProvider, transport: Transport) {
    this.#connection = connection;
    this.#keys = keys;
    this.#transport = transport;
    this.#issuers = {
      'login-service': loginService(connection, transport),
      console: consoleLogin(connection, transport),
    };
  }

  /** Throws `HttpError` with the code `no-credentials` when the user is not signed in. */
  async credentials(scope: RequestScope, signal?: AbortSignal): Promise<Credentials> {
    if (scope === 'public') {
      return { headers: {}, onRefused: () => false };
    }
    const { auth } = this.#connection;
    const { lookups } = authSchemes[auth];
    if (scope === 'policy' || lookups === undefined) {
      return this.#credentialsFor(auth, signal);
    }
    if (!this.#noLoginService) {
      try {
        return await this.#credentialsFor(lookups, signal);
      } catch (error) {
        if (!(error instanceof HttpError && noLoginServiceCodes.has(error.code))) {
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

  /**
   * When the console refuses the access key alone, the next request tries the login service again, which may
   * have failed only for a moment.
   */
  async #withoutLoginService(auth: AuthScheme, signal: AbortSignal | undefined): Promise<Credentials> {
    const { headers } = await this.#credentialsFor(auth, signal);
    return {
      headers,
      onRefused: () => {
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

  async #credentialsFor(scheme: AuthScheme, signal: AbortSignal | undefined): Promise<Credentials> {
    const { issuer, headers } = authSchemes[scheme];
    const { url } = this.#connection;
    // Require the key of this console even where only a token is sent to it. Otherwise a changed address in a
    // file could send the token to another server.
    const key = await this.#accessKey(url, signal);
    if (issuer === undefined) {
      const value = Buffer.from(`${key.id}:${key.secret}`, 'utf8').toString('base64');
      this.#transport.redaction.hide(value);
      return { headers: headers(value, this.#connection), onRefused: () => false };
    }
    const { session, address, sourceOf } = this.#issuers[issuer];
    const loginKey = address === url ? key : await this.#accessKey(address, signal);
    const token = await session.token(`${loginKey.id}\0${loginKey.secret}`, sourceOf(loginKey), signal);
    return {
      headers: headers(token, this.#connection),
      onRefused: () => {
        session.invalidate(token);
        return true;
      },
    };
  }

  async #accessKey(address: string, signal: AbortSignal | undefined): Promise<AccessKey> {
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

interface TokenIssuer {
  readonly session: TokenSession;
  readonly address: string;
  readonly sourceOf: (key: AccessKey) => TokenSource;
}

/** JWTs of the login service: `POST /login`, `GET /auth_token/extend`. */
function loginService(connection: ConsoleConnection, transport: Transport): TokenIssuer {
  const { loginUrl: address, authHeader } = connection;
  const extend = (token: string): Promise<IssuedToken> => {
    const { origin, base } = splitAddress(address);
    return requestToken(transport, {
      method: sessionOperations.extend.method,
      origin,
      path: base + loginPath(connection, 'extend'),
      headers: { accept: 'application/json', [authHeader]: token },
    });
  };
  const login = (key: AccessKey): Promise<IssuedToken> =>
    requestToken(transport, loginRequest(address, loginPath(connection, 'login'), key));
  return {
    session: new TokenSession(transport),
    address,
    sourceOf: (key) => ({ login: () => login(key), extend }),
  };
}

/** Bearer tokens of the console itself: `POST /authenticate`. They cannot be extended. */
function consoleLogin(connection: ConsoleConnection, transport: Transport): TokenIssuer {
  const { url: address } = connection;
  const path = consolePath(connection, { id: 'authenticate', path: sessionOperations.authenticate.path });
  return {
    session: new TokenSession(transport),
    address,
    sourceOf: (key) => ({ login: () => requestToken(transport, loginRequest(address, path, key)) }),
  };
}

function loginRequest(address: string, path: string, key: AccessKey): RawRequest {
  const { origin, base } = splitAddress(address);
  return {
    method: sessionOperations.login.method,
    origin,
    path: base + path,
    headers: { accept: 'application/json', 'content-type': 'application/json; charset=UTF-8' },
    body: Buffer.from(JSON.stringify({ username: key.id, password: key.secret })),
  };
}

async function requestToken(transport: Transport, request: RawRequest): Promise<IssuedToken> {
  const answer = await transport.send({ ...request, retry: false });
  if (!isSuccess(answer)) {
    throw transport.refusal(request, answer);
  }
  const token = readToken(answer, transport.clock.now());
  if (!token) {
    throw missingTokenError(request, answer);
  }
  transport.redaction.hide(token.value);
  return token;
}

/** The message does not quote the body, which may contain a token in an unknown field. */
function missingTokenError({ method, origin, path }: RawRequest, { status }: Answer): HttpError {
  return new HttpError(
    'not-json',
    `${origin} answered the login without a token.`,
    { method, origin, path, status, mayHaveArrived: true },
    { advice: 'Check the login address; a sign-in page for people, for example, is not the login service.' },
  );
}
