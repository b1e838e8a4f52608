import { usesLoginService, type AuthScheme } from './authSchemes.ts';
import type { ConsoleEntry } from './consoleEntry.ts';
import type { PolicyName } from '../policy/families.ts';
import { optional, readFields, text } from '../util/readFields.ts';

/**
 * Where requests to a console go, and to whom: everything that a person agrees to when they confirm a push. Holds no
 * secret.
 */
export interface Destination {
  /** Base address of policy and lookup requests, for example `https://console.example:8083`. */
  readonly url: string;
  /** Where the access key is exchanged for a token, when requests carry one: by `POST /login`. */
  readonly loginUrl: string;
  /** `1` or `34.04`; requests go to `{url}/api/v{apiVersion}`. */
  readonly apiVersion: string;
  readonly project?: string;
  /** How policy requests are authenticated. */
  readonly auth: AuthScheme;
  /** Header that carries the login JWT. */
  readonly authHeader: string;
  /** Paths that differ from the family table, by policy name or operation id. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Fingerprint of the console's own certificate authorities, beside those of this computer. */
  readonly authority?: string;
  /** The user switched verification of certificates off. */
  readonly unverified?: true;
}

/** One text for one destination, whatever the order of its members. */
function spelled(destination: Destination): string {
  const { paths, ...members } = destination;
  const sorted = (record: object): readonly (readonly [string, unknown])[] =>
    Object.entries(record)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([sorted(members), sorted(paths ?? {})]);
}

export function sameDestination(a: Destination | undefined, b: Destination | undefined): boolean {
  return a === undefined || b === undefined ? a === b : spelled(a) === spelled(b);
}

/** A destination as a record of any version of Ordinance has it; the scheme may be one of a later version. */
export type RecordedDestination = Omit<Destination, 'auth'> & { readonly auth: string };

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
  const { paths = {}, ...given } = (plain ?? {}) as Destination;
  return read && spelled(read) === spelled({ ...given, paths }) ? read : undefined;
}

/** The part of a destination that identifies the policies, independent of login and key. */
export type Whereabouts = Pick<ConsoleEntry, 'url' | 'project' | 'paths'>;

/** The place of the document of one policy, as one text: `https://console.example:8083?project=payments`. */
export function placeOf({ url, project, paths }: Whereabouts, policy: PolicyName): string {
  const path = paths && Object.hasOwn(paths, policy) ? paths[policy] : undefined;
  const query = new URLSearchParams({
    ...(project === undefined ? {} : { project }),
    ...(path === undefined ? {} : { path }),
  }).toString();
  return query === '' ? url : `${url}?${query}`;
}

/** A destination in lines, the address first; what is usual is left out. Every text in it was checked when it was read. */
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

/** The header of the login token, where a console names no other. */
export const DEFAULT_HEADER = 'x-service-auth';
