import { bareSecret } from '../../util/bareSecret.ts';
import { throwIfCanceled } from '../../util/errors.ts';
import type { Logger } from '../../util/logger.ts';
import { isSuccess, textOf } from '../answer.ts';
import type { ConsoleClock } from '../consoleClock.ts';
import { splitAddress } from '../endpoints.ts';
import type { RawRequest } from '../exchange.ts';
import { HttpError } from '../httpError.ts';
import type { Redaction } from '../redaction.ts';
import { isSendable, lifetimeInToken, lifetimeOf, membersOf, type IssuedToken } from '../sessionToken.ts';
import { statusError } from '../statusError.ts';
import { TokenSession } from '../tokenSession.ts';
import type { Transport } from '../transport.ts';
import type { AccessKey } from '../types.ts';
import type { SspmConnection, SspmCredential, SspmCredentialProvider } from './types.ts';

export interface Bearer {
  readonly token: string;
  /** To be called when the service does not accept it; true: another one can be had. */
  refused(): boolean;
}

interface Parts {
  readonly connection: SspmConnection;
  readonly provider: SspmCredentialProvider;
  readonly transport: Transport;
  readonly redaction: Redaction;
  readonly clock: ConsoleClock;
  readonly logger: Logger;
}

/** The bearer token of the SSPM service: pasted, got for client credentials, or printed by a program. In memory only. */
export class BearerTokens {
  readonly #parts: Parts;
  readonly #session: TokenSession;
  /** Gets the next token of the session. */
  #renew: (() => Promise<IssuedToken>) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    const source = { login: () => this.#renew?.() ?? Promise.reject(new TypeError('no credential')) };
    this.#session = new TokenSession(source, parts.clock, parts.logger);
  }

  /** Throws `HttpError`, code `no-credentials` when nobody is signed in. */
  async bearer(signal?: AbortSignal): Promise<Bearer> {
    const { origin } = new URL(this.#parts.connection.sspmUrl);
    const credential = await this.#parts.provider.credential(origin);
    throwIfCanceled(signal);
    if (!credential) {
      throw new HttpError(
        'no-credentials',
        `You are not signed in to the SSPM service at ${origin}.`,
        { method: '', origin, path: '', mayHaveArrived: false },
        { advice: 'Sign in to the SSPM service.' },
      );
    }
    if (credential.kind === 'token') {
      return { token: this.#usable(credential.token, origin), refused: () => false };
    }
    this.#renew = () =>
      credential.kind === 'client' ? this.#fromClient(credential) : this.#fromCommand(credential, origin);
    const token = await this.#session.token(keyOf(credential), signal);
    return {
      token,
      refused: () => {
        this.#session.invalidate(token);
        return true;
      },
    };
  }

  forget(): void {
    this.#session.forget();
  }

  async #fromClient({
    id,
    secret,
    tokenUrl,
  }: Extract<SspmCredential, { kind: 'client' }>): Promise<IssuedToken> {
    const { connection, transport, redaction, clock } = this.#parts;
    const { origin, base } = splitAddress(tokenUrl);
    const basic = Buffer.from(`${id}:${secret}`, 'utf8').toString('base64');
    redaction.hide(secret);
    redaction.hide(basic);
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (connection.scope !== undefined) {
      form.set('scope', connection.scope);
    }
    const request: RawRequest = {
      method: 'POST',
      origin,
      path: base === '' ? '/' : base,
      headers: {
        accept: 'application/json',
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: Buffer.from(form.toString()),
    };
    const answer = await transport.send({ ...request, retry: false });
    if (!isSuccess(answer)) {
      throw statusError(request, answer, redaction, clock.now());
    }
    const body = membersOf(textOf(answer));
    return {
      value: this.#usable(body['access_token'], origin),
      lifetimeMs: lifetimeOf(body['expires_in']),
    };
  }

  async #fromCommand(
    credential: Extract<SspmCredential, { kind: 'command' }>,
    origin: string,
  ): Promise<IssuedToken> {
    const token = this.#usable(bareSecret(await credential.run()), origin);
    return { value: token, lifetimeMs: lifetimeInToken(token, this.#parts.clock.now()) };
  }

  #usable(token: unknown, origin: string): string {
    if (!isSendable(token)) {
      throw new HttpError(
        'not-json',
        `There is no usable token for ${origin}.`,
        { method: '', origin, path: '', mayHaveArrived: false },
        { advice: 'Sign in to the SSPM service again, and check the token address or the command.' },
      );
    }
    this.#parts.redaction.hide(token);
    return token;
  }
}

/** The session drops its token when this changes. */
function keyOf(credential: Exclude<SspmCredential, { kind: 'token' }>): AccessKey {
  return credential.kind === 'client'
    ? { id: `${credential.id}\0${credential.tokenUrl}`, secret: credential.secret }
    : { id: 'command', secret: credential.name };
}
