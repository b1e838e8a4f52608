import { resourceLists } from '../policy/collections.ts';
import { addressNumber, connectionFields } from './network/connection.ts';
import { rulesKnownTo, comparisonGroupsOf, outerBoxOf, type OrderedRule } from './orderedRule.ts';
import { actingRules, type ListOrder } from './orderReader.ts';
import { isInField, isRanges, type Box, type FieldValues } from './scope.ts';
import { isIn, type Values } from './values.ts';

/** A resource as far as it is known: an absent attribute is unknown. Only labels can be several. */
export type KnownResource = Readonly<Partial<Record<(typeof resourceLists)[number], readonly string[]>>>;

/** A connection as far as it is known. Its destination has one type. */
export interface KnownConnection {
  readonly source: KnownResource;
  readonly to:
    | { readonly type: 'container' | 'host'; readonly resource: KnownResource }
    | { readonly type: 'subnet'; readonly address: string }
    | { readonly type: 'dns'; readonly domain: string };
  readonly port?: number;
}

/** Attributes of a resource or connection by place of the field: undefined is unknown, an empty list is none. */
export type KnownPoint = readonly (readonly string[] | undefined)[];

/**
 * The rules as a resource or a connection meets them, and its point. Between rules for different ports, hosts or systems it is
 * unknown which of them apply.
 */
export function rulesMetBy(
  list: Pick<ListOrder, 'rules' | 'isOff'>,
  subject: KnownResource | KnownConnection,
): { readonly rules: readonly OrderedRule[]; readonly point: KnownPoint } {
  const rules = actingRules(list);
  if ('to' in subject) {
    return { rules: rulesKnownTo(rules, subject.to.type), point: connectionPoint(subject) };
  }
  const point = resourcePoint(subject);
  const near = rules.filter((rule) => rule.enabled && isInScope(rule, point) !== false);
  return { rules: comparisonGroupsOf(near).length > 1 ? rulesKnownTo(rules, '') : rules, point };
}

function resourcePoint(resource: KnownResource): KnownPoint {
  return resourceLists.map((field) => resource[field]);
}

/** An address that cannot be read is unknown. */
function connectionPoint({ source, to, port }: KnownConnection): KnownPoint {
  const point = Array.from<readonly string[] | undefined>({ length: connectionFields.port + 1 });
  const fill = (from: number, resource: KnownResource): void =>
    resourcePoint(resource).forEach((values, place) => {
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

/**
 * The rules that may apply to a resource, from top to bottom, by their places. Exactly one of them applies; undefined is no rule.
 * Only the last one matches certainly. `isNamed`: rules that certainly match, even where their collections are unknown.
 */
export function rulesApplyingTo(
  rules: readonly OrderedRule[],
  point: KnownPoint,
  isNamed: (place: number) => boolean = () => false,
): readonly (number | undefined)[] {
  const places: (number | undefined)[] = [];
  const named = new Set<string>();
  for (const [place, rule] of rules.entries()) {
    // A rule above that names the same collection matches first.
    const scopes = rule.enabled ? rule.scopes.filter(({ name }) => !named.has(name)) : [];
    const answer = (rule.enabled && isNamed(place)) || isInScope({ scopes }, point);
    if (answer !== false) {
      places.push(place);
      scopes.forEach(({ name }) => named.add(name));
    }
    if (answer === true) {
      return places;
    }
  }
  return [...places, undefined];
}

/** Whether a resource is in a collection of a rule. Undefined: unknown. */
export function isInScope({ scopes }: Pick<OrderedRule, 'scopes'>, point: KnownPoint): boolean | undefined {
  let answer: boolean | undefined = false;
  for (const scope of scopes) {
    if (scope.isEmpty) {
      continue;
    }
    const inner = scope.box ?? scope.inner;
    if (inner && isKnownIn(inner, point) === true) {
      return true;
    }
    if (isKnownIn(outerBoxOf(scope), point) !== false) {
      answer = undefined;
    }
  }
  return answer;
}

/** Whether a resource is in a box. Undefined: unknown. */
function isKnownIn(box: Box, point: KnownPoint): boolean | undefined {
  let answer: boolean | undefined = true;
  for (const [place, values] of box.entries()) {
    const isMet = isFieldMet(values, point[place]);
    if (isMet === false) {
      return false;
    }
    answer = isMet && answer;
  }
  return answer;
}

/** Whether what is known of one field of a resource meets a condition. Undefined: unknown. */
export function isFieldMet(
  values: FieldValues,
  knownValues: readonly string[] | undefined,
): boolean | undefined {
  if (!values || !knownValues) {
    return values ? undefined : true;
  }
  return isRanges(values)
    ? knownValues.some((value) => isInField(values, value))
    : areIn(values, knownValues);
}

/**
 * One of several values has to be included. It is not documented whether an excluded value outweighs an included one, so that is
 * unknown.
 */
function areIn(values: Values, knownValues: readonly string[]): boolean | undefined {
  const all = knownValues.length === 0 ? [''] : knownValues.map((value) => value.toLowerCase());
  if (!all.some((value) => isIn(values, value))) {
    return false;
  }
  const named = { some: values.some, none: [] };
  return all.some((value) => isIn(named, value) && !isIn(values, value)) ? undefined : true;
}
