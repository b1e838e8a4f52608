import { bareSecret } from '../../util/bareSecret.ts';
import { ExpectedError, throwIfCanceled } from '../../util/errors.ts';
import { fieldsIn } from '../../util/plainRecord.ts';
import { isSuccess, textOf } from '../answer.ts';
import { splitAddress } from '../endpoints.ts';
import type { RawRequest } from '../exchange.ts';
import { statusError } from '../statusError.ts';
import { isSendable, lifetimeInToken, lifetimeOf, TokenSession, type IssuedToken } from '../tokenSession.ts';
import type { Credentials, Transport } from '../transport.ts';
import type { SspmConnection, SspmCredential, SspmCredentialProvider } from './types.ts';

/**
 * Provides the bearer token of the SSPM service: a pasted token, one for client credentials, or the output of
 * a program. Tokens stay in memory.
 */
export class BearerTokens {
  readonly #connection: SspmConnection;
  readonly #provider: SspmCredentialProvider;
  readonly #transport: Transport;
  readonly #session: TokenSession;

  constructor(connection: SspmConnection, provider: SspmCredentialProvider, transport: Transport) {
    this.#connection = connection;
    this.#provider = provider;
    this.#transport = transport;
    this.#session = new TokenSession(transport);
  }

  /** Throws `ExpectedError` `no-credentials` when the user is not signed in. */
  async credentials(signal?: AbortSignal): Promise<Credentials> {
    const { origin } = new URL(this.#connection.sspmUrl);
    const credential = await this.#provider.credential(origin);
    throwIfCanceled(signal);
    if (!credential) {
      throw new ExpectedError('no-credentials', `You are not signed in to the SSPM service at ${origin}.`, {
        advice: 'Sign in to the SSPM service.',
      });
    }
    if (credential.kind === 'token') {
      return { headers: bearer(this.#usableToken(credential.token, origin)), onRefused: () => false };
    }
    const [key, login] =
      credential.kind === 'client'
        ? [
            `client\0${credential.id}\0${credential.tokenUrl}\0${credential.secret}`,
            () => this.#fromClient(credential),
          ]
        : [`command\0${credential.name}`, () => this.#fromCommand(credential, origin)];
    return this.#session.credentials(key, { login }, bearer, signal);
  }

  async #fromClient({
    id,
    secret,
    tokenUrl,
  }: Extract<SspmCredential, { kind: 'client' }>): Promise<IssuedToken> {
    const transport = this.#transport;
    const { origin, base } = splitAddress(tokenUrl);
    const basic = Buffer.from(`${id}:${secret}`, 'utf8').toString('base64');
    transport.redaction.hide(secret);
    transport.redaction.hide(basic);
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (this.#connection.scope !== undefined) {
      form.set('scope', this.#connection.scope);
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
    const answer = await transport.send(request);
    if (!isSuccess(answer)) {
      throw statusError(request, answer, transport);
    }
    const body = fieldsIn(textOf(answer));
    return {
      value: this.#usableToken(body['access_token'], origin),
      lifetimeMs: lifetimeOf(body['expires_in']),
    };
  }

  async #fromCommand(
    credential: Extract<SspmCredential, { kind: 'command' }>,
    origin: string,
  ): Promise<IssuedToken> {
    const token = this.#usableToken(bareSecret(await credential.run()), origin);
    return { value: token, lifetimeMs: lifetimeInToken(token, this.#transport.clock.now()) };
  }

  #usableToken(token: unknown, origin: string): string {
    if (!isSendable(token)) {
      throw new ExpectedError('not-json', `There is no usable token for ${origin}.`, {
        advice: 'Sign in to the SSPM service again, and check the token address or the command.',
      });
    }
    this.#transport.redaction.hide(token);
    return token;
  }
}

function bearer(token: string): Credentials['headers'] {
  return { authorization: `Bearer ${token}` };
}
