import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';

/** Stands for a secret that a push sends in clear, and that is read back sealed. */
const justSealed = 'sealed by this push';

/**
 * A secret is sent as `plain` and read back as `encrypted`, which nobody can foretell: `next` with a word in the place of each
 * secret in clear; `next` itself where there is none. `body`: what is sent, as it is written.
 */
export function withoutSecrets(next: JsonObject, body: string): JsonObject {
  // Mostly none is sent, and a text is searched sooner than what it says.
  return body.includes('"plain"') ? withWord(next, isSent) : next;
}

const isSent = (secret: JsonObject): boolean => isGiven(secret.get('plain'));

/**
 * The live policy with that word in the place of each new seal. A seal that live had before, in whatever place, or that was
 * sent, is none of this push: a console that still holds it did not take the new secret.
 */
export function withoutSeals(now: JsonObject, sent: JsonObject, before: JsonObject): JsonObject {
  const ofPush = sealsIn(sent);
  if (!ofPush.has(justSealed)) {
    return now;
  }
  const old = new Set([...ofPush, ...sealsIn(before)]);
  const isNew = (secret: JsonObject): boolean =>
    isGiven(secret.get('encrypted')) && !isGiven(secret.get('plain')) && !old.has(secret.get('encrypted'));
  return withWord(now, isNew);
}

function sealsIn(document: JsonObject): Set<JsonValue | undefined> {
  const seals = new Set<JsonValue | undefined>();
  withWord(document, (secret) => {
    seals.add(secret.get('encrypted'));
    return false;
  });
  return seals;
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
