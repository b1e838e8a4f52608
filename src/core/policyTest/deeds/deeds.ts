import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { isEmpty } from '../../policy/canonical.ts';
import type { ObjectPart, Part } from './part.ts';

export type Standing = 'on' | 'off' | 'unknown';

/** What is looked for, the words that do something else or nothing, and what was found. */
interface Search {
  readonly deed: string;
  readonly words: readonly string[];
  isDone: boolean;
  isOpen: boolean;
}

/** Whether anything in a rule does this, which is one of `words`. Undefined: something in it is not known to do something else. */
export function doesAnything(
  part: Part,
  rule: JsonObject,
  deed: string,
  words: readonly string[],
): boolean | undefined {
  // What is allowed is not stopped, and not told either.
  const search: Search = { deed, words: [...words, 'allow'], isDone: false, isOpen: false };
  visit(search, part, rule, 'on');
  return search.isDone || (search.isOpen ? undefined : false);
}

/** Whether a part takes effect: where only `enabled` could say so and does not, it is not known. */
export function standingOf({ off }: ObjectPart, object: JsonObject): Standing {
  const value = off && object.get(off.member);
  if (!off || value === !off.when) {
    return 'on';
  }
  return value === off.when ? 'off' : isEmpty(value, undefined) && off.when ? 'on' : 'unknown';
}

/** Undefined: the table does not know the member. */
export function memberPart({ members }: ObjectPart, key: string): Part | undefined {
  return Object.hasOwn(members, key) ? members[key] : undefined;
}

/** Whether the object itself has members that the table does not know and that say something. */
export function hasUnknown(part: ObjectPart, object: JsonObject): boolean {
  return [...object].some(([key, value]) => !memberPart(part, key) && !isEmpty(value, undefined));
}

function visit(search: Search, part: Part, value: JsonValue, standing: Standing, holder?: JsonObject): void {
  if (part.kind === 'aside' || isEmpty(value, undefined)) {
    return;
  }
  switch (part.kind) {
    case 'word':
      if (typeof value !== 'string' || !search.words.includes(value)) {
        search.isOpen = true;
      } else if (value === search.deed) {
        done(search, standing);
      }
      return;
    case 'idle':
      search.isOpen ||= !isPlain(value);
      return;
    case 'unsure':
      search.isOpen ||= standing !== 'off' || !isPlain(value);
      return;
    case 'does':
      if (part.word === search.deed) {
        done(search, standing);
      }
      return visit(search, part.of, value, standing);
    case 'beside':
      // The word itself is looked at where it stands.
      search.isOpen ||= standing !== 'off' && isEmpty(holder?.get(part.word), undefined);
      return visit(search, part.of, value, standing);
    case 'each':
      return isJsonArray(value)
        ? value.forEach((one) => visit(search, part.of, one, standing))
        : open(search, value, standing);
    case 'object':
    default:
      return isJsonObject(value)
        ? visitMembers(search, part, value, standing)
        : open(search, value, standing);
  }
}

function visitMembers(search: Search, part: ObjectPart, object: JsonObject, above: Standing): void {
  const standing = above === 'on' ? standingOf(part, object) : above;
  search.isOpen ||= part.needs !== undefined && isEmpty(object.get(part.needs), undefined);
  search.isOpen ||= part.off !== undefined && !isSwitch(object.get(part.off.member));
  for (const [key, value] of object) {
    const member = memberPart(part, key);
    if (member) {
      visit(search, member, value, standing, object);
    } else {
      open(search, value, standing);
    }
  }
}

/** A switch that is neither on nor off. */
function isSwitch(value: JsonValue | undefined): boolean {
  return typeof value === 'boolean' || isEmpty(value, undefined);
}

function done(search: Search, standing: Standing): void {
  const isPossible = search.words.includes(search.deed);
  search.isDone ||= isPossible && standing === 'on';
  search.isOpen ||= standing === 'unknown' || (!isPossible && standing === 'on');
}

/** What the table does not know may do anything; where it has the word for it, it is taken at its word. */
function open(search: Search, value: JsonValue, standing: Standing): void {
  if (isEmpty(value, undefined)) {
    return;
  }
  search.isOpen = true;
  if (says(value, search.deed)) {
    done(search, standing);
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
