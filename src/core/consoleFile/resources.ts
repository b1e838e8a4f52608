import type { ResourceNames, KnownCollections } from '../policy/collections.ts';

/** A row of a list as a table shows it. */
export type ResourceRow = Readonly<Record<string, string | number | boolean | null>>;

/** A resource that a console lists for a rule, with the fields that collections match. */
export interface ImpactedResource {
  readonly id: string;
  readonly name: string;
  /** `other`: no rule of the policy applies to such a resource. */
  readonly kind: 'image' | 'host' | 'container' | 'other';
  /**
   * One entry for each place where the resource runs, because another rule may apply there. An absent list is
   * unknown.
   */
  readonly places: readonly ResourceNames[];
}

export interface NetworkList {
  /** The name that rules refer to. */
  readonly id: string;
  readonly description: string;
  /** IPv4 addresses and networks. */
  readonly subnets: readonly string[];
  readonly disabled: boolean;
  readonly notes: string;
  readonly owner: string;
  readonly modified: string;
}

/** The fields of a network list that a person edits. */
export type NetworkListDraft = Pick<NetworkList, 'id' | 'description' | 'subnets'>;

export interface BaseImageScope {
  /** `registry/repository:tag`, wildcards in the tag only. */
  readonly id: string;
  readonly description: string;
  readonly images: readonly {
    readonly name: string;
    /** Digest of the top layer. */
    readonly topLayer: string;
    readonly created: string;
  }[];
}

/** A collection: a named scope of resources that rules refer to. */
export interface Collection {
  readonly name: string;
  readonly description: string;
  /** The spelling of the console, such as `#3FA2F7`; may be empty. */
  readonly color: string;
  /** True for a built-in collection, which cannot be edited. */
  readonly system: boolean;
  /**
   * Wildcard patterns by resource list (`hosts`, `images`, …), as stored. An empty pattern means that the
   * list cannot be read.
   */
  readonly patterns: Readonly<Record<string, readonly string[]>>;
}

/** The fields of a collection that a person edits. An absent list is `*`. */
export type CollectionDraft = Pick<Collection, 'name' | 'description' | 'patterns'>;

export interface CollectionUsage {
  readonly name: string;
  /** policy, settings, user, group or registryScan. */
  readonly type: string;
}

/** An IPv4 address, or a network in CIDR notation. */
export function isSubnet(text: string): boolean {
  const [, address = '', bits] = /^(\d{1,3}(?:\.\d{1,3}){3})(?:\/(\d{1,2}))?$/.exec(text) ?? [];
  return (
    address !== '' &&
    address.split('.').every((part) => Number(part) <= 255 && String(Number(part)) === part) &&
    (bits === undefined || Number(bits) <= 32)
  );
}

/** Reads a typed list: entries separated by commas or blanks, without repetitions. */
export function readList(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((entry) => entry !== ''))];
}

/** `registry/repository:tag` with wildcards in the tag only. */
export function isBaseImageScope(text: string): boolean {
  return /^[^\s*][^\s*/]*\/[^\s*]+:[^\s:]+$/.test(text);
}

/** Names a console accepts for new collections. */
export function isCollectionName(text: string): boolean {
  return /^[\w:-]+$/.test(text);
}

/** The entries that were added and removed, for a confirmation. */
export function listChanges(
  before: readonly string[],
  after: readonly string[],
): { readonly added: readonly string[]; readonly removed: readonly string[] } {
  return {
    added: after.filter((entry) => !before.includes(entry)),
    removed: before.filter((entry) => !after.includes(entry)),
  };
}

export interface KnownCheck {
  readonly title: string;
  readonly type?: string;
  /** low, medium, high or critical. */
  readonly severity?: string;
}

/** Facts about a console beside its policies; unknown facts are absent. The objects stay the same until a fact changes. */
export interface ConsoleKnowledge {
  readonly collections?: ReadonlySet<string> | undefined;
  /** The contents of each collection. */
  readonly scopes?: KnownCollections | undefined;
  /** Compliance checks by number. */
  readonly checks?: ReadonlyMap<number, KnownCheck> | undefined;
  /** Custom rules by number. */
  readonly customRules?: ReadonlyMap<number, { readonly name: string; readonly type: string }> | undefined;
  /** The purpose of each tag, and of each network list. */
  readonly tags?: ReadonlyMap<string, string> | undefined;
  readonly networkLists?: ReadonlyMap<string, string> | undefined;
}
