import type {
  ConsoleKnowledge,
  KnownCheck,
  Collection,
  NetworkList,
  ResourceRow,
} from '../../core/consoleFile/resources.ts';
import type { PlainListName } from '../../core/consoleFile/lists.ts';
import type { KnownCollections } from '../../core/policy/collections.ts';

/** Collections, checks and other names from a console. */
export interface ConsoleNames extends ConsoleKnowledge {
  readonly collections: ReadonlySet<string>;
  readonly scopes: KnownCollections;
  readonly list: readonly Collection[];
}

/** The requests that read the names of a console. */
export interface NameRequests {
  readonly collections: { list(): Promise<readonly Collection[]> };
  readonly networkLists: { list(): Promise<readonly NetworkList[]> };
  readonly lookups: {
    checks(): Promise<readonly (Required<KnownCheck> & { readonly id: number })[] | undefined>;
    rows(list: PlainListName): Promise<readonly ResourceRow[]>;
  };
}

/**
 * Reads the names of a console. A role may be unable to read anything but collections, so other failures only
 * leave names out.
 */
export async function readNames(
  { collections, lookups, networkLists }: NameRequests,
  onFailure: (what: string, error: unknown) => void,
): Promise<ConsoleNames> {
  const list = await collections.list();
  const unlessRefused = async <T>(what: string, reading: Promise<T>): Promise<T | undefined> => {
    try {
      return await reading;
    } catch (error) {
      onFailure(what, error);
      return undefined;
    }
  };
  const [checks, rules, tags, lists] = await Promise.all([
    unlessRefused('checks', checksIn(lookups)),
    unlessRefused('custom rules', lookups.rows('custom-rules')),
    unlessRefused('tags', lookups.rows('tags')),
    unlessRefused('network lists', networkLists.list()),
  ]);
  return {
    list,
    collections: new Set(list.map(({ name }) => name)),
    scopes: new Map(list.map(({ name, patterns }) => [name, patterns])),
    checks,
    ...(rules && {
      customRules: new Map(
        rules.map(({ id, name, type }) => [Number(id), { name: String(name), type: String(type ?? '') }]),
      ),
    }),
    ...(tags && {
      tags: new Map(tags.map((tag) => [String(tag['name']), String(tag['description'] ?? '')])),
    }),
    ...(lists && { networkLists: new Map(lists.map(({ id, description }) => [id, description])) }),
  };
}

/** The catalog with the custom checks. */
async function checksIn(lookups: NameRequests['lookups']): Promise<ConsoleKnowledge['checks']> {
  const checks = await lookups.checks();
  const custom = checks && (await lookups.rows('custom-checks'));
  return (
    custom &&
    new Map([
      ...checks.map(({ id, title, type, severity }) => [id, { title, type, severity }] as const),
      ...custom.map(
        ({ id, title, name, severity }) =>
          [
            Number(id),
            { title: String(title || name), type: 'custom', severity: String(severity ?? '') },
          ] as const,
      ),
    ])
  );
}

export function sameNames(left: ConsoleNames, right: ConsoleNames): boolean {
  const text = ({ list, checks, customRules, tags, networkLists }: ConsoleNames): string =>
    JSON.stringify([list, ...[checks, customRules, tags, networkLists].map((map) => [...(map ?? [])])]);
  return text(left) === text(right) && (left.checks === undefined) === (right.checks === undefined);
}
