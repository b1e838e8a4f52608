import { resourceLists } from '../policy/collections.ts';
import { reachOf, type OrderedRule } from './orderedRule.ts';
import { isInField, isRanges, type Box } from './scope.ts';
import { isIn, type Values } from './values.ts';

/** A resource as far as it is known: an attribute that is absent is not known. Only labels can be several. */
export type KnownResource = Readonly<Partial<Record<(typeof resourceLists)[number], readonly string[]>>>;

/** The same by place of the field: undefined is not known, an empty list is none. */
export type KnownPoint = readonly (readonly string[] | undefined)[];

export interface Decision {
  /** The place of the rule that decides; undefined when none does, or none for certain. */
  readonly rule: number | undefined;
  /** Places of enabled rules above it of which it is not known whether they match. */
  readonly notKnown: readonly number[];
}

export function knownPoint(resource: KnownResource): KnownPoint {
  return resourceLists.map((field) => resource[field]);
}

/** Which rule decides for a resource. Says nothing of a rule that is not certain. */
export function decide(rules: readonly OrderedRule[], resource: KnownResource): Decision {
  return decideAt(rules, knownPoint(resource));
}

export function decideAt(rules: readonly OrderedRule[], point: KnownPoint): Decision {
  const notKnown: number[] = [];
  for (const [place, rule] of rules.entries()) {
    const answer = rule.enabled ? isInScope(rule, point) : false;
    if (answer === true) {
      return { rule: place, notKnown };
    }
    if (answer === undefined) {
      notKnown.push(place);
    }
  }
  return { rule: undefined, notKnown };
}

/** Undefined: not known. */
export function isInScope({ scopes }: OrderedRule, point: KnownPoint): boolean | undefined {
  let answer: boolean | undefined = false;
  for (const scope of scopes) {
    const { box, single } = scope;
    if (scope.isEmpty) {
      continue;
    }
    const least = box ?? single?.least;
    if (least && isKnownIn(least, point) === true) {
      return true;
    }
    if (isKnownIn(box ?? single?.most ?? reachOf(scope), point) !== false) {
      answer = undefined;
    }
  }
  return answer;
}

/** Undefined: not known. */
export function isKnownIn(box: Box, point: KnownPoint): boolean | undefined {
  let answer: boolean | undefined = true;
  for (const [place, values] of box.entries()) {
    const given = point[place];
    let one: boolean | undefined = true;
    if (values) {
      one =
        given && (isRanges(values) ? given.some((value) => isInField(values, value)) : areIn(values, given));
    }
    if (one === false) {
      return false;
    }
    if (one === undefined) {
      answer = undefined;
    }
  }
  return answer;
}

/**
 * Of several values one has to be named. Where one that is taken away stands beside one that is named it is documented
 * nowhere which counts: not known.
 */
function areIn(values: Values, given: readonly string[]): boolean | undefined {
  const all = given.length === 0 ? [''] : given.map((value) => value.toLowerCase());
  if (!all.some((value) => isIn(values, value))) {
    return false;
  }
  const named = { some: values.some, none: [] };
  return all.some((value) => isIn(named, value) && !isIn(values, value)) ? undefined : true;
}
