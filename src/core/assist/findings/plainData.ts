import type { Plain } from './finding.ts';

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
