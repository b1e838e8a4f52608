import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { ruleFieldsOf, memberField } from '../../policy/ruleFields.ts';
import { allOf, boundClause, verbs, type Clause, type Verb } from './expectation.ts';
import type { RuleField } from '../../policy/fieldTypes.ts';
import { isEmpty } from '../../policy/canonical.ts';

/**
 * `blocks: never`: no part of the rule takes this action. A part with an unknown action makes the result
 * unknown.
 */
export function noSensor(kind: PolicyKind, verb: Verb): Clause {
  return {
    words: `${verb} never`,
    meets: (applying) => {
      // Allowed access causes neither a block nor an alert.
      const search = { action: verbs[verb], words: [...kind.levels, 'allow'] };
      return applying ? areMembersWithout(search, ruleFieldsOf(kind), applying.rule, 'on') : true;
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
    kind,
    written,
    (applying) => (applying ? wordsAt(kind, applying.rule, place) : ['disable']),
    { part: place, known: kind.levels },
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

type SwitchState = 'on' | 'off' | 'unknown';

/** The searched action, and all words whose action is known. */
interface Search {
  readonly action: string;
  readonly words: readonly string[];
}

/** True for a part that does not take the action; undefined where its action is unknown. */
type IsWithout = boolean | undefined;

/** Unknown where only an `enabled` field could switch the part on, and this field is missing. */
function switchStateOf({ off }: RuleField, object: JsonObject): SwitchState {
  const value = off && object.get(off.member);
  if (!off || value === !off.when) {
    return 'on';
  }
  return value === off.when ? 'off' : isEmpty(value, undefined) && off.when ? 'on' : 'unknown';
}

/** Undefined for a field whose action is unknown. */
export function memberPart(field: RuleField, key: string): RuleField | undefined {
  const member = memberField(field, key);
  return member.type === undefined || member.isUnused || member.isDeprecated ? undefined : member;
}

/** True when the object has fields with an unknown action that are not empty. */
function hasUnknown(field: RuleField, object: JsonObject): boolean {
  return [...object].some(([key, value]) => !memberPart(field, key) && !isEmpty(value, undefined));
}

function isFieldWithout(
  search: Search,
  field: RuleField,
  value: JsonValue,
  state: SwitchState,
  holder: JsonObject,
): IsWithout {
  const { acts, isAside, governedBy, compares } = field;
  if ((isAside && acts !== 'unsure') || isEmpty(value, undefined)) {
    return true;
  }
  if (acts === 'unsure') {
    return (state === 'off' && isPlain(value)) || undefined;
  }
  const governor = acts === undefined && !protectsLess.includes(compares) ? governedBy : undefined;
  const isUngoverned = governor !== undefined && state !== 'off' && isEmpty(holder.get(governor), undefined);
  return allOf([
    acts === search.action ? isWithoutAction(search, state) : true,
    // The visit of the other field checks the word.
    !isUngoverned || undefined,
    isValueWithout(search, field, value, state),
  ]);
}

const protectsLess: readonly RuleField['compares'][] = ['less', 'allowed', 'exceptions', 'detail'];

function isValueWithout(search: Search, field: RuleField, value: JsonValue, state: SwitchState): IsWithout {
  const { members, items, compares } = field;
  if (members && isJsonObject(value)) {
    return areMembersWithout(search, field, value, state);
  }
  if (items && isJsonArray(value)) {
    const counted = value.filter((item) => !isEmpty(item, undefined));
    return allOf(counted.map((item) => isValueWithout(search, items, item, state)));
  }
  if (members || items) {
    return isUnknownWithout(search, value, state);
  }
  if (compares !== 'word') {
    return isPlain(value) || undefined;
  }
  if (typeof value !== 'string' || !search.words.includes(value)) {
    return undefined;
  }
  return value === search.action ? isWithoutAction(search, state) : true;
}

function areMembersWithout(
  search: Search,
  field: RuleField,
  object: JsonObject,
  above: SwitchState,
): IsWithout {
  const { needs, off } = field;
  const state = above === 'on' ? switchStateOf(field, object) : above;
  const isIncomplete = needs !== undefined && isEmpty(object.get(needs), undefined);
  return allOf([
    !isIncomplete || undefined,
    off === undefined || isSwitch(object.get(off.member)) || undefined,
    ...Array.from(object, ([key, value]) => {
      const member = memberPart(field, key);
      return member
        ? isFieldWithout(search, member, value, state, object)
        : isUnknownWithout(search, value, state);
    }),
  ]);
}

/** True for a switch that is on, off or absent. */
function isSwitch(value: JsonValue | undefined): boolean {
  return typeof value === 'boolean' || isEmpty(value, undefined);
}

/** For a part with the action in this state. */
function isWithoutAction({ action, words }: Search, state: SwitchState): IsWithout {
  return state === 'off' ? true : state === 'on' && words.includes(action) ? false : undefined;
}

/** A field outside the table may take any action; a field with the word of the action counts as this action. */
function isUnknownWithout(search: Search, value: JsonValue, state: SwitchState): IsWithout {
  if (isEmpty(value, undefined)) {
    return true;
  }
  return says(value, search.action) && isWithoutAction(search, state) === false ? false : undefined;
}

function says(value: JsonValue, word: string): boolean {
  if (isJsonObject(value)) {
    return [...value.values()].some((member) => says(member, word));
  }
  return isJsonArray(value) ? value.some((item) => isJsonObject(item) && says(item, word)) : value === word;
}

function isPlain(value: JsonValue): boolean {
  return isJsonArray(value)
    ? value.every((item) => !isJsonArray(item) && isPlain(item))
    : !isJsonObject(value);
}
