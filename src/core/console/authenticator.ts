import { authSchemes, type AuthScheme } from '../consoleFile/authSchemes.ts';
import { ExpectedError, throwIfCanceled } from '../util/errors.ts';
import { HttpError, type FailureText } from './httpError.ts';
import { statusError } from './statusError.ts';
import { readToken, TokenSession, type IssuedToken, type TokenSource } from './tokenSession.ts';
import type { Credentials, Transport } from './transport.ts';
import type { AccessKey, AccessKeyProvider, ConsoleConnection } from './types.ts';
import { isSuccess } from './answer.ts';
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
  readonly #sessions: Readonly<Record<Issuer, TokenSession>>;
  /**
   * True when no login service accepts the access key. Lookups then have the authentication of policy
   * requests.
   */
  #noLoginService = false;

  constructor(connection: ConsoleConnection, keys: AccessKeyProvider, transport: Transport) {
    this.#connection = connection;
    this.#keys = keys;
    this.#transport = transport;
    this.#sessions = {
      'login-service': new TokenSession(transport),
      console: new TokenSession(transport),
    };
  }

  /** Throws `ExpectedError` `no-credentials` when the user is not signed in. */
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

  async #credentialsFor(scheme: AuthScheme, signal: AbortSignal | undefined): Promise<Credentials> {
    const { issuer, headers } = authSchemes[scheme];
    const { url, loginUrl } = this.#connection;
    // Require the key of this console even where only a token is sent to it. Otherwise a changed address in a
    // file could send the token to another server.
    const key = await this.#accessKey(url, signal);
    if (issuer === undefined) {
      const value = Buffer.from(`${key.id}:${key.secret}`, 'utf8').toString('base64');
      this.#transport.redaction.hide(value);
      return { headers: headers(value, this.#connection), onRefused: () => false };
    }
    const usesOwnKey = issuer === 'console' || loginUrl === url;
    const loginKey = usesOwnKey ? key : await this.#accessKey(loginUrl, signal);
    return this.#sessions[issuer].credentials(
      `${loginKey.id}\0${loginKey.secret}`,
      issuer === 'console' ? this.#consoleLogin(loginKey) : this.#loginService(loginKey),
      (token) => headers(token, this.#connection),
      signal,
    );
  }

  async #accessKey(address: string, signal: AbortSignal | undefined): Promise<AccessKey> {
    const { origin } = new URL(address);
    const key = await this.#keys.accessKey(origin);
    throwIfCanceled(signal);
    if (!key) {
      throw new ExpectedError('no-credentials', `You are not signed in to ${origin}.`, {
        advice: 'Sign in to this console.',
      });
    }
    this.#transport.redaction.hide(key.secret);
    return key;
  }

  /** JWTs of the login service: `POST /login`, `GET /auth_token/extend`. */
  #loginService(key: AccessKey): TokenSource {
    const { loginUrl, authHeader } = this.#connection;
    const path = (id: 'login' | 'extend'): string => loginPath(this.#connection, id);
    return {
      login: () => this.#requestToken(loginUrl, path('login'), loginWith(key)),
      extend: (token) =>
        this.#requestToken(loginUrl, path('extend'), { method: 'GET', headers: { [authHeader]: token } }),
    };
  }

  /** Bearer tokens of the console itself: `POST /authenticate`. They cannot be extended. */
  #consoleLogin(key: AccessKey): TokenSource {
    const { path } = sessionOperations.authenticate;
    const full = consolePath(this.#connection, { id: 'authenticate', path });
    return { login: () => this.#requestToken(this.#connection.url, full, loginWith(key)) };
  }

  async #requestToken(
    address: string,
    path: string,
    sent: Pick<RawRequest, 'method' | 'headers' | 'body'>,
  ): Promise<IssuedToken> {
    const { origin, base } = splitAddress(address);
    const headers = { accept: 'application/json', ...sent.headers };
    const request: RawRequest = { ...sent, origin, path: base + path, headers };
    const answer = await this.#transport.send(request);
    if (!isSuccess(answer)) {
      throw statusError(request, answer, this.#transport);
    }
    const token = readToken(answer, this.#transport.clock.now());
    if (!token) {
      const text: FailureText = {
        code: 'not-json',
        message: `${origin} answered the login without a token.`,
        advice: 'Check the login address; a sign-in page for people, for example, is not the login service.',
        mayHaveArrived: true,
      };
      // The log does not quote the body, which may contain a token in an unknown field.
      throw this.#transport.failure(request, text, { status: answer.status });
    }
    this.#transport.redaction.hide(token.value);
    return token;
  }
}

function loginWith({ id, secret }: AccessKey): Pick<RawRequest, 'method' | 'headers' | 'body'> {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: Buffer.from(JSON.stringify({ username: id, password: secret })),
  };
}
