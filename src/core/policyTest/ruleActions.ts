import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { sensorsOf } from '../order/effect/sensors.ts';
import { isEmpty } from '../policy/canonical.ts';
import type { PolicyKind } from '../policy/families.ts';
import { ruleParts } from '../../generated/fieldTables.ts';

/** The action that a field of a rule may take by itself. An action outside this table is unknown. */
export type Part =
  /** Takes the action that its word names. */
  | { readonly kind: 'word'; readonly onlyIf?: string }
  /** Takes no action with any content, because the console does not act on it. */
  | { readonly kind: 'idle' }
  /** Takes an action when it is set, but no documentation names the action. */
  | { readonly kind: 'aside' }
  /** Takes the action that the word of a neighboring field names. */
  | { readonly kind: 'unsure' }
  /** Takes this action when it is not empty. */
  | { readonly kind: 'beside'; readonly word: string; readonly of: Part }
  /** Takes this action when it is not empty. */
  | { readonly kind: 'does'; readonly word: string; readonly of: Part }
  | { readonly kind: 'each'; readonly of: Part }
  | ObjectPart;

export interface ObjectPart {
  readonly kind: 'object';
  readonly members: Readonly<Record<string, Part>>;
  /** The field that switches the part off, and the value for off. */
  readonly off?: { readonly member: string; readonly when: boolean };
  /** The action of the part is unknown without this field. */
  readonly needs?: string;
}

const parts: Readonly<Record<string, ObjectPart>> = ruleParts;
const noParts: ObjectPart = { kind: 'object', members: {} };

/** Returns the fields of rules whose protection is spread over sensors. */
export function partsOf({ shape }: Pick<PolicyKind, 'shape'>): ObjectPart {
  return parts[shape] ?? noParts;
}

/** Returns the words of sensors and protections, weakest first, including words for actions of other targets. */
export function sensorWords({ family }: Pick<PolicyKind, 'family'>): readonly string[] {
  const { levels } = sensorsOf({ family, cannot: [] });
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
  part: Part,
  rule: JsonObject,
  action: string,
  words: readonly string[],
): boolean | undefined {
  // Allowed access causes neither a block nor an alert.
  const search: Search = { action, words: [...words, 'allow'], isFound: false, isOpen: false };
  visit(search, part, rule, 'on');
  return search.isFound || (search.isOpen ? undefined : false);
}

/** Unknown where only an `enabled` field could switch the part on, and this field is missing. */
export function switchStateOf({ off }: ObjectPart, object: JsonObject): SwitchState {
  const value = off && object.get(off.member);
  if (!off || value === !off.when) {
    return 'on';
  }
  return value === off.when ? 'off' : isEmpty(value, undefined) && off.when ? 'on' : 'unknown';
}

/** Undefined for a field outside the table. */
export function memberPart({ members }: ObjectPart, key: string): Part | undefined {
  return Object.hasOwn(members, key) ? members[key] : undefined;
}

/** True when the object has fields outside the table that are not empty. */
export function hasUnknown(part: ObjectPart, object: JsonObject): boolean {
  return [...object].some(([key, value]) => !memberPart(part, key) && !isEmpty(value, undefined));
}

function visit(search: Search, part: Part, value: JsonValue, state: SwitchState, holder?: JsonObject): void {
  if (part.kind === 'aside' || isEmpty(value, undefined)) {
    return;
  }
  switch (part.kind) {
    case 'word':
      if (typeof value !== 'string' || !search.words.includes(value)) {
        search.isOpen = true;
      } else if (value === search.action) {
        done(search, state);
      }
      return;
    case 'idle':
      search.isOpen ||= !isPlain(value);
      return;
    case 'unsure':
      search.isOpen ||= state !== 'off' || !isPlain(value);
      return;
    case 'does':
      if (part.word === search.action) {
        done(search, state);
      }
      return visit(search, part.of, value, state);
    case 'beside':
      // The visit of the other field checks the word.
      search.isOpen ||= state !== 'off' && isEmpty(holder?.get(part.word), undefined);
      return visit(search, part.of, value, state);
    case 'each':
      return isJsonArray(value)
        ? value.forEach((one) => visit(search, part.of, one, state))
        : open(search, value, state);
    case 'object':
    default:
      return isJsonObject(value) ? visitMembers(search, part, value, state) : open(search, value, state);
  }
}

function visitMembers(search: Search, part: ObjectPart, object: JsonObject, above: SwitchState): void {
  const state = above === 'on' ? switchStateOf(part, object) : above;
  search.isOpen ||= part.needs !== undefined && isEmpty(object.get(part.needs), undefined);
  search.isOpen ||= part.off !== undefined && !isSwitch(object.get(part.off.member));
  for (const [key, value] of object) {
    const member = memberPart(part, key);
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
    return [...value.values()].some((one) => says(one, word));
  }
  return isJsonArray(value) ? value.some((one) => isJsonObject(one) && says(one, word)) : value === word;
}

function isPlain(value: JsonValue): boolean {
  return isJsonArray(value) ? value.every((one) => !isJsonArray(one) && isPlain(one)) : !isJsonObject(value);
}
