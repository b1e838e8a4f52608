import { arrayAt, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { memberPath, pathSteps } from '../json/memberPath.ts';
import { isEmpty, sameForm } from './canonical.ts';
import { ruleFormOf } from './comparisonForm.ts';
import type { PolicyKind } from './families.ts';
import type { PlanStep } from './ruleDiff.ts';
import type { FieldChange } from './fieldChanges.ts';
import { memberField, policyFieldsOf, ruleFieldsOf } from './ruleFields.ts';
import { ruleName } from './ruleMatch.ts';
import type { RuleField } from './fieldTypes.ts';

/** A change that a console made to a pushed policy by itself. */
export interface ConsoleEdit {
  readonly kind: 'dropped' | 'wrote';
  /** The rule; absent for a field outside the rules. */
  readonly rule?: string;
  readonly path: string;
  /** The value that the console wrote. */
  readonly value?: JsonValue;
}

/**
 * Returns the edits by which a console turns `sent` into `live`, which differ by `steps`. Undefined when any
 * difference has another cause. A console drops fields that it does not know, and computes the effect of a rule.
 */
export function consoleEdits(
  kind: PolicyKind,
  sent: JsonObject,
  live: JsonObject,
  steps: readonly PlanStep[],
): readonly ConsoleEdit[] | undefined {
  const edits: ConsoleEdit[] = [];
  for (const step of steps) {
    if (step.kind !== 'change' && step.kind !== 'document') {
      return undefined;
    }
    const described = step.kind === 'change' ? ruleFieldsOf(kind) : policyFieldsOf(kind);
    const paths = droppedPaths(described, step.fields);
    if (!paths) {
      return undefined;
    }
    const rule = step.kind === 'change' ? { rule: step.rule } : {};
    edits.push(...paths.map((path): ConsoleEdit => ({ kind: 'dropped', ...rule, path })));
  }
  return [...edits, ...computedEffects(kind, sent, live)];
}

/** Returns the paths of the dropped fields; undefined when the console cannot have made a change by itself. */
function droppedPaths(described: RuleField, changes: readonly FieldChange[]): readonly string[] | undefined {
  const paths: string[] = [];
  for (const change of changes) {
    const isDropped = (change.after ?? null) === null && !isKnownPath(described, change.path);
    const inner = isDropped ? [change.path] : droppedPaths(described, changesInside(change));
    if (!inner || inner.length === 0) {
      return undefined;
    }
    paths.push(...inner);
  }
  return paths;
}

/** Returns false for a path to a field that no schema describes. An object without described fields may have any. */
function isKnownPath(field: RuleField, path: string): boolean {
  let holder = field;
  for (const step of pathSteps(path)) {
    const { items, members } = holder;
    if (!items && !members) {
      return true;
    }
    if (!items && !members?.has(step)) {
      return false;
    }
    holder = items ?? memberField(holder, step);
  }
  return true;
}

/** Returns the changes of the fields of an object, or of the items of a list of the same length. */
function changesInside({ path, before, after }: FieldChange): readonly FieldChange[] {
  const changes: readonly FieldChange[] =
    isJsonArray(before) && isJsonArray(after) && before.length === after.length
      ? before.map((item, at) => ({ path: `${path}[${at}]`, before: item, after: after[at] }))
      : isJsonObject(before) && (isJsonObject(after) || isEmpty(after, undefined))
        ? [...new Set([...before.keys(), ...(isJsonObject(after) ? after.keys() : [])])].map((key) => ({
            path: memberPath(path, key),
            before: before.get(key),
            after: isJsonObject(after) ? after.get(key) : undefined,
          }))
        : [];
  return changes.filter((change) => !sameForm(change.before, change.after, undefined));
}

/** An effect that the console adds to a rule without one is an ordinary fill-in, so only rewrites count. */
function computedEffects(kind: PolicyKind, sent: JsonObject, live: JsonObject): readonly ConsoleEdit[] {
  if (sent === live || !ruleFormOf(kind).noise?.has('effect')) {
    return [];
  }
  const effectOf = (rule: JsonValue | undefined): JsonValue | undefined =>
    isJsonObject(rule) ? rule.get('effect') : undefined;
  return kind.arrays.flatMap(({ key }) => {
    const rules = arrayAt(live, key);
    return arrayAt(sent, key).flatMap((rule, at): readonly ConsoleEdit[] => {
      const [before, value] = [effectOf(rule), effectOf(rules[at])];
      const isRewritten = !isEmpty(before, undefined) && !sameForm(before, value, undefined);
      return isRewritten && value !== undefined
        ? [{ kind: 'wrote', rule: ruleName(rule), path: 'effect', value }]
        : [];
    });
  });
}
