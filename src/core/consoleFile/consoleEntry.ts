import { usesLoginService, type AuthScheme } from './authSchemes.ts';

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

/** Rules for values of `ordinance.yaml`. The file comes with a repository, so its author is not trusted. */

/** Headers that the connection sets, that contain credentials, or that change the meaning of a request. */
const reservedHeaders =
  /^(?:accept(?:-.*)?|authorization|connection|content-.*|cookie2?|date|expect|forwarded|host|http2-settings|if-.*|keep-alive|max-forwards|origin|proxy-.*|range|referer|sec-.*|set-cookie2?|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|x-(?:http-)?method.*|x-original-.*|x-rewrite-.*)$/i;
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;

/** The reason why `ordinance.yaml` must not set a header. */
export function headerProblem(name: string): string | undefined {
  if (!headerName.test(name)) {
    return 'This is not the name of a header.';
  }
  return reservedHeaders.test(name) ? 'This header cannot be set here.' : undefined;
}

/** Control characters, invisible characters, and characters that change the writing direction. */
const misleading = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** The reason why a text must not be shown unchanged. */
export function textProblem(text: string): string | undefined {
  if (text.length > 500) {
    return 'This is longer than 500 characters.';
  }
  return misleading.test(text) ? 'This contains invisible characters.' : undefined;
}

/**
 * The reason why a path must not follow the address of a console. A server may resolve it to another place.
 */
export function pathProblem(path: string): string | undefined {
  if (!path.startsWith('/') || /[?#\s]/.test(path)) {
    return 'A path must start with /, without ? or #.';
  }
  if (!/^(?:\/[A-Za-z0-9._~!$&'()*+,=:@{}-]+)+\/?$/.test(path) || path.length > 500) {
    return 'A path must consist of names of plain characters between single slashes.';
  }
  return canLeavePath(path)
    ? 'A path must not contain the parts . or .. because it stays below the address.'
    : undefined;
}

/**
 * True when a server may resolve a path to another place. The path may have a query and percent-encoded
 * names.
 */
export function canLeavePath(path: string): boolean {
  const [place = ''] = path.split('?');
  return (
    !place.startsWith('/') ||
    // eslint-disable-next-line no-control-regex
    /^\/\/|[\\#\u0000-\u0020\u007f]/.test(place) ||
    place.split('/').some((part) => /^(?:\.|%2e){1,2}(?:;.*)?$/i.test(part))
  );
}

/** Device names of Windows, with any extension. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i;

/** The reason why a folder, written with forward slashes, must not contain policies. */
export function folderProblem(folder: string): string | undefined {
  const problem = placeProblem(folder);
  if (problem !== undefined) {
    return `The folder is ${problem}.`;
  }
  // Tools keep files in such folders, and run some of them. `~1` ends the short name of such a folder on
  // Windows.
  return folder.split('/').some((part) => part.startsWith('.') || /~\d/.test(part))
    ? 'No part of the folder may start with a dot, because such folders belong to tools.'
    : undefined;
}

/** The reason why a file, written with forward slashes, must not be used. */
export function fileProblem(file: string): string | undefined {
  const problem = placeProblem(file);
  return problem === undefined ? undefined : `The file is ${problem}.`;
}

function placeProblem(place: string): string | undefined {
  const parts = place.split('/');
  if (/^[A-Za-z]:|^\//.test(place) || parts.some((part) => part === '' || part === '.' || part === '..')) {
    return 'a relative path inside this folder';
  }
  return place.length > 200 ||
    textProblem(place) !== undefined ||
    parts.some((part) => /[<>:"|?*]|[. ]$|^ /.test(part) || devices.test(part))
    ? 'named with plain characters, as every system has them'
    : undefined;
}

/** True for this computer. The address of a name such as `x.localhost` depends on the name server. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
