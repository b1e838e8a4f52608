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

type Members = { readonly [member: string]: Compared };

/**
 * The members of a rule that no comparison looks at, at any depth: where these differ between two rules it is not known what
 * becomes of what they do. `misread` takes the values that are none of those that are compared, of which it is not known
 * either what they do where both rules have them.
 */
export function uncompared(object: JsonObject, compared: Members, misread: JsonValue[]): JsonObject {
  let rest: Map<string, JsonValue> | undefined;
  for (const [key, value] of object) {
    const left = Object.hasOwn(compared, key) ? leftOf(value, compared[key] ?? 'noise', misread) : value;
    if (left !== undefined) {
      rest ??= new Map();
      rest.set(key, left);
    }
  }
  return rest ?? nothing;
}

/** Mostly everything is compared. */
const nothing: JsonObject = new Map();

function leftOf(value: JsonValue, compared: Compared, misread: JsonValue[]): JsonValue | undefined {
  if (typeof compared === 'string') {
    if (value !== null && !isCompared(value, compared)) {
      misread.push(value);
    }
    return undefined;
  }
  if (isItemsOf(compared) && isJsonArray(value)) {
    return leftOfItems(value, compared, misread);
  }
  if (!isItemsOf(compared) && isJsonObject(value)) {
    const rest = uncompared(value, compared, misread);
    return rest.size === 0 ? undefined : rest;
  }
  if (value !== null) {
    misread.push(value);
  }
  return undefined;
}

/** What is left of each item, under what tells it from the others; without that it is not known what it is for. */
function leftOfItems(
  list: readonly JsonValue[],
  { items, by }: ItemsOf,
  misread: JsonValue[],
): JsonValue | undefined {
  const rest: JsonValue[] = [];
  for (const item of list) {
    if (!isJsonObject(item)) {
      misread.push(item);
      continue;
    }
    if (!item.has(by)) {
      misread.push(item);
    }
    const left = uncompared(item, items, misread);
    if (left.size > 0) {
      rest.push(new Map([...left, [by, item.get(by) ?? null]]));
    }
  }
  return rest.length === 0 ? undefined : rest;
}

function isCompared(value: JsonValue, as: 'flag' | 'number' | 'word' | 'noise'): boolean {
  switch (as) {
    case 'flag':
      return typeof value === 'boolean';
    case 'word':
      return typeof value === 'string';
    case 'number':
      if (value instanceof JsonNumber && isSmallWhole(value.lexeme)) {
        return true;
      }
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

/** Written as it is always written, and short enough for no other to look like it. */
function isSmallWhole(lexeme: string): boolean {
  return lexeme.length < 16 && /^(?:0|[1-9]\d*)$/.test(lexeme);
}

function isItemsOf(compared: Exclude<Compared, string>): compared is ItemsOf {
  return typeof compared['by'] === 'string' && typeof compared['items'] === 'object';
}
