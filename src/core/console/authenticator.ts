import { authSchemes, type AuthScheme } from '../consoleFile/authSchemes.ts';
import { ExpectedError, throwIfCanceled } from '../util/errors.ts';
import { HttpError, type FailureText } from './httpError.ts';
import { statusError } from './statusError.ts';
import { readToken, tokenSession, type IssuedToken, type TokenSource } from './tokenSession.ts';
import type { Credentials, Transport } from './transport.ts';
import type { ConsoleConnection } from '../consoleFile/connectionOf.ts';
import { isSuccess } from './answer.ts';
import type { RawRequest } from './exchange.ts';
import { consolePath, loginPath, sessionOperations, splitAddress, type RequestScope } from './operations.ts';

/** An access key: basic credentials for the console, or user name and password for its login address. */
export interface AccessKey {
  readonly id: string;
  readonly secret: string;
}

/** Called for each request; the result is not stored. The key may go only to `origin`. */
export interface AccessKeyProvider {
  accessKey(origin: string): Promise<AccessKey | undefined>;
}

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

/**
 * Returns a function that provides the credentials for requests to one console. A key or a token goes only to its own
 * origin. The function throws `ExpectedError` `no-credentials` when the user is not signed in.
 */
export function authenticator(
  connection: ConsoleConnection,
  keys: AccessKeyProvider,
  transport: Transport,
): (scope: RequestScope, signal?: AbortSignal) => Promise<Credentials> {
  const { url, loginUrl, auth, authHeader } = connection;
  const session = tokenSession(transport);
  /** True when no login service accepts the access key. Lookups then have the authentication of policy requests. */
  let noLoginService = false;

  async function accessKey(address: string, signal: AbortSignal | undefined): Promise<AccessKey> {
    const { origin } = new URL(address);
    const key = await keys.accessKey(origin);
    throwIfCanceled(signal);
    if (!key) {
      throw new ExpectedError('no-credentials', `You are not signed in to ${origin}.`, {
        advice: 'Sign in to this console.',
      });
    }
    transport.redaction.hide(key.secret);
    return key;
  }

  async function requestToken(
    address: string,
    path: string,
    sent: Pick<RawRequest, 'method' | 'headers' | 'body'>,
  ): Promise<IssuedToken> {
    const { origin, base } = splitAddress(address);
    const headers = { accept: 'application/json', ...sent.headers };
    const request: RawRequest = { ...sent, origin, path: base + path, headers };
    const answer = await transport.send(request);
    if (!isSuccess(answer)) {
      throw statusError(request, answer, transport);
    }
    const token = readToken(answer, transport.clock.now());
    if (!token) {
      const text: FailureText = {
        code: 'not-json',
        message: `${origin} answered the login without a token.`,
        advice: 'Check the login address; a sign-in page for people, for example, is not the login service.',
        mayHaveArrived: true,
      };
      // The log does not quote the body, which may contain a token in an unknown field.
      throw transport.failure(request, text, { status: answer.status });
    }
    transport.redaction.hide(token.value);
    return token;
  }

  /** JWTs of the login service: `POST /login`, `GET /auth_token/extend`. */
  const loginService = (key: AccessKey): TokenSource => ({
    login: () => requestToken(loginUrl, loginPath(connection, 'login'), loginWith(key)),
    extend: (token) =>
      requestToken(loginUrl, loginPath(connection, 'extend'), {
        method: 'GET',
        headers: { [authHeader]: token },
      }),
  });

  /** Bearer tokens of the console itself: `POST /authenticate`. They cannot be extended. */
  const consoleLogin = (key: AccessKey): TokenSource => {
    const { path } = sessionOperations.authenticate;
    const full = consolePath(connection, { id: 'authenticate', path });
    return { login: () => requestToken(url, full, loginWith(key)) };
  };

  async function credentialsFor(scheme: AuthScheme, signal: AbortSignal | undefined): Promise<Credentials> {
    const { issuer, headers } = authSchemes[scheme];
    // Require the key of this console even where only a token is sent to it. Otherwise a changed address in a
    // file could send the token to another server.
    const key = await accessKey(url, signal);
    if (issuer === undefined) {
      const value = Buffer.from(`${key.id}:${key.secret}`, 'utf8').toString('base64');
      transport.redaction.hide(value);
      return { headers: headers(value, connection), onRefused: () => false };
    }
    const usesOwnKey = issuer === 'console' || loginUrl === url;
    const loginKey = usesOwnKey ? key : await accessKey(loginUrl, signal);
    const { token, onRefused } = await session(
      `${loginKey.id}\0${loginKey.secret}`,
      issuer === 'console' ? consoleLogin(loginKey) : loginService(loginKey),
      signal,
    );
    return { headers: headers(token, connection), onRefused };
  }

  return async (scope, signal) => {
    if (scope === 'public') {
      return { headers: {}, onRefused: () => false };
    }
    const { lookups } = authSchemes[auth];
    if (scope === 'policy' || lookups === undefined) {
      return credentialsFor(auth, signal);
    }
    if (!noLoginService) {
      try {
        return await credentialsFor(lookups, signal);
      } catch (error) {
        if (!(error instanceof HttpError && noLoginServiceCodes.has(error.code))) {
          throw error;
        }
        transport.logger.info(
          `this console has no login service, so all requests carry the access key: ${error.message}`,
        );
        noLoginService = true;
      }
    }
    const { headers } = await credentialsFor(auth, signal);
    return {
      headers,
      // The next request tries the login service again, which may have failed only for a moment.
      onRefused: () => {
        noLoginService = false;
        return false;
      },
    };
  };
}

function loginWith({ id, secret }: AccessKey): Pick<RawRequest, 'method' | 'headers' | 'body'> {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: Buffer.from(JSON.stringify({ username: id, password: secret })),
  };
}
