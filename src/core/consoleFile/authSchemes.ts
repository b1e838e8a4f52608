import type { authSchemeNames } from '../../generated/consoleFile.ts';
import { l10n } from '../util/l10n.ts';

/** How policy requests are authenticated: a word of `schemas/console.schema.json`. */
export type AuthScheme = (typeof authSchemeNames)[number];

interface SchemeFacts {
  readonly title: () => string;
  /** Short enough for one line of a list. */
  readonly detail: () => string;
  /** Shown in the row of a console after sign-in. */
  readonly signedIn: () => string;
  readonly isDefault?: true;
  /** The service that exchanges the access key for a token; absent: the key itself goes with every request. */
  readonly issuer?: 'login-service' | 'console';
  /** The scheme of all requests that are not about policies, if the console supports it. */
  readonly lookups?: AuthScheme;
  /** The headers of a request that carry the token, or the key as basic credentials. */
  readonly headers: (
    credential: string,
    console: { readonly authHeader: string },
  ) => Readonly<Record<string, string>>;
}

/** The facts that depend on the scheme. A scheme without a row is a type error, and no request uses it. */
export const authSchemes: Readonly<Record<AuthScheme, SchemeFacts>> = {
  basic: {
    title: () => l10n.t('Basic'),
    detail: () => l10n.t('Send the access key with every request. Most consoles use this scheme.'),
    signedIn: () => l10n.t('Signed in. The access key goes with every request.'),
    isDefault: true,
    lookups: 'login',
    headers: (key) => ({ authorization: `Basic ${key}` }),
  },
  login: {
    title: () => l10n.t('Login token'),
    detail: () => l10n.t('Exchange the access key for a token at a separate login service.'),
    signedIn: () => l10n.t('Signed in. The access key goes to the login service, a token to the console.'),
    issuer: 'login-service',
    headers: (token, { authHeader }) => ({ [authHeader]: token }),
  },
  bearer: {
    title: () => l10n.t('Console token'),
    detail: () => l10n.t('Exchange the access key for a token at the console, and send the token.'),
    signedIn: () => l10n.t('Signed in. The console issues a token for the access key.'),
    issuer: 'console',
    headers: (token) => ({ authorization: `Bearer ${token}` }),
  },
};

/**
 * True when the scheme sends the access key to a login service. False for the unknown scheme of a later
 * version.
 */
export function usesLoginService(scheme: string): boolean {
  return Object.entries(authSchemes).some(
    ([name, { issuer }]) => name === scheme && issuer === 'login-service',
  );
}
