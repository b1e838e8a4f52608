import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { canonicalHash } from '../policy/canonical.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { PartedText } from '../util/partedText.ts';

/** Stands for a secret that a push sends in clear, and that is read back sealed. */
const justSealed = 'sealed by this push';

/**
 * A secret is sent as `plain` and read back as `encrypted`, which nobody can foretell: the canonical hash of what is sent
 * with a word in the place of each such secret; undefined when there is none. `body`: what is sent, as it is written. In steps.
 */
export function* hashOfSealed(
  kind: PolicyKind,
  next: JsonObject,
  body: PartedText,
): Generator<void, string | undefined, void> {
  // Mostly none is sent, and a text is searched sooner than what it says: soonest for letters that are rare in it.
  if (!(yield* body.includesSteps('plain"')) || !(yield* body.includesSteps('"plain"'))) {
    return undefined;
  }
  let isAnySent = false;
  const mask = (value: JsonValue): JsonValue => {
    const masked = withWord(value, isSent);
    isAnySent ||= masked !== value;
    return masked;
  };
  const masked = new Map<string, JsonValue>();
  for (const [key, member] of next) {
    const items: JsonValue[] = [];
    for (const item of isJsonArray(member) ? member : []) {
      items.push(mask(item));
      yield;
    }
    masked.set(key, isJsonArray(member) ? items : mask(member));
  }
  return isAnySent ? canonicalHash(kind, masked) : undefined;
}

const isSent = (secret: JsonObject): boolean => isGiven(secret.get('plain'));

/**
 * Whether live is what was sent but for its secrets, each of them sealed. A seal that live had before, in whatever place, is
 * none of this push: a console that still holds it did not take the new secret.
 */
export function isSealed(
  kind: PolicyKind,
  sealed: string | undefined,
  before: JsonObject | undefined,
  now: JsonObject,
): boolean {
  if (sealed === undefined || before === undefined) {
    return false;
  }
  const old = new Set<JsonValue | undefined>();
  withWord(before, (secret) => {
    old.add(secret.get('encrypted'));
    return false;
  });
  const isNew = (secret: JsonObject): boolean =>
    isGiven(secret.get('encrypted')) && !isGiven(secret.get('plain')) && !old.has(secret.get('encrypted'));
  return canonicalHash(kind, withWord(now, isNew)) === sealed;
}

/** The same value where no secret is replaced. */
function withWord<T extends JsonValue>(value: T, isReplaced: (secret: JsonObject) => boolean): T;
function withWord(value: JsonValue, isReplaced: (secret: JsonObject) => boolean): JsonValue {
  if (isJsonArray(value)) {
    let items: JsonValue[] | undefined;
    for (const [at, item] of value.entries()) {
      const replaced = withWord(item, isReplaced);
      if (replaced !== item) {
        (items ??= [...value])[at] = replaced;
      }
    }
    return items ?? value;
  }
  if (!isJsonObject(value)) {
    return value;
  }
  if (isSecret(value)) {
    return isReplaced(value) ? new Map([['encrypted', justSealed]]) : value;
  }
  let result: JsonObject = value;
  for (const [key, member] of value) {
    const replaced = withWord(member, isReplaced);
    if (replaced !== member) {
      result = new Map(result).set(key, replaced);
    }
  }
  return result;
}

function isSecret(object: JsonObject): boolean {
  const known = Number(object.has('plain')) + Number(object.has('encrypted'));
  return object.size > 0 && object.size === known;
}

function isGiven(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value !== '';
}
