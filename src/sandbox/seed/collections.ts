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

function parseRow(row: string): SeedCollection {
  const [name = '', description = '', scope = ''] = row.split('|');
  const lists = scope.split(';').map((list) => {
    const [key = '', patterns = ''] = list.split(': ');
    return [key.trim(), patterns.split(',').map((pattern) => pattern.trim())];
  });
  return { name, description, scope: Object.fromEntries(lists) as SeedCollection['scope'] };
}

export const teamNames: readonly string[] = teams.map(([team]) => team);

/** 42 collections: the built-in one, one per team, and scopes by cluster, host, account, function, app and label. */
export const seedCollections: readonly SeedCollection[] = [
  { name: 'All', description: 'System - all resources collection', scope: {} },
  ...teams.map(([team, extra]): SeedCollection => ({
    name: team,
    description: `Images of the ${team} team`,
    scope: { images: [`registry.example/${team}/*`, ...(extra ? [extra] : [])] },
  })),
  ...others.trim().split('\n').map(parseRow),
];
