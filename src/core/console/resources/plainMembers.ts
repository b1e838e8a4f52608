import { isPlain, type Plain } from '../../util/plainRecord.ts';

/** These functions read plain JSON leniently: a value of another type counts as absent. */

/** The objects of a list. Consoles answer `null` or `{}` for an empty list. */
export function plainList(value: unknown): readonly Plain[] {
  return Array.isArray(value) ? value.filter(isPlain) : [];
}

export function textAt(value: Plain, key: string): string {
  const member = value[key];
  return typeof member === 'string' ? member : '';
}

export function numberAt(value: Plain, key: string): number | null {
  const member = value[key];
  return typeof member === 'number' ? member : null;
}

export function textsAt(value: Plain, key: string): readonly string[] {
  const member = value[key];
  return Array.isArray(member) ? member.filter((item) => typeof item === 'string') : [];
}

/** The distinct values as the text of one table cell. */
export function joined(values: readonly string[]): string {
  return [...new Set(values)].filter((value) => value !== '').join(', ');
}
