import { bareSecret } from '../../util/bareSecret.ts';
import { ExpectedError, throwIfCanceled } from '../../util/errors.ts';
import { fieldsIn } from '../../util/plainRecord.ts';
import { isSuccess, textOf } from '../answer.ts';
import { splitAddress } from '../operations.ts';
import type { RawRequest } from '../exchange.ts';
import { statusError } from '../statusError.ts';
import { isSendable, lifetimeInToken, lifetimeOf, tokenSession, type IssuedToken } from '../tokenSession.ts';
import type { Credentials, Transport } from '../transport.ts';
import type { TransportConnection } from '../../consoleFile/connectionOf.ts';

/**
 * Returns a function that provides the bearer token of the SSPM service: a pasted token, one for client credentials,
 * or the output of a program. Tokens stay in memory. The function throws `ExpectedError` `no-credentials` when the
 * user is not signed in.
 */
export function bearerTokens(
  { sspmUrl, scope }: SspmConnection,
  provider: SspmCredentialProvider,
  transport: Transport,
): (signal?: AbortSignal) => Promise<Credentials> {
  const { origin: service } = new URL(sspmUrl);
  const session = tokenSession(transport);

  function usableToken(token: unknown, origin = service): string {
    if (!isSendable(token)) {
      throw new ExpectedError('not-json', `There is no usable token for ${origin}.`, {
        advice: 'Sign in to the SSPM service again, and check the token address or the command.',
      });
    }
    transport.redaction.hide(token);
    return token;
  }

  async function fromClient({ id, secret, tokenUrl }: CredentialOf<'client'>): Promise<IssuedToken> {
    const { origin, base } = splitAddress(tokenUrl);
    const basic = Buffer.from(`${id}:${secret}`, 'utf8').toString('base64');
    transport.redaction.hide(secret);
    transport.redaction.hide(basic);
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scope !== undefined && { scope }),
    });
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
    return { value: usableToken(body['access_token'], origin), lifetimeMs: lifetimeOf(body['expires_in']) };
  }

  async function fromCommand({ run }: CredentialOf<'command'>): Promise<IssuedToken> {
    const value = usableToken(bareSecret(await run()));
    return { value, lifetimeMs: lifetimeInToken(value, transport.clock.now()) };
  }

  return async (signal) => {
    const credential = await provider.credential(service);
    throwIfCanceled(signal);
    if (!credential) {
      throw new ExpectedError('no-credentials', `You are not signed in to the SSPM service at ${service}.`, {
        advice: 'Sign in to the SSPM service.',
      });
    }
    if (credential.kind === 'token') {
      return { headers: bearer(usableToken(credential.token)), onRefused: () => false };
    }
    const { token, onRefused } =
      credential.kind === 'client'
        ? await session(
            `client\0${credential.id}\0${credential.tokenUrl}\0${credential.secret}`,
            { login: () => fromClient(credential) },
            signal,
          )
        : await session(`command\0${credential.name}`, { login: () => fromCommand(credential) }, signal);
    return { headers: bearer(token), onRefused };
  };
}

type CredentialOf<Kind> = Extract<SspmCredential, { readonly kind: Kind }>;

function bearer(token: string): Credentials['headers'] {
  return { authorization: `Bearer ${token}` };
}

/** The connection to the SSPM service of a console, without secrets. */
export interface SspmConnection extends TransportConnection {
  /** The base address, for example `https://sspm.example`. */
  readonly sspmUrl: string;
  /** Headers of every request to the service, but not of requests to the token address. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The scope to request with client credentials. */
  readonly scope?: string;
}

/**
 * The source of the bearer token. The id and secret of a client go only to its token address, and the token
 * only to the SSPM service that the user signed in to.
 */
export type SspmCredential =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'client'; readonly id: string; readonly secret: string; readonly tokenUrl: string }
  /** Runs a program of the user; `name` identifies it. */
  | { readonly kind: 'command'; readonly name: string; readonly run: () => Promise<string> };

/** Called for each request. `origin` is the origin of the SSPM service. */
export interface SspmCredentialProvider {
  credential(origin: string): Promise<SspmCredential | undefined>;
}
