import type { TransportConnection } from '../types.ts';

/** How the SSPM service of a console is reached. Never holds a secret. */
export interface SspmConnection extends TransportConnection {
  /** Base address, for example `https://sspm.example`. */
  readonly sspmUrl: string;
  /** Sent with every request to the service; none by default. Never to the token address. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Scope asked for with client credentials. */
  readonly scope?: string;
}

/**
 * Where the bearer token comes from. A client's id and secret go to its token address and nowhere else; the token goes to
 * the SSPM service that was signed in to.
 */
export type SspmCredential =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'client'; readonly id: string; readonly secret: string; readonly tokenUrl: string }
  /** Runs a program of the user; `name` tells it from another one. */
  | { readonly kind: 'command'; readonly name: string; run(): Promise<string> };

/** Asked at the moment a request needs it. `origin` is that of the SSPM service. */
export interface SspmCredentialProvider {
  credential(origin: string): Promise<SspmCredential | undefined>;
}
