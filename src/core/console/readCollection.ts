import type { Collection } from '../consoles/resources.ts';
import { resourceLists } from '../policy/collections.ts';

/** Reads one row of the list; undefined when it has no name. */
export function readCollection(row: unknown): Collection | undefined {
  if (typeof row !== 'object' || row === null) {
    return undefined;
  }
  const members = new Map(Object.entries(row));
  const name = members.get('name') as unknown;
  if (typeof name !== 'string' || name === '') {
    return undefined;
  }
  const patterns = [...members].flatMap(([key, value]: [string, unknown]) => {
    const texts = patternsIn(key, value);
    return texts ? [[key, texts] as const] : [];
  });
  return {
    name,
    description: textAt(members, 'description'),
    color: textAt(members, 'color'),
    system: members.get('system') === true,
    patterns: Object.fromEntries(patterns),
  };
}

/** Patterns whose meaning is documented nowhere: it may name something, or take something away. */
const unreadable = ['', '-'] as const;

/** A value that is no list of texts is an unknown constraint. Without it, the collection would cover everything. */
function patternsIn(key: string, value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) {
    const texts = value.filter((one) => typeof one === 'string');
    return texts.length === value.length ? texts : [...texts, ...unreadable];
  }
  const isList = (resourceLists as readonly string[]).includes(key);
  return isList && value !== null && value !== undefined ? unreadable : undefined;
}

function textAt(members: ReadonlyMap<string, unknown>, key: string): string {
  const value = members.get(key);
  return typeof value === 'string' ? value : '';
}
