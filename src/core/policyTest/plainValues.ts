/** Members by name, as JSON.parse would make them. */
export type Members = Readonly<Record<string, unknown>>;

/** Undefined for anything but an object. */
export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Members)
    : undefined;
}

/** A member by its name, and never one that every object has. */
export function at(members: Members, key: string): unknown {
  return Object.hasOwn(members, key) ? members[key] : undefined;
}

/** One text, or those of a list. Numbers are read as they are written. */
export function textsOf(value: unknown): readonly string[] {
  return [value].flat().map(String);
}
