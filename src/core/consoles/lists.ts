import type { Family } from '../policy/families.ts';

/** A member of the rows of a list. */
export interface ListColumn {
  readonly key: string;
  /** Text, when it does not say. */
  readonly kind?: 'number' | 'boolean' | 'date';
  /** Shown when asked for. */
  readonly hidden?: true;
  /** The member it is read from, where that has another name. */
  readonly member?: string;
  /** Of a member that is a list itself: how many entries it has, or their ids. */
  readonly of?: 'count' | 'ids';
}

interface PlainList {
  /** The operation that reads it, and its path below `/api/v<version>`. */
  readonly operation: string;
  readonly path: string;
  readonly columns: readonly ListColumn[];
}

const changed = [
  { key: 'owner', hidden: true },
  { key: 'modified', kind: 'date', hidden: true },
] as const;

/** Lists that are read as they are and never written. A new one is a row here, and its title and icon in `listLooks.ts`. */
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
      ...changed,
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
      ...changed,
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

/** Lists a console holds beside its policies. */
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

/** Lists that stand beside the policies of a family; all others are of the whole console. */
export const familyOfList: Readonly<Partial<Record<ListName, Family>>> = {
  'base-images': 'vulnerability',
  'network-lists': 'waas',
};
