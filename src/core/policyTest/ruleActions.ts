import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { wordLevels } from '../order/effect/wordLevels.ts';
import { isEmpty } from '../policy/canonical.ts';
import type { PolicyKind } from '../policy/families.ts';
import { memberField } from '../policy/ruleFields.ts';
import type { RuleField } from '../policy/fieldTypes.ts';

/** Returns the words of sensors and protections, weakest first, including words for actions of other targets. */
export function sensorWords({ family }: Pick<PolicyKind, 'family'>): readonly string[] {
  const levels = wordLevels({ family, cannot: [] });
  return Object.keys(levels).toSorted((a, b) => (levels[a] ?? 0) - (levels[b] ?? 0));
}

/** Returns the words whose action is known for this policy. */
export function knownWords(kind: Pick<PolicyKind, 'family' | 'cannot'>): readonly string[] {
  const beyond: readonly string[] = kind.cannot;
  return sensorWords(kind).filter((word) => !beyond.includes(word));
}

export type SwitchState = 'on' | 'off' | 'unknown';

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
export function hasAction(
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
export function switchStateOf({ off }: RuleField, object: JsonObject): SwitchState {
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
export function hasUnknown(field: RuleField, object: JsonObject): boolean {
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
