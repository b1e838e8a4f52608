import { plainLists, type PlainListName } from '../consoleFile/lists.ts';
import { policyKinds, type PolicyKind } from '../policy/families.ts';
import type { ConsoleConnection } from '../consoleFile/connectionOf.ts';

/** The kind of a request, which determines its authentication. */
export type RequestScope = 'policy' | 'lookup' | 'public';

export interface Operation {
  /** The stable name, under which `paths` of a console may name another path. */
  readonly id: string;
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** The path below `/api/v<version>`, percent-encoded; `{…}` is a parameter. */
  readonly path: string;
  readonly scope: RequestScope;
  /** The role permission the console checks. */
  readonly permission?: string;
  /** Replaces the API version of the connection. */
  readonly apiVersion?: string;
}

const agentless = '/policies/firewall/app/agentless';
const networkLists = '/policies/firewall/app/network-list';
const baseImages = '/policies/vulnerability/base-images';

const waas = { scope: 'policy', permission: 'policyWAAS' } as const;
const containers = { scope: 'policy', permission: 'policyContainers' } as const;
const lookup = { scope: 'lookup' } as const;

/** Requests with credentials, besides those for policies, affected resources and lists that are only read. */
export const operations = operationsById({
  'waas.agentless.state': ['GET', `${agentless}/state`, waas],
  'waas.agentless.resources': ['GET', `${agentless}/resources`, waas],
  'waas.apispec.resolve': ['POST', '/policies/firewall/app/apispec', waas],
  'waas.networkList.list': ['GET', networkLists, waas],
  'waas.networkList.add': ['POST', networkLists, waas],
  'waas.networkList.update': ['PUT', networkLists, waas],
  'waas.networkList.delete': ['DELETE', `${networkLists}/{id}`, waas],
  'baseImages.list': ['GET', baseImages, containers],
  'baseImages.add': ['POST', baseImages, containers],
  'baseImages.downloadCsv': ['GET', `${baseImages}/download`, containers],
  'baseImages.delete': ['DELETE', `${baseImages}/{id}`, containers],
  collections: ['GET', '/collections', lookup],
  'collections.add': ['POST', '/collections', lookup],
  'collections.update': ['PUT', '/collections/{name}', lookup],
  'collections.delete': ['DELETE', '/collections/{name}', lookup],
  'collections.usages': ['GET', '/collections/{name}/usages', lookup],
  myCollections: ['GET', '/current/collections', lookup],
  // The API publishes this path only under version 1.
  checks: ['GET', '/static/vulnerabilities', { ...lookup, apiVersion: '1' }],
  version: ['GET', '/version', lookup],
});

type Access = Pick<Operation, 'scope' | 'permission' | 'apiVersion'>;

function operationsById<Id extends string>(
  rows: Readonly<Record<Id, readonly [Operation['method'], path: string, Access]>>,
): Readonly<Record<Id, Operation>> {
  const all = Object.entries<(typeof rows)[Id]>(rows);
  return Object.fromEntries(
    all.map(([id, [method, path, access]]) => [id, { id, method, path, ...access }]),
  ) as Record<Id, Operation>;
}

/** The operation that lists the resources in the scope of a rule of a policy. */
export function impactedOperation({ impacted, family, target, path, permission }: PolicyKind): Operation {
  // VM images have no policy of their own. Their list belongs to the host policy, under another path.
  const [id, place] =
    impacted === 'machine-image'
      ? ['compliance.vms', '/policies/compliance/vms']
      : [`${family}.${target.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`, path];
  return { id: `${id}.impacted`, method: 'GET', path: `${place}/impacted`, scope: 'policy', permission };
}

/** The operation that reads a list that is only read. */
export function listOperation(list: PlainListName): Operation {
  const { operation: id, path } = plainLists[list];
  return { id, method: 'GET', path, ...lookup };
}

/** All requests with credentials, besides reading and replacing a whole policy. */
export const allOperations: readonly Operation[] = [
  ...policyKinds.filter(({ impacted }) => impacted).map(impactedOperation),
  ...Object.values(operations),
  ...(Object.keys(plainLists) as PlainListName[]).map(listOperation),
];

/** Requests for a token: the first two go to the login service, the last one to the console. */
export const sessionOperations = {
  login: { method: 'POST', path: '/login' },
  extend: { method: 'GET', path: '/auth_token/extend' },
  authenticate: { method: 'POST', path: '/authenticate' },
} as const;

/** The origin of an address, and the path that every request below it starts with. */
export function splitAddress(address: string): { readonly origin: string; readonly base: string } {
  const url = new URL(address);
  return { origin: url.origin, base: url.pathname.replace(/(?<!\/)\/+$/, '') };
}

/** The path below the console's address: `/api/v1/…`. */
export function consolePath(
  connection: ConsoleConnection,
  { id, path, apiVersion, name }: Pick<Operation, 'id' | 'path' | 'apiVersion'> & { readonly name?: string },
): string {
  const below = configuredPath(connection, id) ?? path;
  const named = name === undefined ? below : below.replace(/\{\w+\}/, () => encodeURIComponent(name));
  return `/api/v${apiVersion ?? connection.apiVersion}${named}`;
}

/** Path below the login address. */
export function loginPath(connection: ConsoleConnection, id: 'login' | 'extend'): string {
  return configuredPath(connection, id) ?? sessionOperations[id].path;
}

function configuredPath({ paths }: ConsoleConnection, id: string): string | undefined {
  return paths && Object.hasOwn(paths, id) ? paths[id] : undefined;
}
