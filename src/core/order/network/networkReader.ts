import type { KnownCollections } from '../../policy/collections.ts';
import { canonicalText, isEmpty } from '../../policy/canonical.ts';
import type { PolicyKind, RuleArray } from '../../policy/families.ts';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../../json/json.ts';
import { ruleName } from '../../policy/ruleMatch.ts';
import { effectText } from '../effect/effectText.ts';
import { orderedRule, type NamedScope, type UnknownReason, type OrderedRule } from '../orderedRule.ts';
import { takingPart, unreadableRule } from '../misread.ts';
import { rangesOf, type Range, type Ranges } from '../ranges.ts';
import { everything, isEmptyBox } from '../scope.ts';
import { connectionBox, type ConnectionParts } from './connection.ts';
import { Entities, type Entity, type EntityType } from './entities.ts';

/** Which types of entities a rule may join. */
const ends: Readonly<
  Record<string, { readonly source: EntityType; readonly destinations: readonly EntityType[] }>
> = {
  containerRules: { source: 'container', destinations: ['container', 'subnet', 'dns'] },
  hostRules: { source: 'host', destinations: ['host', 'subnet'] },
};

const allPorts: Ranges = { ranges: [[0n, 65_535n]] };

/** The part of a connection that each type of destination restricts. */
const partOf = { container: 'destination', host: 'destination', subnet: 'address', dns: 'domain' } as const;

/**
 * Rules of the network as order sees them: a rule names the connections between two entities at some ports. Each pair of a
 * collection of the source and one of the destination is a scope. Rules to destinations of another type are in another group:
 * a container may have an address of a subnet, and that address a name.
 */
export class NetworkReader {
  readonly #kind: PolicyKind;
  readonly #entities: Entities;
  readonly #scopes: Map<string, NamedScope>;

  /** `scopes`: those of other readings with the same collections; the same connections are the same scope. */
  constructor(
    kind: PolicyKind,
    document: JsonObject,
    collections: KnownCollections,
    scopes = new Map<string, NamedScope>(),
  ) {
    this.#kind = kind;
    this.#scopes = scopes;
    this.#entities = new Entities(document, collections);
  }

  read(array: RuleArray['key'], rule: JsonValue): OrderedRule {
    if (!isJsonObject(rule)) {
      return unreadableRule(rule);
    }
    const [source, destination] = [this.#entities.get(rule.get('src')), this.#entities.get(rule.get('dst'))];
    const group = destination?.type ?? 'unknown';
    return orderedRule(
      {
        name: ruleName(rule),
        enabled: rule.get('disabled') !== true,
        scopes: takingPart(rule, this.#scopesOf(array, rule, source, destination)),
        comparisonGroup: group,
      },
      () => effectText(this.#kind, rule),
    );
  }

  #scopesOf(
    array: RuleArray['key'],
    rule: JsonObject,
    source: Entity | undefined,
    destination: Entity | undefined,
  ): readonly NamedScope[] {
    const ports = portsOf(rule.get('ports'));
    const joins = ends[array];
    if (!source || !destination || !joins) {
      const ids = [rule.get('src'), rule.get('dst')].map((id) => this.#entities.keyOf(id));
      const names = { source: source?.name ?? '?', destination: destination?.name ?? '?' };
      return [this.#scope(`${ids.join(' → ')} ${ports.key}`, ['no-entity'], { port: ports.ranges }, names)];
    }
    const isUsual = source.type === joins.source && joins.destinations.includes(destination.type);
    const isOpen = this.#entities.isOpen(source, destination);
    const why: readonly UnknownReason[] = [
      ...(isUsual ? [] : (['odd-ends'] as const)),
      ...ports.why,
      ...(isOpen ? (['open-entity'] as const) : []),
    ];
    // Another open entity may leave other connections to the rule.
    const open = isOpen ? ` open ${this.#entities.openKey()}` : '';
    const part = partOf[destination.type];
    return source.ends.flatMap((from) =>
      destination.ends.map((to) =>
        this.#scope(
          `${source.type} ${from.key} → ${destination.type} ${to.key} ${ports.key}${open}`,
          [...why, ...from.why, ...to.why],
          {
            source: partOf[source.type] === 'destination' ? from.box : everything,
            [part]: part === 'destination' ? to.box : to.box[0],
            port: ports.ranges,
          },
          { source: from.shown, destination: to.shown },
        ),
      ),
    );
  }

  #scope(
    name: string,
    why: readonly UnknownReason[],
    parts: ConnectionParts,
    ends: NonNullable<NamedScope['ends']>,
  ): NamedScope {
    const isExact = why.length === 0;
    const key = `${name} ${isExact}`;
    let scope = this.#scopes.get(key);
    if (!scope) {
      const box = connectionBox(parts);
      scope = {
        name,
        ends,
        ...(isExact ? { box } : { box: undefined, outer: box, why }),
        ...(isEmptyBox(box) && { isEmpty: true }),
      };
      this.#scopes.set(key, scope);
    }
    return scope;
  }
}

/** The meaning of no ports, and of ranges that deny, is not documented. */
function portsOf(ports: JsonValue | undefined): {
  readonly ranges: Ranges;
  readonly why: readonly UnknownReason[];
  readonly key: string;
} {
  const list = isJsonArray(ports) ? ports : [];
  const [denied, others] = [list.filter(isDenied), list.filter((port) => !isDenied(port))];
  const known = others.map(portRange).filter((range) => range !== undefined);
  const isOdd = known.length < others.length || (list.length === 0 && !isEmpty(ports, undefined));
  const why: readonly UnknownReason[] = [
    ...(isEmpty(ports, undefined) ? (['no-ports'] as const) : []),
    ...(denied.length > 0 ? (['denied-ports'] as const) : []),
    ...(isOdd ? (['odd-ports'] as const) : []),
  ];
  if (why.length > 0) {
    return { ranges: allPorts, why, key: canonicalText(ports ?? null, undefined) };
  }
  const ranges = rangesOf(known);
  return { ranges, why, key: ranges.ranges.map((range) => range.join('-')).join(' ') };
}

function isDenied(port: JsonValue): boolean {
  return isJsonObject(port) && port.get('deny') === true;
}

function portRange(port: JsonValue): Range | undefined {
  const isKnown =
    isJsonObject(port) &&
    (port.get('deny') ?? false) === false &&
    [...port.keys()].every((key) => ['start', 'end', 'deny'].includes(key));
  const [start, end] = isKnown ? [portNumber(port.get('start')), portNumber(port.get('end'))] : [];
  return start === undefined || end === undefined || end < start ? undefined : [start, end];
}

function portNumber(value: JsonValue | undefined): bigint | undefined {
  const number = value instanceof JsonNumber ? value.value : Number.NaN;
  return Number.isInteger(number) && number >= 0 && number <= 65_535 ? BigInt(number) : undefined;
}
