import type { Family } from '../policy/families.ts';
import { l10n } from '../util/l10n.ts';

/** The titles of columns, by the field of the row. */
export const columnTitles = {
  name: () => l10n.t('Name'),
  type: () => l10n.t('Type'),
  collections: () => l10n.t('Collections'),
  clusters: () => l10n.t('Clusters'),
  namespaces: () => l10n.t('Namespaces'),
  hosts: () => l10n.t('Hosts'),
  account: () => l10n.t('Account'),
  system: () => l10n.t('System'),
  scanned: () => l10n.t('Scanned'),
  error: () => l10n.t('Error'),
  id: () => l10n.t('Id'),
  image: () => l10n.t('Image'),
  host: () => l10n.t('Host'),
  namespace: () => l10n.t('Namespace'),
  cluster: () => l10n.t('Cluster'),
  started: () => l10n.t('Started'),
  description: () => l10n.t('Description'),
  owner: () => l10n.t('Owner'),
  modified: () => l10n.t('Modified'),
  scope: () => l10n.t('Scope'),
  topLayer: () => l10n.t('Top layer'),
  created: () => l10n.t('Created'),
  count: () => l10n.t('Number of subnets'),
  subnets: () => l10n.t('Subnets'),
  disabled: () => l10n.t('Disabled'),
  builtIn: () => l10n.t('Built in'),
  images: () => l10n.t('Images'),
  labels: () => l10n.t('Labels'),
  containers: () => l10n.t('Containers'),
  functions: () => l10n.t('Functions'),
  appIDs: () => l10n.t('App ids'),
  accountIDs: () => l10n.t('Account ids'),
  color: () => l10n.t('Color'),
  title: () => l10n.t('Title'),
  severity: () => l10n.t('Severity'),
  templates: () => l10n.t('Templates'),
  exceptions: () => l10n.t('Exceptions'),
  vulnerabilities: () => l10n.t('Vulnerabilities'),
  status: () => l10n.t('Status'),
  updated: () => l10n.t('Updated'),
  configuration: () => l10n.t('Configuration'),
  policy: () => l10n.t('Policy'),
  rule: () => l10n.t('Rule'),
  position: () => l10n.t('Position'),
} as const satisfies Readonly<Record<string, () => string>>;

export type ColumnKey = keyof typeof columnTitles;

/** A column of a list. */
export interface ListColumn {
  readonly key: ColumnKey;
  /** Text by default. */
  readonly kind?: 'number' | 'boolean' | 'date';
  /** Hidden until a person shows it. */
  readonly hidden?: true;
  /** The field of the answer, if its name differs from `key`. */
  readonly member?: string;
  /** For a field that is a list: show the number of its entries, or their ids. */
  readonly of?: 'count' | 'ids';
}

interface PlainList {
  /** The operation that reads the list, and its path below `/api/v<version>`. */
  readonly operation: string;
  readonly path: string;
  readonly columns: readonly ListColumn[];
}

/** Columns about the last change of an entry. */
export const changeColumns = [
  { key: 'owner', hidden: true },
  { key: 'modified', kind: 'date', hidden: true },
] as const;

/** Lists that are only read. A new list needs a row here, and its title and icon in `listLabels.ts`. */
const plain = {
  'custom-checks': {
    operation: 'customChecks',
    path: '/custom-compliance',
    columns: [
      { key: 'id', member: '_id', kind: 'number' },
      { key: 'name' },
      { key: 'title' },
      { key: 'severity' },
      { key: 'disabled', kind: 'boolean' },
      ...changeColumns,
    ],
  },
  'custom-rules': {
    operation: 'customRules',
    path: '/custom-rules',
    columns: [
      { key: 'id', member: '_id', kind: 'number' },
      { key: 'name' },
      { key: 'type' },
      { key: 'description' },
      ...changeColumns,
    ],
  },
  tags: {
    operation: 'tags',
    path: '/tags',
    columns: [
      { key: 'name' },
      { key: 'description' },
      { key: 'exceptions', member: 'vulns', of: 'count', kind: 'number' },
      { key: 'vulnerabilities', member: 'vulns', of: 'ids' },
      { key: 'color', hidden: true },
    ],
  },
} as const satisfies Readonly<Record<string, PlainList>>;

export type PlainListName = keyof typeof plain;

export const plainLists: Readonly<Record<PlainListName, PlainList>> = plain;

/** The lists of a console beside its policies. */
export const listNames = [
  'base-images',
  'network-lists',
  'collections',
  'checks',
  ...(Object.keys(plain) as PlainListName[]),
] as const;

export type ListName = (typeof listNames)[number];

export function isPlainList(list: ListName): list is PlainListName {
  return Object.hasOwn(plain, list);
}

/** Lists that belong to one family; all others belong to the whole console. */
export const familyOfList: Readonly<Partial<Record<ListName, Family>>> = {
  'base-images': 'vulnerability',
  'network-lists': 'waas',
};
