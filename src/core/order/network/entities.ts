import type { KnownCollections } from '../../policy/collections.ts';
import { canonicalText, isEmpty } from '../../policy/canonical.ts';
import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  JsonNumber,
  stringAt,
  type JsonObject,
  type JsonValue,
} from '../../json/json.ts';
import { entityLists } from '../../policy/scopeFields.ts';
import { listAt } from '../misread.ts';
import { reachOf, type NamedScope } from '../orderedRule.ts';
import { rangesOf } from '../ranges.ts';
import { ScopeReader } from '../scopeReader.ts';
import { areBoxesSurelyApart, type Box, type FieldValues } from '../scope.ts';
import { Work } from '../work.ts';
import { networkRange } from './connection.ts';

/** Looks at entities and their patterns, to find those that may be open. */
const maxLooks = 5_000_000;

export type EntityType = 'container' | 'host' | 'subnet' | 'dns';

/** An end of a network rule. */
export interface Entity {
  readonly type: EntityType;
  readonly name: string;
  /** The collections of containers and hosts. */
  readonly scopes: readonly NamedScope[];
  /** For subnets and domains: a text that is equal for equal ones, and their values where known. */
  readonly key: string;
  readonly values?: FieldValues;
  /** Unknown fields, as one text. With unknown fields, the contents of the entity are unknown. */
  readonly unknown?: string;
}

const knownMembers = new Set(['_id', 'allowAll', 'collections', 'domains', 'name', 'subnets', 'type']);
const knownOfSubnet = new Set(['cidr', 'name']);

/** Entities of a network policy by id. */
export class Entities {
  readonly #byId = new Map<string, Entity | undefined>();
  readonly #texts = new Map<string, string>();
  readonly #openTexts: string[] = [];
  /** Texts of entities without a readable id. A missing entity may be any of them. */
  readonly #nameless: string[] = [];
  /** Entities that allow everything from or to a type, before or after the rules. */
  readonly #open = new Map<string, Set<Entity>>();
  /** Whether other entities may share something with these, by type. */
  readonly #meetsOpen = new Map<Entity, Map<string, boolean>>();
  readonly #work = new Work(maxLooks);

  constructor(document: JsonObject, collections: KnownCollections) {
    const scopes = {
      container: new ScopeReader(collections, entityLists.container),
      host: new ScopeReader(collections, entityLists.host),
    };
    for (const item of listAt(document, 'networkEntities')) {
      const id = isJsonObject(item) ? idOf(item.get('_id')) : undefined;
      if (isJsonObject(item) && id !== undefined) {
        const entity = entityOf(item, scopes);
        // The right one of two entities with the same id is unknown.
        this.#byId.set(id, this.#byId.has(id) ? undefined : entity);
        this.#texts.set(id, `${this.#texts.get(id) ?? ''}${canonicalText(item, undefined)}`);
        if (entity) {
          this.#noteOpen(item, entity);
        }
      } else if (item !== null) {
        this.#nameless.push(canonicalText(item, undefined));
      }
    }
  }

  /** Undefined when there is none, or none for certain. */
  get(id: JsonValue | undefined): Entity | undefined {
    const known = idOf(id);
    return known === undefined ? undefined : this.#byId.get(known);
  }

  /** Equal for ids of equal entities, also where the entity is unknown. */
  keyOf(id: JsonValue | undefined): string {
    const known = idOf(id) ?? '';
    return `${known} ${this.#texts.get(known) ?? this.#nameless.join('\n')}`;
  }

  /** A text of all open entities: equal where they leave the same connections to rules. */
  openKey(): string {
    return this.#openTexts.toSorted().join('\n');
  }

  /**
   * Whether an entity may allow all connections from `source` to `destination`. Its effect on rules is not documented. True beyond a
   * limit.
   */
  isOpen(source: Entity, destination: Entity): boolean {
    return (
      this.#mayMeetOpen(source, `from ${destination.type}`) ||
      this.#mayMeetOpen(destination, `to ${source.type}`)
    );
  }

  #mayMeetOpen(entity: Entity, allowed: string): boolean {
    const open = this.#open.get(allowed);
    if (!open) {
      return false;
    }
    const known = this.#meetsOpen.get(entity) ?? new Map<string, boolean>();
    this.#meetsOpen.set(entity, known);
    let mayMeet = known.get(allowed);
    if (mayMeet === undefined) {
      mayMeet = [...open].some((other) => this.#mayMeet(other, entity));
      known.set(allowed, mayMeet);
    }
    return mayMeet;
  }

