import {
  allOperations,
  impactedOperation,
  sessionOperations,
  type Operation,
} from '../../src/core/console/operations.ts';
import { familyTable, policyKinds, type PolicyKind } from '../../src/core/policy/families.ts';
import {
  consoleLists,
  plainLists,
  type ListName,
  type PlainListName,
} from '../../src/core/consoleFile/lists.ts';
import type { CommandId } from '../../src/vscode/platform/commandIds.ts';
import { resourcePath, type Resource, type ResourceKind } from '../../src/core/posture/resource.ts';

/** The command and the row with which people use an operation, and the test that proves it. */
export interface OperationUse {
  readonly operation: Pick<Operation, 'id' | 'method' | 'path'>;
  /** Undefined for an operation that Ordinance never sends. */
  readonly command: CommandId | undefined;
  /** The rows of the view, from the console down. */
  readonly node: readonly string[];
  /** The file of a test, and its title. */
  readonly test: readonly [file: string, title: string];
  readonly remark?: string;
}

type Use = Omit<OperationUse, 'operation' | 'node'>;

const http = 'test/http/resources';
const inHost = 'test/host/resources/resources.test.ts';
const roundTrip = [
  'test/http/console/policies.test.ts',
  'every policy is read, sent back and unchanged',
] as const;
const lists = `${http}/lists.test.ts`;
const listTests = {
  networks: 'network lists are listed, added, changed one by one, and deleted',
  images: 'base images are listed with digests, added, deleted by an id encoded twice, and downloaded',
  collections: 'collections are listed with scopes, added, changed, looked up and deleted',
  lookups: 'lookups are read, and a console without a catalog of checks has none',
  agentless: 'agentless deployments have a state and resources',
  specification: 'a service description is resolved as it is written, and stored nowhere',
} as const;

/** The uses of the operations of a policy, by the last part of the id. */
function policyUse({ method, id }: OperationUse['operation']): Use {
  if (id.endsWith('.impacted')) {
    return {
      command: 'ordinance.rule.showImpacted',
      test: [`${http}/impacted.test.ts`, 'nine policies, and no other, list the resources of a rule'],
      ...(id === 'compliance.vms.impacted' ? { remark: 'VM images follow the rules for hosts' } : {}),
    };
  }
  if (id.endsWith('.state')) {
    return { command: 'ordinance.agentless.showState', test: [lists, listTests.agentless] };
  }
  if (id.endsWith('.resources')) {
    return { command: 'ordinance.agentless.showResources', test: [lists, listTests.agentless] };
  }
  if (method === 'POST') {
    return {
      command: undefined,
      test: [inHost, 'a rule is added at a chosen position of the working copy, and nothing is sent'],
      remark:
        'never sent: where the console puts the rule is undocumented; "Add Rule…" edits the file, and a push sends it by PUT',
    };
  }
  return method === 'GET'
    ? {
        command: 'ordinance.policy.pull',
        test: roundTrip,
      }
    : {
        command: 'ordinance.policy.push',
        test: roundTrip,
      };
}

const lookup = <L extends ListName>(list: L) =>
  ({ command: 'ordinance.list.showRow', list, test: [lists, listTests.lookups] }) as const;

/**
 * The uses of other operations. `list` is the row of the view; `console` is the row of the console itself.
 */
