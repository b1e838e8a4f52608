import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';

/** Placeholder for a secret that a push sends in clear and reads back sealed. */
const justSealed = 'sealed by this push';

/**
 * Returns `next` with a placeholder for each secret in clear; `next` itself without such secrets. The console
 * reads `plain` and answers an unpredictable `encrypted`. `body` is the text to send.
 */
export function withoutSecrets(next: JsonObject, body: string): JsonObject {
  // Most pushes send no secret, and searching a text is faster than walking its document.
  return body.includes('"plain"') ? withWord(next, isSent) : next;
}

const isSent = (secret: JsonObject): boolean => isGiven(secret.get('plain'));

/**
 * Returns the live policy with the placeholder for each new seal, after a push of new secrets. A seal from
 * before the push, or one that was sent, is not new. A console with such a seal did not store the new secret.
 */
export function withoutSeals(now: JsonObject, sent: JsonObject, before: JsonObject): JsonObject {
  const sentSeals = sealsIn(sent);
  if (!sentSeals.has(justSealed)) {
    return now;
  }
  const old = new Set([...sentSeals, ...sealsIn(before)]);
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

/** Returns the same value when no secret is replaced. */
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
