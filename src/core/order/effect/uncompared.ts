import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../../json/json.ts';
import { exactNumber } from '../../json/exactNumber.ts';

/** What a comparison looks at: single values by what they have to be, or the members of an object, or of each item of a list. */
export type Compared =
  'flag' | 'number' | 'word' | 'noise' | { readonly [member: string]: Compared } | ItemsOf;

interface ItemsOf {
  readonly items: { readonly [member: string]: Compared };
  /** The members that tell the items from each other. */
  readonly by: string;
}

/**
 * The members of a rule that no comparison looks at, at any depth, and values that are none of those that are compared:
 * where these differ between two rules it is not known what becomes of what they do.
 */
export function uncompared(
  object: JsonObject,
  compared: { readonly [member: string]: Compared },
): JsonObject {
  const rest = new Map<string, JsonValue>();
  for (const [key, value] of object) {
    const left = Object.hasOwn(compared, key) ? leftOf(value, compared[key] ?? 'noise') : value;
    if (left !== undefined) {
      rest.set(key, left);
    }
  }
  return rest;
}

function leftOf(value: JsonValue, compared: Compared): JsonValue | undefined {
  if (typeof compared === 'string') {
    return value === null || isCompared(value, compared) ? undefined : value;
  }
  if (isItemsOf(compared)) {
    return isJsonArray(value) ? leftOfItems(value, compared) : (value ?? undefined);
  }
  if (!isJsonObject(value)) {
    return value ?? undefined;
  }
  const rest = uncompared(value, compared);
  return rest.size === 0 ? undefined : rest;
}

/** What is left of each item, under what tells it from the others. */
function leftOfItems(list: readonly JsonValue[], { items, by }: ItemsOf): JsonValue | undefined {
  const rest = list.flatMap((item): JsonValue[] => {
    if (!isJsonObject(item)) {
      return [item];
    }
    const left = uncompared(item, items);
    return left.size === 0 ? [] : [new Map([...left, [by, item.get(by) ?? null]])];
  });
  return rest.length === 0 ? undefined : rest;
}

function isCompared(value: JsonValue, as: 'flag' | 'number' | 'word' | 'noise'): boolean {
  switch (as) {
    case 'flag':
      return typeof value === 'boolean';
    case 'word':
      return typeof value === 'string';
    case 'number':
      // Two numbers that are too long, or too big, may look the same when they are compared.
      return (
        value instanceof JsonNumber &&
        Number.isFinite(value.value) &&
        exactNumber(value.lexeme) === exactNumber(JSON.stringify(value.value))
      );
    case 'noise':
    default:
      return true;
  }
}

function isItemsOf(compared: Exclude<Compared, string>): compared is ItemsOf {
  return typeof compared['by'] === 'string' && typeof compared['items'] === 'object';
}
