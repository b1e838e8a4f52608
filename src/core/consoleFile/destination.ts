import { usesLoginService, type AuthScheme } from './authSchemes.ts';
import type { ConsoleEntry } from './consoleEntry.ts';
import type { PolicyName } from '../policy/families.ts';
import { optional, readFields, text } from '../util/readFields.ts';

/**
 * The destination of requests to a console: everything that a person agrees to with a push. It contains no
 * secret.
 */
export interface Destination {
  /** The base address of requests for policies and lookups, for example `https://console.example:8083`. */
  readonly url: string;
  /** The base address of the login service, which exchanges the access key for a token by `POST /login`. */
  readonly loginUrl: string;
  /** `1` or `34.04`; requests go to `{url}/api/v{apiVersion}`. */
  readonly apiVersion: string;
  readonly project?: string;
  /** How policy requests are authenticated. */
  readonly auth: AuthScheme;
  /** The header that carries the login JWT. */
  readonly authHeader: string;
  /** Paths that differ from the family table, by policy name or operation id. */
  readonly paths?: Readonly<Record<string, string>>;
  /**
   * The fingerprint of the console's own certificate authorities, which are trusted beside those of this
   * computer.
   */
  readonly authority?: string;
  /** The user switched verification of certificates off. */
  readonly unverified?: true;
}

/** Equal destinations have the same text, independent of the order of their fields. */
function canonicalText(destination: Destination): string {
  const { paths, ...members } = destination;
  const sorted = (record: object): readonly (readonly [string, unknown])[] =>
    Object.entries(record)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([sorted(members), sorted(paths ?? {})]);
}

export function sameDestination(a: Destination, b: Destination): boolean {
  return canonicalText(a) === canonicalText(b);
}

/**
 * A destination in a record that any version of Ordinance wrote. Its scheme may be unknown to this version.
 */
type RecordedDestination = Omit<Destination, 'auth'> & { readonly auth: string };

/** A record of a later version may lack a field that this version needs. */
const textOrEmpty = (value: unknown): string => text(value) ?? '';

const destinationFields = {
  url: text,
  loginUrl: textOrEmpty,
  apiVersion: textOrEmpty,
  project: optional(text),
  auth: textOrEmpty,
  authHeader: textOrEmpty,
  paths: optional(pathsIn),
  authority: optional(text),
  unverified: optional((value) => (value === true ? value : undefined)),
} as const satisfies Readonly<Record<keyof Destination, unknown>>;

/** Returns a destination without its unknown fields; undefined for a value without an address. */
export function recordedDestination(plain: unknown): RecordedDestination | undefined {
  return readFields(destinationFields, plain);
}

function pathsIn(value: unknown): Readonly<Record<string, string>> | undefined {
  const paths = Object.entries(value ?? {}).filter(([, path]) => typeof path === 'string');
  return paths.length > 0 ? Object.fromEntries<string>(paths) : undefined;
}

/** Returns the destination in a plan file; undefined for anything that is not exactly one. */
export function readDestination(plain: unknown): Destination | undefined {
  const read = recordedDestination(plain) as Destination | undefined;
  const { paths = {}, ...fields } = (plain ?? {}) as Destination;
  return read && canonicalText(read) === canonicalText({ ...fields, paths }) ? read : undefined;
}

/** The part of a destination that identifies its policies; the login and the key do not. */
export type PolicyLocation = Pick<ConsoleEntry, 'url' | 'project' | 'paths'>;

/** The address of one policy on its console: `https://console.example:8083?project=payments`. */
export function policyAddress({ url, project, paths }: PolicyLocation, policy: PolicyName): string {
  const path = paths && Object.hasOwn(paths, policy) ? paths[policy] : undefined;
  const query = new URLSearchParams({
    ...(project === undefined ? {} : { project }),
    ...(path === undefined ? {} : { path }),
  }).toString();
  return query === '' ? url : `${url}?${query}`;
}

/**
 * A destination as lines, the address first, without defaults. All texts were checked when they were read.
 */
export function destinationLines(destination: RecordedDestination): string[] {
  const { url, loginUrl, apiVersion, project, auth, authHeader, paths, authority, unverified } = destination;
  return [
    `${url}/api/v${apiVersion}${project === undefined ? '' : `, project ${JSON.stringify(project)}`}`,
    ...(loginUrl === url ? [] : [`signed in at ${loginUrl}`]),
    ...(auth === 'basic' ? [] : [`authenticated by ${auth}`]),
    ...(usesLoginService(auth) && authHeader !== DEFAULT_HEADER ? [`token in the header ${authHeader}`] : []),
    ...Object.entries(paths ?? {}).map(([id, path]) => `path of ${id}: ${path}`),
    ...(authority === undefined ? [] : [`certificates of the authority sha256 ${authority}`]),
    ...(unverified ? ['certificates are not verified'] : []),
  ];
}

/** The header of the login token, unless the console names another. */
export const DEFAULT_HEADER = 'x-service-auth';
