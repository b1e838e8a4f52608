import { resourceLists, type ResourceList } from '../policy/collections.ts';
import type { PolicyKind } from '../policy/families.ts';
import { scopeFieldsOf } from '../policy/scopeFields.ts';
import { decideAt, isInScope, isKnownIn, knownPoint, type KnownPoint, type KnownResource } from './decide.ts';
import { effectOf, type Effect } from './effect/effectOf.ts';
import { inLane, lanesOf } from './lanes.ts';
import { addressNumber } from './network/addresses.ts';
import { connectionFields } from './network/connection.ts';
import { reachOf, type OrderedRule } from './orderedRule.ts';
import { placeOf, ruleAt, type NamedRule } from './orderFindings.ts';
import type { ListOrder } from './policyOrder.ts';

/** A connection as far as it is known. What is at the other end is of one type. */
export interface KnownConnection {
  readonly source: KnownResource;
  readonly to:
    | { readonly type: 'container' | 'host'; readonly resource: KnownResource }
    | { readonly type: 'subnet'; readonly address: string }
    | { readonly type: 'dns'; readonly domain: string };
  readonly port?: number;
}

export interface PolicyDecision {
  /** Undefined when none decides, or none for certain. */
  readonly rule: NamedRule | undefined;
  readonly effect: Effect;
  /** Enabled rules above it about which nothing certain can be said. */
  readonly notKnown: readonly NamedRule[];
  /** Enabled rules below it that match for certain: they would have come next. */
  readonly next: readonly NamedRule[];
  /** Enabled rules above it that do not match, and what of the resource is not in any of their collections. */
  readonly passed: readonly (NamedRule & { readonly because: readonly ResourceList[] })[];
}

/** Whether a policy looks at anything that is known of the resource. */
export function isRelevant({ name, family }: PolicyKind, resource: KnownResource): boolean {
  const given = resourceLists.filter((list) => resource[list] !== undefined);
  const { lists, source } = scopeFieldsOf(name);
  return (
    family !== 'cnns' &&
    (given.length === 0 || source === 'silent' || given.some((list) => lists.includes(list)))
  );
}

/** Which rule decides for a resource. Rules of the network decide for connections, and for no resource. */
export function decideFor(list: ListOrder, resource: KnownResource): PolicyDecision {
  const point = knownPoint(resource);
  // Where those that may match look at different ports, hosts or systems, which of them is meant is not known.
  const near = list.rules.filter((rule) => isInScope(rule, point) !== false);
  return decision(list, lanesOf(near).length > 1 ? inLane(list.rules, '') : list.rules, point);
}

/** Which rule decides for a connection. An address that cannot be read is not known. */
export function decideForConnection(list: ListOrder, connection: KnownConnection): PolicyDecision {
  return decision(list, inLane(list.rules, connection.to.type), connectionPoint(connection));
}

export function connectionPoint({ source, to, port }: KnownConnection): KnownPoint {
  const point = Array.from<readonly string[] | undefined>({ length: connectionFields.port + 1 });
  const fill = (from: number, resource: KnownResource): void =>
    knownPoint(resource).forEach((values, place) => {
      point[from + place] = values;
    });
  fill(connectionFields.source, source);
  if (to.type === 'subnet') {
    const address = addressNumber(to.address);
    point[connectionFields.address] = address === undefined ? undefined : [String(address)];
  } else if (to.type === 'dns') {
    point[connectionFields.domain] = [to.domain];
  } else {
    fill(connectionFields.destination, to.resource);
  }
  point[connectionFields.port] = port === undefined ? undefined : [String(port)];
  return point;
}

function decision(list: ListOrder, rules: readonly OrderedRule[], point: KnownPoint): PolicyDecision {
  const acting = list.isOff ? [] : rules;
  const { rule, notKnown } = decideAt(acting, point);
  const passed: (NamedRule & { readonly because: readonly ResourceList[] })[] = [];
  const next: NamedRule[] = [];
  for (const [place, one] of acting.entries()) {
    if (!one.enabled || place === rule) {
      continue;
    }
    const answer = isInScope(one, point);
    if (answer === false && (rule === undefined || place < rule)) {
      passed.push({ ...placeOf(list, place), because: failing(one, point) });
    } else if (answer === true && rule !== undefined && place > rule) {
      next.push(placeOf(list, place));
    }
  }
  return {
    rule: rule === undefined ? undefined : placeOf(list, rule),
    effect: effectOf(list.kind, ruleAt(list, rule)),
    notKnown: notKnown.map((place) => placeOf(list, place)),
    next,
    passed,
  };
}

/** Lists of any of its collections that the resource does not meet. */
function failing({ scopes }: OrderedRule, point: KnownPoint): readonly ResourceList[] {
  const failed = new Set<ResourceList>();
  for (const scope of scopes) {
    const box = scope.single?.most ?? reachOf(scope);
    for (const [place, values] of box.entries()) {
      const alone = box.map((_, at) => (at === place ? values : undefined));
      const list = resourceLists[place % resourceLists.length];
      if (list && place < 2 * resourceLists.length && isKnownIn(alone, point) === false) {
        failed.add(list);
      }
    }
  }
  return [...failed];
}
