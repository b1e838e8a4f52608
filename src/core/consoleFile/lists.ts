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

interface ListFacts {
  readonly title: () => string;
  /** The name of a VS Code product icon. */
  readonly icon: string;
  /** The word for the list in menu conditions; `lookup` for a list without actions. */
  readonly word?: string;
  /** The family to which the list belongs; all others belong to the whole console. */
  readonly family?: Family;
}

interface PlainList extends ListFacts {
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

/** Lists that are only read. */
const plain = {
  'custom-checks': {
    title: () => l10n.t('Custom checks'),
    icon: 'note',
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
    title: () => l10n.t('Custom rules'),
    icon: 'law',
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
    title: () => l10n.t('Tags'),
    icon: 'tag',
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

const lists = {
  collections: { title: () => l10n.t('Collections'), icon: 'group-by-ref-type', word: 'collections' },
  'network-lists': {
    title: () => l10n.t('Network lists'),
    icon: 'list-tree',
    word: 'networklists',
    family: 'waas',
  },
  'base-images': {
    title: () => l10n.t('Base images'),
    icon: 'layers',
    word: 'baseimages',
    family: 'vulnerability',
  },
  checks: { title: () => l10n.t('Compliance checks'), icon: 'checklist' },
  ...plain,
} as const satisfies Readonly<Record<string, ListFacts>>;

export type ListName = keyof typeof lists;

/** The lists of a console beside its policies. */
export const consoleLists: Readonly<Record<ListName, ListFacts>> = lists;

export const listNames = Object.keys(lists) as readonly ListName[];

export function isPlainList(list: ListName): list is PlainListName {
  return Object.hasOwn(plain, list);
}
