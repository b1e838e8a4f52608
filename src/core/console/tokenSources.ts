import { isSuccess } from './answer.ts';
import type { Answer } from './answer.ts';
import type { ConsoleClock } from './consoleClock.ts';
import { consolePath, loginPath, sessionOperations, splitAddress } from './endpoints.ts';
import type { RawRequest } from './exchange.ts';
import { HttpError } from './httpError.ts';
import type { Redaction } from './redaction.ts';
import { readToken, type IssuedToken } from './sessionToken.ts';
import { statusError } from './statusError.ts';
import type { TokenSource } from './tokenSession.ts';
import type { Transport } from './transport.ts';
import type { AccessKey, ConsoleConnection } from './types.ts';

interface Parts {
  readonly connection: ConsoleConnection;
  readonly transport: Transport;
  readonly clock: ConsoleClock;
  readonly redaction: Redaction;
}

/** JWTs of the login service: `POST /login`, `GET /auth_token/extend`. */
export function loginService(parts: Parts): TokenSource {
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
export function consoleLogin(parts: Parts): TokenSource {
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
