import type { JsonObject } from '../json/json.ts';
import type { ResourceNames } from '../policy/collections.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { PlainListName } from './lists.ts';

/** A row of a list as a table shows it. */
export type ResourceRow = Readonly<Record<string, string | number | boolean | null>>;

/** One page of rows. `total` is the number of rows on all pages, if the console states it. */
export interface ResourceRows {
  readonly rows: readonly ResourceRow[];
  readonly total?: number;
}

/** The shape of the listed resources. It determines the fields of their rows. */
export type ImpactedShape = 'image' | 'container' | 'out-of-band' | 'mirrored';

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

export interface ImpactedResources {
  readonly resources: readonly ImpactedResource[];
  /** The number of resources on all pages, if the console states it. */
  readonly total?: number;
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
  readonly images: readonly BaseImage[];
}

export interface BaseImage {
  readonly name: string;
  /** Digest of the top layer. */
  readonly topLayer: string;
  readonly created: string;
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

export interface CollectionDraft {
  readonly name: string;
  readonly description: string;
  /** Patterns for each resource list; an absent list is `*`. */
  readonly patterns: Readonly<Record<string, readonly string[]>>;
}

export interface CollectionUsage {
  readonly name: string;
  /** policy, settings, user, group or registryScan. */
  readonly type: string;
}

/** One compliance check of the catalog. */
export interface ComplianceCheck {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly severity: string;
  readonly description: string;
  readonly templates: readonly string[];
}

export interface AgentlessState {
  readonly states: readonly {
    readonly configId: string;
    readonly status: string;
    readonly lastUpdate: string;
    readonly error: string;
  }[];
  /** Rules that were removed but whose deployment still exists. */
  readonly deletedRules: readonly string[];
}

/**
 * The lists of a console beside its policies. Throws `ExpectedError` and `CanceledError`. A sequence is read
 * page by page. An addition is never sent twice: when its answer is lost, the list is read.
 */
export interface ConsoleResources {
  readonly impacted: {
    shapeOf(kind: PolicyKind): ImpactedShape | undefined;
    rows(kind: PolicyKind, ruleName: string, signal?: AbortSignal): AsyncIterable<ResourceRows>;
    /** Lists the resources with the fields that rules match. */
    resources(kind: PolicyKind, ruleName: string, signal?: AbortSignal): AsyncIterable<ImpactedResources>;
  };
  readonly agentless: {
    state(signal?: AbortSignal): Promise<AgentlessState>;
    resources(configId: string, signal?: AbortSignal): AsyncIterable<ResourceRows>;
  };
  readonly apiSpecification: {
    /** `text` is an OpenAPI or Swagger document. The result is for a rule; the console stores nothing. */
    resolve(text: string, signal?: AbortSignal): Promise<JsonObject>;
  };
  readonly networkLists: {
    list(signal?: AbortSignal): Promise<readonly NetworkList[]>;
    add(list: NetworkListDraft, signal?: AbortSignal): Promise<void>;
    /** `shown` is the version that the user saw. When the console has another one, nothing is written. */
    update(list: NetworkListDraft, shown: NetworkListDraft, signal?: AbortSignal): Promise<void>;
    /** `shown` is the version that the user saw. When the console has another one, nothing is deleted. */
    remove(shown: NetworkList, signal?: AbortSignal): Promise<void>;
  };
  readonly baseImages: {
    list(signal?: AbortSignal): Promise<readonly BaseImageScope[]>;
    add(scope: Pick<BaseImageScope, 'id' | 'description'>, signal?: AbortSignal): Promise<void>;
    /** `shown` is the version that the user saw. When the console has another one, nothing is deleted. */
    remove(shown: Pick<BaseImageScope, 'id' | 'description'>, signal?: AbortSignal): Promise<void>;
    csv(signal?: AbortSignal): Promise<string>;
  };
  readonly collections: {
    list(signal?: AbortSignal): Promise<readonly Collection[]>;
    /** The names that the caller may see. */
    mine(signal?: AbortSignal): Promise<readonly string[]>;
    usages(name: string, signal?: AbortSignal): Promise<readonly CollectionUsage[]>;
    add(collection: CollectionDraft, signal?: AbortSignal): Promise<void>;
    /** `shown` is the version that the user saw. When the console has another one, nothing is written. */
    update(collection: CollectionDraft, shown: CollectionDraft, signal?: AbortSignal): Promise<void>;
    /** `shown` is the version that the user saw. When the console has another one, nothing is deleted. */
    remove(shown: Collection, signal?: AbortSignal): Promise<void>;
  };
  readonly lookups: {
    /** Undefined when this console does not publish its catalog. */
    checks(signal?: AbortSignal): Promise<readonly ComplianceCheck[] | undefined>;
    rows(list: PlainListName, signal?: AbortSignal): Promise<readonly ResourceRow[]>;
    /** The release, such as `34.04.141`, and its API version, which is undefined when it is unknown. */
    release(
      signal?: AbortSignal,
    ): Promise<{ readonly release: string; readonly apiVersion: string | undefined }>;
  };
}