const others: Readonly<Record<string, Use & { readonly list: ListName | 'console' | 'waas-rule' }>> = {
  'waas.apispec.resolve': {
    command: 'ordinance.apiSpecification.resolve',
    list: 'waas-rule',
    test: [lists, listTests.specification],
  },
  'waas.networkList.list': {
    command: 'ordinance.list.showRow',
    list: 'network-lists',
    test: [lists, listTests.networks],
  },
  'waas.networkList.add': {
    command: 'ordinance.networkLists.add',
    list: 'network-lists',
    test: [lists, listTests.networks],
  },
  'waas.networkList.update': {
    command: 'ordinance.networkLists.edit',
    list: 'network-lists',
    test: [lists, listTests.networks],
  },
  'waas.networkList.delete': {
    command: 'ordinance.networkLists.delete',
    list: 'network-lists',
    test: [lists, listTests.networks],
  },
  'baseImages.list': {
    command: 'ordinance.list.showRow',
    list: 'base-images',
    test: [lists, listTests.images],
  },
  'baseImages.add': {
    command: 'ordinance.baseImages.add',
    list: 'base-images',
    test: [lists, listTests.images],
  },
  'baseImages.downloadCsv': {
    command: 'ordinance.baseImages.download',
    list: 'base-images',
    test: [lists, listTests.images],
  },
  'baseImages.delete': {
    command: 'ordinance.baseImages.delete',
    list: 'base-images',
    test: [lists, listTests.images],
  },
  collections: {
    command: 'ordinance.list.showRow',
    list: 'collections',
    test: [lists, listTests.collections],
  },
  'collections.add': {
    command: 'ordinance.collections.add',
    list: 'collections',
    test: [lists, listTests.collections],
  },
  'collections.update': {
    command: 'ordinance.collections.edit',
    list: 'collections',
    test: [lists, listTests.collections],
  },
  'collections.delete': {
    command: 'ordinance.collections.delete',
    list: 'collections',
    test: [lists, listTests.collections],
  },
  'collections.usages': {
    command: 'ordinance.collections.showUses',
    list: 'collections',
    test: [lists, listTests.collections],
  },
  myCollections: {
    command: 'ordinance.list.showRow',
    list: 'collections',
    test: [lists, listTests.collections],
    remark: 'the names a role may see, when it may not see the scopes',
  },
  checks: lookup('checks'),
  ...Object.fromEntries(
    Object.entries(plainLists).map(([list, { operation }]) => [operation, lookup(list as PlainListName)]),
  ),
  version: {
    command: 'ordinance.console.checkVersion',
    list: 'console',
    test: ['test/http/console/policies.test.ts', 'collections, version, ping and the check of the access'],
    remark: 'also kept in the lock file by pull and push',
  },
};

/** The published API has irregular verbs for these policies. */
const putVerbs: Readonly<Record<string, string>> = {
  'waas/agentless': 'set',
  'runtime/container': 'set',
  'runtime/host': 'set',
  'runtime/serverless': 'set',
};

