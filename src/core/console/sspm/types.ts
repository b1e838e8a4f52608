import type { TransportConnection } from '../types.ts';

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
