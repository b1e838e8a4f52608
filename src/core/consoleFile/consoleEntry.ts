import { usesLoginService, type AuthScheme } from './authSchemes.ts';
import { isLoopback } from './consoleRules.ts';

/** One console of `ordinance.yaml`, with defaults filled in. Addresses carry no trailing slash and no credentials. */
export interface ConsoleEntry {
  readonly name: string;
  readonly url: string;
  /** Address of the login service; absent: `url`. */
  readonly loginUrl?: string;
  readonly sspmUrl?: string;
  /** Where OAuth2 client credentials are exchanged for tokens of the SSPM service: a whole address. */
  readonly sspmTokenUrl?: string;
  /** The scope asked for with client credentials. */
  readonly sspmScope?: string;
  /** Headers sent with every request to the SSPM service. */
  readonly sspmHeaders?: Readonly<Record<string, string>>;
  readonly apiVersion: string;
  readonly project?: string;
  readonly auth: AuthScheme;
  /** Header that carries the login JWT. */
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

/** Why a name cannot name a console; it becomes a folder name and part of messages. */
export function consoleNameProblem(name: string): string | undefined {
  return namePattern.test(name) && !name.endsWith('.')
    ? undefined
    : 'A console name has at most 64 letters, digits, dots, dashes and underscores, and starts with a letter or digit.';
}

/** Why a text is not an address requests may go to. */
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

/** Without the path of the API that is often pasted with it; the address has no problem. */
export function withoutApiPath(text: string): string {
  return normalAddress(text).replace(/\/api\/v\d+(?:\.\d+)*$/, '');
}

/** The origins an access key of this console is sent to; the first is that of `url`. */
export function originsOf(entry: Pick<ConsoleEntry, 'url' | 'loginUrl'>): readonly string[] {
  const addresses = entry.loginUrl === undefined ? [entry.url] : [entry.url, entry.loginUrl];
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}

/** Whose access key policies are read and written with: that of the login service where a token of it is sent. */
export function accountOrigin({
  auth,
  url,
  loginUrl,
}: Pick<ConsoleEntry, 'auth' | 'url' | 'loginUrl'>): string {
  return new URL((usesLoginService(auth) ? loginUrl : undefined) ?? url).origin;
}
