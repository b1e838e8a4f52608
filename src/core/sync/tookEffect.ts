import { canonicalText } from '../policy/canonical.ts';
import { documentFormOf, ruleFormOf } from '../policy/comparisonForm.ts';
import type { PolicyKind } from '../policy/families.ts';
import { arrayAt, isJsonObject, type JsonObject } from '../json/json.ts';
import type { PlanStep } from '../policy/planStep.ts';
import { diffPolicies } from '../policy/ruleDiff.ts';
import { ruleName } from '../policy/ruleMatch.ts';

/** What every rule says, by its place and name, and the members outside the rules. */
type Said = ReadonlyMap<string, string>;

/**
 * Whether `now` shows that a write that leads from `before` to `next` was looked at: something of it is there that was not
 * before, or nothing differs from before but what was to go. A console that still holds what it held shows nothing, and
 * neither does somebody else's write.
 */
export function tookEffect(kind: PolicyKind, before: JsonObject, next: JsonObject, now: JsonObject): boolean {
  const left = diffPolicies(kind, now, next).steps;
  const [was, meant, is] = [before, next, now].map((document) => saidBy(kind, document)) as [
    Said,
    Said,
    Said,
  ];
  const isNew = (place: string): boolean => is.has(place) && !was.has(place);
  const isSeen = diffPolicies(kind, before, next).steps.some((step) => {
    switch (step.kind) {
      case 'add':
      case 'rename':
        return isNew(placeOf(step.array, step.rule));
      case 'change':
        return is.has(placeOf(step.array, step.rule)) && isDone(step, left);
      case 'document':
        return isDone(step, left);
      case 'move':
      case 'remove':
      default:
        return false;
    }
  });
  return isSeen || isOnTheWay(was, meant, is);
}

/** A part of what was to be removed is gone, and nobody else changed anything. */
function isOnTheWay(was: Said, meant: Said, is: Said): boolean {
  const places = [...new Set([...was.keys(), ...meant.keys(), ...is.keys()])];
  return (
    places.some((place) => was.has(place) && !is.has(place)) &&
    places.every((place) => is.get(place) === was.get(place) || is.get(place) === meant.get(place))
  );
}

/** Whether one of the members that a step changes is as it was meant to be. */
function isDone(
  step: Extract<PlanStep, { kind: 'change' | 'document' }>,
  left: readonly PlanStep[],
): boolean {
  const rest = left.flatMap((one) => (isOfSameRule(one, step) && 'fields' in one ? one.fields : []));
  return (
    !left.some((one) => one.kind === 'add' && isOfSameRule(one, step)) &&
    step.fields.some(
      ({ path }) => !rest.some((one) => one.path.startsWith(path) || path.startsWith(one.path)),
    )
  );
}

function isOfSameRule(one: PlanStep, other: PlanStep): boolean {
  return 'rule' in one && 'rule' in other
    ? one.array === other.array && one.rule === other.rule
    : one.kind === other.kind;
}

function saidBy(kind: PolicyKind, document: JsonObject): Said {
  const said = new Map<string, string>();
  const head = new Map(document);
  for (const { key } of kind.arrays) {
    head.delete(key);
    for (const rule of arrayAt(document, key)) {
      said.set(placeOf(key, ruleName(rule)), isJsonObject(rule) ? canonicalText(rule, ruleFormOf(kind)) : '');
    }
  }
  return said.set('', canonicalText(head, documentFormOf(kind)));
}

function placeOf(array: string, rule: string): string {
  return `${array}/${rule}`;
}
