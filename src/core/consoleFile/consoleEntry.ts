import { usesLoginService, type AuthScheme } from './authSchemes.ts';
import { isLoopback } from './consoleRules.ts';

/** One console of `ordinance.yaml`, with defaults filled in. Addresses carry no trailing slash and no credentials. */
export interface ConsoleEntry {
  readonly name: string;
  readonly url: string;
  /** Address of the login service; absent: `url`. */
  readonly loginUrl?: string;
  readonly sspmUrl?: string;
  /** The whole address that exchanges OAuth2 client credentials for tokens of the SSPM service. */
  readonly sspmTokenUrl?: string;
  /** The scope to request with client credentials. */
  readonly sspmScope?: string;
  /** Headers sent with every request to the SSPM service. */
  readonly sspmHeaders?: Readonly<Record<string, string>>;
  readonly apiVersion: string;
  readonly project?: string;
  readonly auth: AuthScheme;
  /** The header that carries the login JWT. */
  readonly authHeader: string;
  /** Folder of the policy files, relative to `ordinance.yaml`, forward slashes, inside the workspace folder. */
  readonly folder: string;
  /** A push to this console asks for the console's name. */
  readonly protected: boolean;
  /** PEM file of extra certificate authorities, relative to `ordinance.yaml`. */
  readonly caFile?: string;
  /** Paths that differ from the family table, by policy name or operation id. */
  readonly paths?: Readonly<Record<string, string>>;
  readonly timeoutSeconds?: number;
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The reason why a text is no name of a console. The name is used as a folder name and in messages. */
export function consoleNameProblem(name: string): string | undefined {
  return namePattern.test(name) && !name.endsWith('.')
    ? undefined
    : 'A console name has at most 64 letters, digits, dots, dashes and underscores, and starts with a letter or digit.';
}

/** The reason why requests must not go to an address. */
export function addressProblem(text: string): string | undefined {
  // The message does not repeat the text, which may contain a key by mistake.
  const lacksScheme = !text.includes('://') && URL.canParse(`https://${text}`);
  if (!URL.canParse(text)) {
    return lacksScheme
      ? 'https:// is missing in front of the address.'
      : 'This is not an address; for example https://console.example:8083.';
  }
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return lacksScheme
      ? 'https:// is missing in front of the address.'
      : 'The address must start with https://.';
  }
  if (url.username !== '' || url.password !== '') {
    return 'The address contains credentials. Remove them: Ordinance asks for access keys at sign-in.';
  }
  if (url.search !== '' || url.hash !== '') {
    return 'The address must not contain ? or #.';
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return 'Access keys would travel unencrypted. The address must start with https://.';
  }
  return undefined;
}

/** The written form of an address that has no problem: no trailing slash. */
export function normalAddress(text: string): string {
  const url = new URL(text);
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

/** Removes the API path that is often pasted with an address. The address must have no problem. */
export function withoutApiPath(text: string): string {
  return normalAddress(text).replace(/\/api\/v\d+(?:\.\d+)*$/, '');
}

/** The API version of a release as `GET /version` names it: `34.04` for `34.04.141`; undefined for anything else. */
export function apiVersionOf(release: string): string | undefined {
  return /^v?(\d{1,3}\.\d{1,3})(\.|$)/.exec(release.trim())?.[1];
}

/** The origins that an access key of this console is sent to. The first is the origin of `url`. */
export function originsOf(entry: Pick<ConsoleEntry, 'url' | 'loginUrl'>): readonly string[] {
  const addresses = entry.loginUrl === undefined ? [entry.url] : [entry.url, entry.loginUrl];
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}

/** The origin of the access key for policies: the login service if it issues the token, else the console. */
export function accountOrigin({
  auth,
  url,
  loginUrl,
}: Pick<ConsoleEntry, 'auth' | 'url' | 'loginUrl'>): string {
  return new URL((usesLoginService(auth) ? loginUrl : undefined) ?? url).origin;
}

/** The first characters of the id of an access key, which identify it for people. */
export function shortAccountId(id: string): string {
  const length = Math.min(8, Math.floor(id.length / 2));
  return `${id.slice(0, length)}…`;
}