  #mayMeet(left: Entity, right: Entity): boolean {
    const work = this.#work;
    work.done++;
    if (work.isBeyondLimit || left.type !== right.type) {
      return work.isBeyondLimit;
    }
    return boxesOf(left).some((box) =>
      boxesOf(right).some((other) => {
        work.done++;
        return work.isBeyondLimit || !areBoxesSurelyApart(box, other, work);
      }),
    );
  }

  #noteOpen(written: JsonObject, entity: Entity): void {
    const allowed = openTo(written.get('allowAll'));
    for (const key of allowed) {
      this.#open.set(key, (this.#open.get(key) ?? new Set()).add(entity));
    }
    if (allowed.length > 0) {
      this.#openTexts.push(canonicalText(written, undefined));
    }
  }
}

const entityTypes: readonly EntityType[] = ['container', 'host', 'subnet', 'dns'];

/** The types that an entity allows, as `to container`. Everything where it cannot be read. */
function openTo(allowed: JsonValue | undefined): readonly string[] {
  if (isEmpty(allowed, undefined)) {
    return [];
  }
  const ways = [
    ['to', 'inbound'],
    ['from', 'outbound'],
  ] as const;
  return isReadable(allowed)
    ? ways.flatMap(([way, list]) =>
        arrayAt(allowed, list).flatMap((type) => (typeof type === 'string' ? [`${way} ${type}`] : [])),
      )
    : ways.flatMap(([way]) => entityTypes.map((type) => `${way} ${type}`));
}

function isReadable(allowed: JsonValue | undefined): allowed is JsonObject {
  return (
    isJsonObject(allowed) &&
    [...allowed].every(
      ([key, value]) =>
        isEmpty(value, undefined) ||
        (['inbound', 'outbound'].includes(key) &&
          isJsonArray(value) &&
          value.every((type) => typeof type === 'string')),
    )
  );
}

function boxesOf({ scopes, values }: Entity): readonly Box[] {
  return scopes.length > 0 ? scopes.map(reachOf) : [[values]];
}

export function idOf(id: JsonValue | undefined): string | undefined {
  return id instanceof JsonNumber && Number.isSafeInteger(id.value) ? String(id.value) : undefined;
}

function entityOf(
  entity: JsonObject,
  scopes: Readonly<Record<'container' | 'host', ScopeReader>>,
): Entity | undefined {
  const plain = plainEntityOf(entity, scopes);
  const unknown = unknownOf(entity);
  return plain && unknown !== undefined ? { ...plain, unknown } : plain;
}

function unknownOf(entity: JsonObject): string | undefined {
  const others = [
    ...[...entity].filter(([key]) => !knownMembers.has(key)),
    ...arrayAt(entity, 'subnets').flatMap((subnet) =>
      isJsonObject(subnet) ? [...subnet].filter(([key]) => !knownOfSubnet.has(key)) : [],
    ),
  ];
  return others.length === 0
    ? undefined
    : others.map(([key, value]) => `${key} ${canonicalText(value, undefined)}`).join('\n');
}

function plainEntityOf(
  entity: JsonObject,
  scopes: Readonly<Record<'container' | 'host', ScopeReader>>,
): Entity | undefined {
  const type = stringAt(entity, 'type');
  const name = stringAt(entity, 'name') ?? '';
  switch (type) {
    case 'container':
    case 'host': {
      const named = scopes[type].scopes(listAt(entity, 'collections'));
      return named.length === 0 ? undefined : { type, name, scopes: named, key: '' };
    }
    case 'subnet':
      return subnetOf(name, listAt(entity, 'subnets'));
    case 'dns':
      return domainsOf(name, arrayAt(entity, 'domains'));
    case undefined:
    default:
      return undefined;
  }
}

function subnetOf(name: string, subnets: readonly JsonValue[]): Entity | undefined {
  const texts = subnets.map((subnet) => (isJsonObject(subnet) ? stringAt(subnet, 'cidr') : undefined));
  const ranges = texts.map((cidr) => (cidr === undefined ? undefined : networkRange(cidr)));
  const written = texts.map((cidr, at) => cidr ?? canonicalText(subnets[at] ?? null, undefined));
  const known = ranges.filter((range) => range !== undefined);
  const key = written.toSorted().join(' ');
  if (known.length === 0) {
    return undefined;
  }
  return {
    type: 'subnet',
    name,
    scopes: [],
    key,
    ...(known.length === ranges.length && { values: rangesOf(known) }),
  };
}

/** Names without regard to case. The meaning of anything but a plain name is not documented. */
function domainsOf(name: string, domains: readonly JsonValue[]): Entity | undefined {
  const names = domains.map((domain) => (typeof domain === 'string' ? domain.toLowerCase() : ''));
  if (names.length === 0 || names.includes('')) {
    return undefined;
  }
  const isPlain = names.every((name) => /^[^*?\s/:]+$/.test(name) && !name.endsWith('.'));
  const some = [...new Set(names)].map((text) => ({ kind: 'exact' as const, text }));
  return {
    type: 'dns',
    name,
    scopes: [],
    key: names.toSorted().join(' '),
    ...(isPlain && { values: { some, none: [] } }),
  };
}
