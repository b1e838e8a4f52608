import { plainLists } from '../consoleFile/lists.ts';
import { policyKinds, type PolicyKind } from '../policy/families.ts';
import type { RequestScope } from './authenticator.ts';

export interface Operation {
  /** The stable name, under which the path may be overridden. */
  readonly id: string;
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** The path below `/api/v<version>`; `{…}` is a parameter. */
  readonly path: string;
  readonly scope: RequestScope;
  /** The role permission the console checks. */
  readonly permission?: string;
}

const agentless = '/policies/firewall/app/agentless';
const networkLists = '/policies/firewall/app/network-list';
const baseImages = '/policies/vulnerability/base-images';

function resourceOperations(
  scope: RequestScope,
  permission: string | undefined,
  rows: readonly (readonly [id: string, method: Operation['method'], path: string])[],
): Operation[] {
  return rows.map(([id, method, path]) => ({
    id,
    method,
    path,
    scope,
    ...(permission === undefined ? {} : { permission }),
  }));
}

/** The operation that lists the resources in the scope of a rule of a policy. */
export function impactedOperation({ name, family, target, path, permission }: PolicyKind): Operation {
  // VM images have no policy of their own. Their list belongs to the host policy, under another path.
  const [id, place] =
    name === 'compliance/host'
      ? ['compliance.vms', '/policies/compliance/vms']
      : [`${family}.${target.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`, path];
  return { id: `${id}.impacted`, method: 'GET', path: `${place}/impacted`, scope: 'policy', permission };
}

/** All requests with credentials, besides reading and replacing a whole policy. */
export const operations: readonly Operation[] = [
  ...policyKinds.filter(({ extra }) => extra.includes('impacted')).map(impactedOperation),
  ...resourceOperations('policy', 'policyWAAS', [
    ['waas.agentless.state', 'GET', `${agentless}/state`],
    ['waas.agentless.resources', 'GET', `${agentless}/resources`],
    ['waas.apispec.resolve', 'POST', '/policies/firewall/app/apispec'],
    ['waas.networkList.list', 'GET', networkLists],
    ['waas.networkList.add', 'POST', networkLists],
    ['waas.networkList.update', 'PUT', networkLists],
    ['waas.networkList.delete', 'DELETE', `${networkLists}/{id}`],
  ]),
  ...resourceOperations('policy', 'policyContainers', [
    ['baseImages.list', 'GET', baseImages],
    ['baseImages.add', 'POST', baseImages],
    ['baseImages.downloadCsv', 'GET', `${baseImages}/download`],
    ['baseImages.delete', 'DELETE', `${baseImages}/{id}`],
  ]),
  ...resourceOperations('lookup', undefined, [
    ['collections', 'GET', '/collections'],
    ['collections.add', 'POST', '/collections'],
    ['collections.update', 'PUT', '/collections/{name}'],
    ['collections.delete', 'DELETE', '/collections/{name}'],
    ['collections.usages', 'GET', '/collections/{name}/usages'],
    ['myCollections', 'GET', '/current/collections'],
    ['checks', 'GET', '/static/vulnerabilities'],
    ...Object.values(plainLists).map(({ operation: id, path }) => [id, 'GET', path] as const),
    ['version', 'GET', '/version'],
  ]),
];

const byId = new Map(operations.map((operation) => [operation.id, operation]));

export function operation(id: string): Operation {
  const row = byId.get(id);
  if (!row) {
    throw new RangeError(`no operation ${id}`);
  }
  return row;
}
