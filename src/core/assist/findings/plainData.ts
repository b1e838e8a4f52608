import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../../json/json.ts';
import type { Plain } from './finding.ts';

/** The result equals that of JSON.parse. Validators read ordinary objects several times faster than bare ones. */
export function plainOf(value: JsonValue): unknown {
  if (value instanceof JsonNumber) {
    return value.value;
  }
  if (isJsonArray(value)) {
    return value.map(plainOf);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const plain: Record<string, unknown> = {};
  for (const [key, member] of value) {
    if (key === '__proto__') {
      Object.defineProperty(plain, key, {
        value: plainOf(member),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    } else {
      plain[key] = plainOf(member);
    }
  }
  return plain;
}

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The list at `key`; anything else reads as empty. */
export function listAt(object: unknown, key: string): readonly unknown[] {
  const value = isPlain(object) && Object.hasOwn(object, key) ? object[key] : undefined;
  return Array.isArray(value) ? value : [];
}

export function objectAt(object: unknown, key: string): Plain {
  const value = isPlain(object) && Object.hasOwn(object, key) ? object[key] : undefined;
  return isPlain(value) ? value : {};
}

export function textAt(object: unknown, key: string): string | undefined {
  const value = isPlain(object) && Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}
