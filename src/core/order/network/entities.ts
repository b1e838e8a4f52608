import type { KnownCollections } from '../../policy/collections.ts';
import { listsByTarget } from '../../policy/families.ts';
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
import { listAt } from '../misread.ts';
import { reachOf, type NamedScope, type UnknownReason } from '../orderedRule.ts';
import { rangesOf } from '../ranges.ts';
import { ScopeReader } from '../scopeReader.ts';
import { areBoxesSurelyApart, everything, type Box, type FieldValues } from '../scope.ts';
import { Work } from '../patternSet.ts';
import { isDomain, networkRange } from './connection.ts';

/** Looks at entities and their patterns, to find those that may be open. */
const maxLooks = 5_000_000;

export type EntityType = 'container' | 'host' | 'subnet' | 'dns';

/** An end of a network rule. */
export interface Entity {
  readonly type: EntityType;
  readonly name: string;
  readonly ends: readonly EntityEnd[];
}

/** A collection of a container or host, or a subnet or domains as a whole. */
interface EntityEnd {
  /** Equal for equal contents, also where these are unknown. */
  readonly key: string;
  /** For people. */
  readonly shown: string;
  /** Reasons why the contents are not fully known; empty where they are. */
  readonly why: readonly UnknownReason[];
  /** All that it may contain: resources, or values of the one field of subnets and domains. */
  readonly box: Box;
}

const knownMembers = new Set(['_id', 'allowAll', 'collections', 'domains', 'name', 'subnets', 'type']);
const knownOfSubnet = new Set(['cidr', 'name']);

/** Entities of a network policy by id. */
export class Entities {
  readonly #byId = new Map<string, Entity | undefined>();
  readonly #texts = new Map<string, string>();
  /** Texts of entities without a readable id. A missing entity may be any of them. */
  readonly #nameless: string[] = [];
  /** Entities that allow everything from or to some types, before or after the rules. */
  readonly #open: { readonly entity: Entity; readonly allowed: readonly string[]; readonly text: string }[] =
    [];
  /** For each entity, all that open entities allow which may share something with it. */
  readonly #allowed = new Map<Entity, ReadonlySet<string>>();
  readonly #work = new Work(maxLooks);

