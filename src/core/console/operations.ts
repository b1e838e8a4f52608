import { plainLists } from '../consoleFile/lists.ts';
import { policyKinds, type PolicyKind } from '../policy/families.ts';
import type { RequestScope } from './authenticator.ts';

export interface Operation {
  /** Stable name, under which the path may be overridden. */
  readonly id: string;
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below `/api/v<version>`; `{…}` is a part of the path. */
  readonly path: string;
  readonly scope: RequestScope;
  /** The role permission the console checks. */
  readonly permission?: string;
  /** The policy it belongs to. */
  readonly policy?: PolicyKind['name'];
}

const camel = (text: string): string =>
  text.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Names of these operations are those of the published interface, which is not regular. */
const replacing: Readonly<Record<string, string>> = {
  'waas/agentless': 'set',
  'runtime/container': 'set',
  'runtime/host': 'set',
  'runtime/serverless': 'set',
};
const adding: Readonly<Record<string, string>> = {
  'runtime/container': 'update',
  'runtime/host': 'update',
  'runtime/serverless': 'update',
};

/** `family.target.verb` of an operation of a policy. */
function policyOperation(kind: PolicyKind, verb: string): string {
  return `${kind.family}.${camel(kind.target)}.${verb}`;
}

/** VM images have no policy of their own: their rows follow the rules for hosts. */
const vmImages = {
  policy: 'compliance/host',
  id: 'compliance.vms.impacted',
  path: '/policies/compliance/vms/impacted',
};

function operationsOf(kind: PolicyKind): Operation[] {
  const { name, path, permission, extra } = kind;
  const one = (method: Operation['method'], verb: string, at = path): Operation => ({
    id: policyOperation(kind, verb),
    method,
    path: at,
    scope: 'policy',
    permission,
    policy: name,
  });
  return [
    one('GET', 'get'),
    one('PUT', replacing[name] ?? 'update'),
    ...(extra.includes('add') ? [one('POST', adding[name] ?? 'add')] : []),
    ...(extra.includes('impacted')
      ? [
          name === vmImages.policy
            ? { ...one('GET', 'impacted', vmImages.path), id: vmImages.id }
            : one('GET', 'impacted', `${path}/impacted`),
        ]
      : []),
    ...(extra.includes('resources') ? [one('GET', 'resources', `${path}/resources`)] : []),
    ...(extra.includes('state') ? [one('GET', 'state', `${path}/state`)] : []),
  ];
}

const networkLists = '/policies/firewall/app/network-list';
const baseImages = '/policies/vulnerability/base-images';

function others(
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

/** Everything that is asked of a console after signing in. */
export const operations: readonly Operation[] = [
  ...policyKinds.flatMap(operationsOf),
  ...others('policy', 'policyWAAS', [
    ['waas.apispec.resolve', 'POST', '/policies/firewall/app/apispec'],
    ['waas.networkList.list', 'GET', networkLists],
    ['waas.networkList.add', 'POST', networkLists],
    ['waas.networkList.update', 'PUT', networkLists],
    ['waas.networkList.delete', 'DELETE', `${networkLists}/{id}`],
  ]),
  ...others('policy', 'policyContainers', [
    ['baseImages.list', 'GET', baseImages],
    ['baseImages.add', 'POST', baseImages],
    ['baseImages.downloadCsv', 'GET', `${baseImages}/download`],
    ['baseImages.delete', 'DELETE', `${baseImages}/{id}`],
  ]),
  ...others('lookup', undefined, [
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
  const found = byId.get(id);
  if (!found) {
    throw new RangeError(`no operation ${id}`);
  }
  return found;
}

/** Reads the resources within the scope of a rule of this policy; undefined when the console has none. */
export function impactedOperation(kind: PolicyKind): Operation | undefined {
  return operations.find(({ policy, id }) => policy === kind.name && id.endsWith('.impacted'));
}
