/** Fields by name, in the form that `JSON.parse` returns. */
export type Members = Readonly<Record<string, unknown>>;

/** Undefined for any value that is not an object. */
export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Members)
    : undefined;
}

/** Returns an own field by its name, never an inherited property. */
export function at(members: Members, key: string): unknown {
  return Object.hasOwn(members, key) ? members[key] : undefined;
}

/** Returns one text, or the texts of a list, with numbers as text. */
export function textsOf(value: unknown): readonly string[] {
  return [value].flat().map(String);
}
