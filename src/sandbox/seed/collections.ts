import type { ResourceList } from '../../core/policy/collections.ts';

export interface SeedCollection {
  readonly name: string;
  readonly description: string;
  readonly scope: Partial<Record<ResourceList, readonly string[]>>;
}

/** Teams: each owns the images below its folder of the registry and a few of its own spelling. */
const teams: readonly (readonly [team: string, extra?: string])[] = [
  ['payments', '*/pay-gateway:*'],
  ['checkout'],
  ['catalogue', '*/catalog-*'],
  ['search', '*/indexer:*'],
  ['identity', '*/sso-*'],
  ['notifications'],
  ['inventory'],
  ['shipping', '*/parcel-*'],
  ['billing', '*/invoice-*'],
  ['analytics', '*/etl-*'],
  ['ml-platform', '*/cuda-*'],
  ['data-lake'],
  ['mobile-api', '*/bff-*'],
  ['web-front', '*/nginx-web:*'],
  ['platform', '*/platform-tools:*'],
  ['observability', '*/telemetry-*'],
  ['partner-api'],
  ['legacy-erp', '*/erp-*'],
];

/** `name | what it is | list: pattern, pattern; list: pattern` */
const others = `
prod-clusters|Production clusters in all regions|clusters: prod-*
staging-clusters|Staging clusters|clusters: staging-*, preprod-*
kube-system|System workloads of every cluster|namespaces: kube-system, kube-public
ingress|Ingress controllers and gateways|namespaces: ingress-*, gateway-system
ci-runners-ns|Build jobs that run in clusters|namespaces: ci-*; clusters: tools-*
hosts-bastion|Jump hosts|hosts: bastion-*
hosts-build|Build agents|hosts: build-*, agent-*
hosts-database|Database servers|hosts: db-*, *-pg-*
hosts-windows|Windows servers|hosts: win-*
hosts-edge|Edge nodes at the sites|hosts: edge-*
hosts-gpu|GPU workers|hosts: gpu-*
hosts-nodes|Cluster nodes|hosts: node-*; clusters: prod-*, staging-*
account-prod|Production cloud accounts|accountIDs: 000000000101, 000000000102
account-staging|Staging cloud account|accountIDs: 000000000201
account-sandbox|Accounts for experiments|accountIDs: 00000000090*
fn-orders|Order functions|functions: orders-*
fn-billing|Billing functions|functions: billing-*, invoice-*
fn-notify|Notification functions|functions: notify-*
fn-etl|Data pipelines|functions: etl-*, *-transform
app-kiosk|Kiosk application|appIDs: kiosk-*
app-ledger|Ledger application|appIDs: ledger-*, ledger:*
pci-scope|Everything labelled as in scope of card data|labels: compliance:pci
internet-facing|Labelled as reachable from outside|labels: exposure:public
`;

/** What each team builds, one image each. */
const services =
  'gateway frontend api worker scheduler migrate exporter consumer producer cache importer admin docs mailer reports sync webhooks audit'.split(
    ' ',
  );
/** Parts of groups of hosts, functions and apps: `collection: part part`. */
const parts: Readonly<Record<string, string>> = {
  'hosts-bastion': 'eu us ap lab',
  'hosts-build': 'eu us ap lab',
  'hosts-database': 'eu us ap lab',
  'hosts-windows': 'eu us ap lab',
  'hosts-edge': 'eu us ap lab',
  'hosts-gpu': 'eu us ap lab',
  'fn-orders': 'create cancel export',
  'fn-billing': 'close remind export',
  'fn-notify': 'mail push',
  'fn-etl': 'load clean',
  'app-kiosk': 'store office',
  'app-ledger': 'book report',
};

function parseRow(row: string): SeedCollection {
  const [name = '', description = '', scope = ''] = row.split('|');
  const lists = scope.split(';').map((list) => {
    const [key = '', patterns = ''] = list.split(': ');
    return [key.trim(), patterns.split(',').map((pattern) => pattern.trim())];
  });
  return { name, description, scope: Object.fromEntries(lists) as SeedCollection['scope'] };
}

export const teamNames: readonly string[] = teams.map(([team]) => team);

const groups = others.trim().split('\n').map(parseRow);

/** One for each service of a team, by team. */
const serviceCollections = new Map(
  teamNames.map((team) => [
    team,
    services.map((service): SeedCollection => ({
      name: `${team}-${service}`,
      description: `Images of the service ${service} of the ${team} team`,
      scope: { images: [`registry.example/${team}/${service}:*`] },
    })),
  ]),
);

/** Those below a group, where its names begin with the part: `build-*` has `build-eu-*`. */
const partCollections = new Map(
  groups.map(({ name, description, scope }) => [
    name,
    (parts[name]?.split(' ') ?? []).map((part): SeedCollection => ({
      name: `${name}-${part}`,
      description: `${description}: ${part}`,
      scope: Object.fromEntries(
        Object.entries(scope).map(([list, patterns]) => [
          list,
          patterns
            .filter((pattern) => /^\w+-\*$/.test(pattern))
            .map((pattern) => pattern.replace('*', `${part}-*`)),
        ]),
      ),
    })),
  ]),
);

/** Names of the collections that lie within one of these. */
export function withinCollections(names: readonly string[]): readonly string[] {
  return names.flatMap((name) =>
    [...(serviceCollections.get(name) ?? []), ...(partCollections.get(name) ?? [])].map((one) => one.name),
  );
}

/**
 * The built-in one, one per team, scopes by cluster, host, account, function, app and label; then the finer ones: a service
 * of a team, a site of a group of hosts, a step of a group of functions.
 */
export const seedCollections: readonly SeedCollection[] = [
  { name: 'All', description: 'System - all resources collection', scope: {} },
  ...teams.map(([team, extra]): SeedCollection => ({
    name: team,
    description: `Images of the ${team} team`,
    scope: { images: [`registry.example/${team}/*`, ...(extra ? [extra] : [])] },
  })),
  ...groups,
  ...[...serviceCollections.values()].flat(),
  ...[...partCollections.values()].flat(),
];
