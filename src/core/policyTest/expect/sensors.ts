import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { hasAction, hasUnknown, knownWords, memberPart, sensorWords, switchStateOf } from '../ruleActions.ts';
import { ruleFieldsOf } from '../../policy/ruleFields.ts';
import { boundClause, type Clause } from './expectation.ts';
import type { RuleField } from '../../policy/fieldTypes.ts';

const verbs: Readonly<Record<string, string>> = {
  alerts: 'alert',
  prevents: 'prevent',
  blocks: 'block',
  bans: 'ban',
};

/**
 * `blocks: never`: no part of the rule takes this action. A part with an unknown action makes the result
 * unknown.
 */
export function noSensor(kind: PolicyKind, verb: string): Clause {
  const action = verbs[verb] ?? '';
  return {
    words: `${verb} never`,
    meets: (applying) => {
      const isDone = applying
        ? hasAction(ruleFieldsOf(kind), applying.rule, action, knownWords(kind))
        : false;
      return isDone === undefined ? undefined : !isDone;
    },
  };
}

/**
 * `effects: { processes.defaultEffect: at least prevent }`: the word at a path of the rule. WAAS rules are
 * checked at this path in each of their apps. Without an applying rule, and for switched off parts, the word
 * is `disable`.
 */
export function sensorClause(kind: PolicyKind, place: string, written: string): Clause {
  return boundClause(
    written,
    sensorWords(kind),
    (applying) => (applying ? wordsAt(kind, applying.rule, place) : ['disable']),
    { part: place, known: knownWords(kind) },
  );
}

function wordsAt(kind: PolicyKind, rule: JsonObject, place: string): readonly (string | undefined)[] {
  const field = ruleFieldsOf(kind);
  const steps = place.split('.');
  if (!kind.hasApps) {
    return [wordAt(field, rule, steps)];
  }
  const [list, items] = [rule.get('applicationsSpec'), memberPart(field, 'applicationsSpec')?.items];
  return !items || !isJsonArray(list) || hasUnknown(field, rule)
    ? []
    : list.map((app) => wordAt(items, app, steps));
}

/** Undefined where the rule has no word, or where a part of the path may switch it off. */
function wordAt(top: RuleField, holder: JsonValue, steps: readonly string[]): string | undefined {
  let part: Part = { field: top, value: holder };
  let around: JsonObject | undefined;
  for (let at = 0; at < steps.length || part.field?.members; at++) {
    const active = effective(part);
    if (typeof active !== 'object') {
      return active;
    }
    // The word of an object is its effect.
    const step = steps[at] ?? 'effect';
    around = active.value;
    part = { field: memberPart(active.field, step), value: around.get(step) };
  }
  const { field, value } = part;
  const counts =
    field?.compares === 'word' && (field.onlyIf === undefined || around?.get(field.onlyIf) === true);
  return counts && typeof value === 'string' ? value : undefined;
}

/** A value at a place of a rule, with its description. */
interface Part {
  readonly field: RuleField | undefined;
  readonly value: JsonValue | undefined;
}

/** Returns a part that is switched on; `disable` where it is off, undefined where this is unknown. */
function effective({
  field,
  value,
}: Part): { readonly field: RuleField; readonly value: JsonObject } | 'disable' | undefined {
  if (!field?.members || !isJsonObject(value) || hasUnknown(field, value)) {
    return undefined;
  }
  const state = switchStateOf(field, value);
  return state === 'on' ? { field, value } : state === 'off' ? 'disable' : undefined;
}
