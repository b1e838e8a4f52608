import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { familyTable, type PolicyKind } from '../../policy/families.ts';
import { ruleFieldsOf, memberField } from '../../policy/ruleFields.ts';
import { boundClause, type Clause } from './expectation.ts';
import type { RuleField } from '../../policy/fieldTypes.ts';
import { isEmpty } from '../../policy/canonical.ts';

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

/** Returns the words of sensors and protections, weakest first, including words for actions of other targets. */
export function sensorWords({ family }: Pick<PolicyKind, 'family'>): readonly string[] {
  const { levels } = familyTable[family];
  return Object.keys(levels).toSorted((a, b) => (levels[a] ?? 0) - (levels[b] ?? 0));
}

/** Returns the words whose action is known for this policy. */
function knownWords(kind: Pick<PolicyKind, 'family' | 'levels'>): readonly string[] {
  return sensorWords(kind).filter((word) => Object.hasOwn(kind.levels, word));
}

type SwitchState = 'on' | 'off' | 'unknown';

/** The searched action, all known words, and the result so far. */
interface Search {
  readonly action: string;
  readonly words: readonly string[];
  isFound: boolean;
  isOpen: boolean;
}

/**
 * Searches a rule for an action, which is one of `words`. Undefined when the rule has a part with an unknown
 * action.
 */
function hasAction(
  field: RuleField,
  rule: JsonObject,
  action: string,
  words: readonly string[],
): boolean | undefined {
  // Allowed access causes neither a block nor an alert.
  const search: Search = { action, words: [...words, 'allow'], isFound: false, isOpen: false };
  visitMembers(search, field, rule, 'on');
  return search.isFound || (search.isOpen ? undefined : false);
}

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

function visit(
  search: Search,
  field: RuleField,
  value: JsonValue,
  state: SwitchState,
  holder: JsonObject,
): void {
  const { acts, isAside, governedBy, compares } = field;
  if ((isAside && acts !== 'unsure') || isEmpty(value, undefined)) {
    return;
  }
  if (acts === 'unsure') {
    search.isOpen ||= state !== 'off' || !isPlain(value);
    return;
  }
  if (acts !== undefined && acts === search.action) {
    done(search, state);
  }
  if (acts === undefined && governedBy !== undefined && !protectsLess.includes(compares)) {
    // The visit of the other field checks the word.
    search.isOpen ||= state !== 'off' && isEmpty(holder.get(governedBy), undefined);
  }
  visitValue(search, field, value, state);
}

const protectsLess: readonly RuleField['compares'][] = ['less', 'allowed', 'exceptions', 'detail'];

function visitValue(search: Search, field: RuleField, value: JsonValue, state: SwitchState): void {
  const { members, items, compares } = field;
  if (members) {
    return isJsonObject(value) ? visitMembers(search, field, value, state) : open(search, value, state);
  }
  if (items) {
    return isJsonArray(value)
      ? value.forEach((item) => !isEmpty(item, undefined) && visitValue(search, items, item, state))
      : open(search, value, state);
  }
  if (compares !== 'word') {
    search.isOpen ||= !isPlain(value);
  } else if (typeof value !== 'string' || !search.words.includes(value)) {
    search.isOpen = true;
  } else if (value === search.action) {
    done(search, state);
  }
}

function visitMembers(search: Search, field: RuleField, object: JsonObject, above: SwitchState): void {
  const { needs, off } = field;
  const state = above === 'on' ? switchStateOf(field, object) : above;
  search.isOpen ||= needs !== undefined && isEmpty(object.get(needs), undefined);
  search.isOpen ||= off !== undefined && !isSwitch(object.get(off.member));
  for (const [key, value] of object) {
    const member = memberPart(field, key);
    if (member) {
      visit(search, member, value, state, object);
    } else {
      open(search, value, state);
    }
  }
}

/** True for a switch that is on, off or absent. */
function isSwitch(value: JsonValue | undefined): boolean {
  return typeof value === 'boolean' || isEmpty(value, undefined);
}

function done(search: Search, state: SwitchState): void {
  const isPossible = search.words.includes(search.action);
  search.isFound ||= isPossible && state === 'on';
  search.isOpen ||= state === 'unknown' || (!isPossible && state === 'on');
}

/** A field outside the table may take any action; a field with the word of the action counts as this action. */
function open(search: Search, value: JsonValue, state: SwitchState): void {
  if (isEmpty(value, undefined)) {
    return;
  }
  search.isOpen = true;
  if (says(value, search.action)) {
    done(search, state);
  }
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
