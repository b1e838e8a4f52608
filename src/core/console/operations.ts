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
  /** The policy that the operation belongs to. */
  readonly policy?: PolicyKind['name'];
}

const camel = (text: string): string =>
  text.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The published API has irregular verbs for these policies. */
const putVerbs: Readonly<Record<string, string>> = {
  'waas/agentless': 'set',
  'runtime/container': 'set',
  'runtime/host': 'set',
  'runtime/serverless': 'set',
};
const postVerbs: Readonly<Record<string, string>> = {
  'runtime/container': 'update',
  'runtime/host': 'update',
  'runtime/serverless': 'update',
};

/** The id of an operation of a policy: `family.target.verb`. */
function policyOperation(kind: PolicyKind, verb: string): string {
  return `${kind.family}.${camel(kind.target)}.${verb}`;
}

/** VM images have no policy of their own. Their list belongs to the host policy, under another path. */
const vmImages = {
  policy: 'compliance/host',
  id: 'compliance.vms.impacted',
  path: '/policies/compliance/vms/impacted',
};

function operationsOf(kind: PolicyKind): Operation[] {
  const { name, path, permission, extra } = kind;
  const row = (method: Operation['method'], verb: string, at = path): Operation => ({
    id: policyOperation(kind, verb),
    method,
    path: at,
    scope: 'policy',
    permission,
    policy: name,
  });
  return [
    row('GET', 'get'),
    row('PUT', putVerbs[name] ?? 'update'),
    ...(extra.includes('add') ? [row('POST', postVerbs[name] ?? 'add')] : []),
    ...(extra.includes('impacted')
      ? [
          name === vmImages.policy
            ? { ...row('GET', 'impacted', vmImages.path), id: vmImages.id }
            : row('GET', 'impacted', `${path}/impacted`),
        ]
      : []),
    ...(extra.includes('resources') ? [row('GET', 'resources', `${path}/resources`)] : []),
    ...(extra.includes('state') ? [row('GET', 'state', `${path}/state`)] : []),
  ];
}

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

/** All operations of a console that need credentials. */
export const operations: readonly Operation[] = [
  ...policyKinds.flatMap(operationsOf),
  ...resourceOperations('policy', 'policyWAAS', [
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

/**
 * The operation that lists the resources in the scope of a rule; undefined when the console has none for this
 * policy.
 */
export function impactedOperation(kind: PolicyKind): Operation | undefined {
  return operations.find(({ policy, id }) => policy === kind.name && id.endsWith('.impacted'));
}