  constructor(document: JsonObject, collections: KnownCollections) {
    const scopes = {
      container: new ScopeReader(collections, listsByTarget.container),
      host: new ScopeReader(collections, listsByTarget.host),
    };
    for (const item of listAt(document, 'networkEntities')) {
      const id = isJsonObject(item) ? idOf(item.get('_id')) : undefined;
      if (isJsonObject(item) && id !== undefined) {
        const entity = entityOf(item, scopes);
        const text = canonicalText(item, undefined);
        const allowed = openTo(item.get('allowAll'));
        // The right one of two entities with the same id is unknown.
        this.#byId.set(id, this.#byId.has(id) ? undefined : entity && withUnknown(item, entity));
        this.#texts.set(id, `${this.#texts.get(id) ?? ''}${text}`);
        if (entity && allowed.length > 0) {
          this.#open.push({ entity, allowed, text });
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
    const texts = this.#open.map(({ text }) => text);
    return texts.toSorted().join('\n');
  }

  /**
   * Whether an entity may allow all connections from `source` to `destination`. Its effect on rules is not documented. True beyond a
   * limit.
   */
  isOpen(source: Entity, destination: Entity): boolean {
    return (
      this.#allowedFor(source).has(`from ${destination.type}`) ||
      this.#allowedFor(destination).has(`to ${source.type}`)
    );
  }

  #allowedFor(entity: Entity): ReadonlySet<string> {
    let allowed = this.#allowed.get(entity);
    if (!allowed) {
      const open = this.#open.filter((other) => this.#mayMeet(other.entity, entity));
      allowed = new Set(open.flatMap((other) => other.allowed));
      this.#allowed.set(entity, allowed);
    }
    return allowed;
  }

  #mayMeet(left: Entity, right: Entity): boolean {
    const work = this.#work;
    work.done++;
    if (work.isBeyondLimit || left.type !== right.type) {
      return work.isBeyondLimit;
    }
    return left.ends.some(({ box }) =>
      right.ends.some((other) => {
        work.done++;
        return work.isBeyondLimit || !areBoxesSurelyApart(box, other.box, work);
      }),
    );
  }
}

const entityTypes: readonly EntityType[] = ['container', 'host', 'subnet', 'dns'];

const ways: ReadonlyMap<string, string> = new Map([
  ['inbound', 'to'],
  ['outbound', 'from'],
]);

/** The types that an entity allows, as `to container`. Everything where it cannot be read. */
function openTo(allowed: JsonValue | undefined): readonly string[] {
  const lists: JsonObject = isJsonObject(allowed) ? allowed : new Map([['', allowed ?? null]]);
  const open = [...lists].flatMap(([key, list]) => {
    const types = isEmpty(list, undefined) ? [] : isJsonArray(list) ? list : [null];
    const way = ways.get(key);
    return types.map((type) => (way && typeof type === 'string' ? `${way} ${type}` : undefined));
  });
  return open.every((text) => text !== undefined)
    ? open
    : [...ways.values()].flatMap((way) => entityTypes.map((type) => `${way} ${type}`));
}

function idOf(id: JsonValue | undefined): string | undefined {
  return id instanceof JsonNumber && Number.isSafeInteger(id.value) ? String(id.value) : undefined;
}

/** Undefined without a certain meaning. */
function entityOf(
  entity: JsonObject,
  scopes: Readonly<Record<'container' | 'host', ScopeReader>>,
): Entity | undefined {
  const name = stringAt(entity, 'name') ?? '';
  const type = entityTypes.find((known) => known === entity.get('type'));
  switch (type) {
    case 'container':
    case 'host': {
      const named = scopes[type].scopes(listAt(entity, 'collections'));
      return named.length === 0 ? undefined : { type, name, ends: named.map(endOf) };
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

function endOf(scope: NamedScope): EntityEnd {
  const { name, box } = scope;
  return { key: name, shown: name, why: box ? [] : (scope.why ?? ['collections']), box: reachOf(scope) };
}

/** With unknown fields, the contents of an entity are unknown. */
function withUnknown(written: JsonObject, entity: Entity): Entity {
  const others = [
    ...[...written].filter(([key]) => !knownMembers.has(key)),
    ...arrayAt(written, 'subnets').flatMap((subnet) =>
      isJsonObject(subnet) ? [...subnet].filter(([key]) => !knownOfSubnet.has(key)) : [],
    ),
  ];
  const unknown = others.map(([key, value]) => `${key} ${canonicalText(value, undefined)}`).join('\n');
  return others.length === 0
    ? entity
    : {
        ...entity,
        ends: entity.ends.map((end) => ({
          ...end,
          key: `${end.key} ${unknown}`,
          why: ['odd-entity'],
          box: everything,
        })),
      };
}

function subnetOf(name: string, subnets: readonly JsonValue[]): Entity | undefined {
  const texts = subnets.map((subnet) => (isJsonObject(subnet) ? stringAt(subnet, 'cidr') : undefined));
  const ranges = texts.map((cidr) => (cidr === undefined ? undefined : networkRange(cidr)));
  const written = texts.map((cidr, at) => cidr ?? canonicalText(subnets[at] ?? null, undefined));
  const known = ranges.filter((range) => range !== undefined);
  return known.length === 0
    ? undefined
    : wholeOf('subnet', name, written, known.length === ranges.length ? rangesOf(known) : undefined);
}

/** Names without regard to case. */
function domainsOf(name: string, domains: readonly JsonValue[]): Entity | undefined {
  const names = domains.map((domain) => (typeof domain === 'string' ? domain.toLowerCase() : ''));
  if (names.length === 0 || names.includes('')) {
    return undefined;
  }
  const isPlain = names.every(isDomain);
  const some = [...new Set(names)].map((text) => ({ kind: 'exact' as const, text }));
  return wholeOf('dns', name, names, isPlain ? { some, none: [] } : undefined);
}

function wholeOf(
  type: 'subnet' | 'dns',
  name: string,
  written: readonly string[],
  values: FieldValues,
): Entity {
  const why: readonly UnknownReason[] = values ? [] : [type === 'dns' ? 'domains' : 'subnets'];
  const end = { key: written.toSorted().join(' '), shown: name, why, box: values ? [values] : everything };
  return { type, name, ends: [end] };
}
