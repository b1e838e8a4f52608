import { arrayAt, isJsonArray, isJsonObject, type JsonValue } from '../../core/json/json.ts';
import { pathSteps } from '../../core/json/memberPath.ts';
import { writeJson } from '../../core/json/writeJson.ts';
import { documentFormOf, ruleFormOf, type Form } from '../../core/policy/comparisonForm.ts';
import { fieldChanges } from '../../core/policy/fieldChanges.ts';
import { wholeOf } from '../../core/policy/merge/mergeValues.ts';
import { withoutRules } from '../../core/policy/merge/preparedMerge.ts';
import type { FieldChange } from '../../core/policy/planStep.ts';
import type { MergeSession } from './mergeSession.ts';

/** The edited value of a conflict whose rule was edited as a whole. */
export interface EditedPart {
  /** The value of the edited rule at the conflict. */
  readonly value: JsonValue | undefined;
  /** Other edits of the rule, shown with its first conflict. */
  readonly others: readonly FieldChange[];
  /** The rule was removed. */
  readonly isGone?: boolean;
}

/** Edited values by the id of the conflict. */
export type EditedParts = ReadonlyMap<string, EditedPart>;

export function editedParts(session: MergeSession): EditedParts {
  const { kind } = session.input;
  const parts = new Map<string, EditedPart>();
  const edited = [...Map.groupBy(session.result.conflicts, wholeOf)].flatMap(([whole, conflicts]) => {
    const choice = session.choices.get(whole);
    const [first] = conflicts;
    return first && typeof choice === 'object' ? [{ whole, conflicts, first, value: choice.value }] : [];
  });
  const before = edited.length === 0 ? session.result : session.withoutEdits();
  for (const { whole, conflicts, first, value } of edited) {
    const asked = conflicts.filter(({ path }) => path !== '').map(({ path }) => pathSteps(path));
    const { array } = first;
    // A rule that one side deleted was edited as the other one has it.
    const left = first.kind === 'deleted' ? (first.mine ?? first.live) : undefined;
    const from =
      array === undefined
        ? withoutRules(kind, before.merged)
        : (left ?? arrayAt(before.merged, array)[before.placeOf(array, whole)]);
    const form = array === undefined ? documentFormOf(kind) : ruleFormOf(kind);
    const changes = isJsonObject(from) && isJsonObject(value) ? fieldChanges(from, value, form) : [];
    const others = changes.filter(({ path }) => {
      const steps = pathSteps(path);
      return !asked.some((those) => those.every((step, at) => step === steps[at]));
    });
    for (const [at, { id, path }] of conflicts.entries()) {
      const isGone = value === undefined && path !== '';
      parts.set(id, { value: valueAt(value, pathSteps(path), form), others: at === 0 ? others : [], isGone });
    }
  }
  return parts;
}

/** The value at a path. A list with keys finds its item by the key. Undefined where there is none. */
function valueAt(
  value: JsonValue | undefined,
  [key, ...rest]: readonly string[],
  form: Form | undefined,
): JsonValue | undefined {
  if (key === undefined) {
    return value;
  }
  if (isJsonArray(value)) {
    const item = value.find(
      (one) => isJsonObject(one) && form?.key !== undefined && textOf(one.get(form.key)) === key,
    );
    return valueAt(item, rest, form?.items);
  }
  return isJsonObject(value) ? valueAt(value.get(key), rest, form?.members?.get(key)) : undefined;
}

function textOf(known: JsonValue | undefined): string | undefined {
  return typeof known === 'string' || known === undefined ? known : writeJson(known);
}