/** The operations of a policy, also those of its whole document. */
function operationsOf(kind: PolicyKind): readonly OperationUse['operation'][] {
  const { name, family, target, path } = kind;
  const own = `${family}.${target.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
  const putVerb = putVerbs[name] ?? 'update';
  const postVerb = putVerb === 'set' ? 'update' : 'add';
  return [
    { id: `${own}.get`, method: 'GET', path },
    { id: `${own}.${putVerb}`, method: 'PUT', path },
    ...(family === 'runtime' ? [{ id: `${own}.${postVerb}`, method: 'POST', path } as const] : []),
    ...allOperations.filter((operation) => policyOf(operation) === kind),
  ];
}

function policyOf({ id }: Pick<Operation, 'id'>): PolicyKind | undefined {
  return policyKinds.find(
    (kind) =>
      (kind.impacted && impactedOperation(kind).id === id) ||
      (kind.hasState && id.startsWith('waas.agentless.')),
  );
}

/** Every operation with its use. Throws for an operation without one, so that the table is complete. */
export function operationUses(): readonly OperationUse[] {
  const ofPolicies = policyKinds.flatMap((kind) =>
    operationsOf(kind).map((operation) => ({
      operation,
      ...policyUse(operation),
      node: policyRow(kind, operation),
    })),
  );
  const ofOthers = allOperations
    .filter((operation) => !policyOf(operation))
    .map((operation) => {
      const use = others[operation.id];
      if (!use) {
        throw new Error(`${operation.id} has no command, tree node and test`);
      }
      const { list, ...more } = use;
      return { operation, ...more, node: listRow(list) };
    });
  return [...ofPolicies, ...ofOthers];
}

function policyRow({ family, title }: PolicyKind, { id }: OperationUse['operation']): readonly string[] {
  const rule = id.endsWith('.impacted') ? ['rule'] : [];
  return [familyTable[family].title, title, ...rule];
}

function listRow(list: ListName | 'console' | 'waas-rule'): readonly string[] {
  if (list === 'console') {
    return ['console'];
  }
  if (list === 'waas-rule') {
    return [familyTable.waas.title, 'policy', 'rule'];
  }
  const { title, family } = consoleLists[list];
  return [family ? familyTable[family].title : 'Collections and lookups', title()];
}

type SspmRow = { readonly resource: Resource; readonly node: readonly string[] };

/** The thirteen operations of the SSPM service, by the resource that each reads. */
const sspm: { readonly [Kind in ResourceKind]: SspmRow & { readonly resource: { readonly kind: Kind } } } = {
  applications: { resource: { kind: 'applications' }, node: ['Applications'] },
  application: { resource: { kind: 'application', app: '{app}' }, node: ['Applications', 'application'] },
  configuration: {
    resource: { kind: 'configuration', app: '{app}' },
    node: ['Applications', 'application', 'Configuration'],
  },
  settings: {
    resource: { kind: 'settings', app: '{app}' },
    node: ['Applications', 'application', 'Settings'],
  },
  catalog: { resource: { kind: 'catalog' }, node: ['Catalog'] },
  'catalog-entry': { resource: { kind: 'catalog-entry', app: '{name}' }, node: ['Catalog', 'entry'] },
  definitions: {
    resource: { kind: 'definitions', app: '{name}' },
    node: ['Catalog', 'entry', 'Configuration'],
  },
  scopes: { resource: { kind: 'scopes', app: '{name}' }, node: ['Catalog', 'entry', 'Scopes'] },
  authentication: {
    resource: { kind: 'authentication', app: '{name}' },
    node: ['Catalog', 'entry', 'Authentication'],
  },
  control: { resource: { kind: 'control', id: '{id}' }, node: ['Controls', 'control'] },
  projects: {
    resource: { kind: 'projects', integration: '{id}', ticketing: '{type}' },
    node: ['Integrations', 'integration'],
  },
  project: {
    resource: { kind: 'project', integration: '{id}', ticketing: '{type}', key: '{key}' },
    node: ['Integrations', 'integration', 'project'],
  },
  issue: {
    resource: { kind: 'issue', integration: '{id}', ticketing: '{type}', key: '{key}' },
    node: ['Integrations', 'integration', 'issue'],
  },
};

/** The operations of the SSPM service. All of them read. The answer is shown by opening the row as JSON. */
export function sspmUses(): readonly OperationUse[] {
  return Object.entries(sspm).map(([kind, { resource, node }]) => ({
    operation: { id: `sspm.${kind}`, method: 'GET', path: decodeURIComponent(resourcePath(resource)) },
    command: 'ordinance.posture.openJson',
    node,
    test: [
      'test/http/sspm/resources.test.ts',
      'all thirteen operations are read from one application to its issue',
    ],
  }));
}

/** The page `docs/internals/operations.md`, with the strings of the manifest. */
export function operationPage(strings: Readonly<Record<string, string>>): string {
  const uses = operationUses();
  const line = ({ operation, command, node, test, remark }: OperationUse): string => {
    const cells = [
      `\`${operation.id}\``,
      `\`${operation.method} ${operation.path}\``,
      command === undefined ? '–' : (strings[command.replace(/^ordinance\b/, 'command')] ?? command),
      node.join(' › '),
      `\`${test[0]}\``,
      remark ?? '',
    ];
    return `| ${cells.join(' | ')} |`;
  };
  const heading = [
    '| operation | request | command | row | test | remark |',
    '| --- | --- | --- | --- | --- | --- |',
  ];
  const sessions = Object.values(sessionOperations).map(({ method, path }) => `\`${method} ${path}\``);
  return [
    '# Operations of a console',
    '',
    'Made by `npm run docs`: every operation, the command that uses it, the row of the Policies view it',
    'is reached from, and the test that proves it. Paths are below `/api/v<version>`; the row is below the console.',
    '',
    ...heading,
    ...uses.map(line),
    '',
    `${uses.length} operations. Signing in (${sessions.join(', ')}) belongs to`,
    '"Sign In…" and is proved by `test/http/console/sessions.test.ts`.',
    '',
    '## The SSPM service',
    '',
    'Paths are below `sspmUrl`; the row is one of the view _SaaS Posture_, below the service. Nothing is written.',
    '',
    ...heading,
    ...sspmUses().map(line),
    '',
  ].join('\n');
}
