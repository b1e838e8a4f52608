import { documentFormOf, ruleFormOf } from './comparisonForm.ts';
import type { PolicyKind } from './families.ts';
import { fieldChanges, type FieldChange } from './fieldChanges.ts';
import { arrayAt, isJsonArray, isJsonObject, type JsonArray, type JsonObject } from '../json/json.ts';
import { longestIncreasing } from './reorder.ts';
import { matchRules, ruleName } from './ruleMatch.ts';
import { sameRule } from './canonical.ts';

/** The other one of two rules that changed places. `rule` is its name in the policy file. */
export interface OtherPlace {
  readonly rule: string;
  readonly from: number;
  readonly to: number;
}

/**
 * One step from the live policy to the policy file. Positions are zero-based in the array named by `array`:
 * `from` in the live policy, `to` in the policy file. A rule that is renamed, moved and changed yields one
 * step of each kind.
 */
export type PlanStep =
  | { readonly kind: 'add'; readonly array: string; readonly rule: string; readonly to: number }
  | { readonly kind: 'remove'; readonly array: string; readonly rule: string; readonly from: number }
  | {
      readonly kind: 'change';
      readonly array: string;
      readonly rule: string;
      readonly from: number;
      readonly to: number;
      readonly fields: readonly FieldChange[];
    }
  | {
      readonly kind: 'move';
      readonly array: string;
      readonly rule: string;
      readonly from: number;
      readonly to: number;
      /** The only rule that this rule passed; it is unknown which of the two was moved. */
      readonly changedPlacesWith?: OtherPlace;
    }
  | {
      readonly kind: 'rename';
      readonly array: string;
      readonly rule: string;
      readonly previousName: string;
      readonly from: number;
      readonly to: number;
    }
  /** Changes of policy-level fields. */
  | { readonly kind: 'document'; readonly fields: readonly FieldChange[] };

export interface PlanCounts {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly moved: number;
  readonly renamed: number;
}

export interface PolicyDiff {
  /** Policy-level fields come first; then per array the removals, and the other steps in the order of `after`. */
  readonly steps: readonly PlanStep[];
  readonly counts: PlanCounts;
}

const nameField: ReadonlySet<string> = new Set(['name']);

/**
 * Returns the steps from `before` to `after`, two documents of one policy. The steps are empty exactly when
 * both comparison forms are equal. The number of moves is minimal.
 */
export function diffPolicies(kind: PolicyKind, before: JsonObject, after: JsonObject): PolicyDiff {
  const steps: PlanStep[] = [];
  const arrays = kind.arrays.map((array) => array.key);
  const ordered = new Set<string>(
    arrays.filter((key) => isListOrNothing(before, key) && isListOrNothing(after, key)),
  );
  const fields = fieldChanges(before, after, documentFormOf(kind), ordered);
  if (fields.length > 0) {
    steps.push({ kind: 'document', fields });
  }
  for (const array of arrays) {
    diffArray(kind, array, arrayAt(before, array), arrayAt(after, array), steps);
  }
  return { steps, counts: countSteps(steps) };
}

function isListOrNothing(document: JsonObject, key: string): boolean {
  const value = document.get(key) ?? null;
  return value === null || isJsonArray(value);
}

/** Counts the steps by kind; all changes of policy-level fields together count as one change. */
function countSteps(steps: readonly PlanStep[]): PlanCounts {
  const count = (...kinds: readonly PlanStep['kind'][]): number =>
    steps.filter((step) => kinds.includes(step.kind)).length;
  return {
    added: count('add'),
    removed: count('remove'),
    changed: count('change', 'document'),
    moved: count('move'),
    renamed: count('rename'),
  };
}

function diffArray(
  kind: PolicyKind,
  array: string,
  before: JsonArray,
  after: JsonArray,
  steps: PlanStep[],
): void {
  const form = ruleFormOf(kind);
  const match = matchRules(kind, before, after);
  const kept = new Uint8Array(before.length);
  for (const from of match) {
    kept[from] = 1;
  }
  for (const [from, rule] of before.entries()) {
    if (kept[from] === 0) {
      steps.push({ kind: 'remove', array, rule: ruleName(rule), from });
    }
  }
  const inPlace = longestIncreasing(match);
  for (const [to, rule] of after.entries()) {
    const from = match[to] as number;
    const old = before[from];
    const isSame = old !== undefined && sameRule(old, rule, form);
    if (isSame && inPlace[to]) {
      continue;
    }
    const name = ruleName(rule);
    if (old === undefined) {
      steps.push({ kind: 'add', array, rule: name, to });
      continue;
    }
    const previousName = ruleName(old);
    if (previousName !== name) {
      steps.push({ kind: 'rename', array, rule: name, previousName, from, to });
    }
    if (!inPlace[to]) {
      const other = onlyPassedRule({ match, kept, inPlace }, from, to);
      steps.push({
        kind: 'move',
        array,
        rule: name,
        from,
        to,
        ...(other === -1
          ? {}
          : {
              changedPlacesWith: { rule: ruleName(after[other]), from: match[other] as number, to: other },
            }),
      });
    }
    if (!isSame) {
      const renamed = previousName === name ? undefined : nameField;
      const fields =
        isJsonObject(old) && isJsonObject(rule)
          ? fieldChanges(old, rule, form, renamed)
          : [{ path: '', before: old, after: rule }];
      if (fields.length > 0) {
        steps.push({ kind: 'change', array, rule: name, from, to, fields });
      }
    }
  }
}

interface MatchedRules {
  /** The index in `before`, or -1, by index in `after`. */
  readonly match: Int32Array;
  /** 1 for a rule that is still in `after`, by index in `before`. */
  readonly kept: Uint8Array;
  /** True for a rule that was not moved, by index in `after`. */
  readonly inPlace: readonly boolean[];
}

/**
 * Returns the index of the only rule that a moved rule passed, or -1 after any other move. Both are neighbors
 * in both documents, apart from added and removed rules. The rule that is first in `after` counts as moved.
 */
function onlyPassedRule({ match, kept, inPlace }: MatchedRules, from: number, to: number): number {
  let below = to + 1;
  while (match[below] === -1) {
    below++;
  }
  if (!inPlace[below]) {
    return -1;
  }
  let above = from - 1;
  while (kept[above] === 0) {
    above--;
  }
  return match[below] === above ? below : -1;
}
