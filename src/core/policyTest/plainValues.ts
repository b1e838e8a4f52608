/** Members by name, as JSON.parse would make them. */
export type Members = Readonly<Record<string, unknown>>;

export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Members)
    : undefined;
}

/** Never of what every object has. */
export function at(members: Members, key: string): unknown {
  return Object.hasOwn(members, key) ? members[key] : undefined;
}

/** More names, checks or effects than this are not read: each is asked with every other, or of every rule. */
export const mostNamed = 100;

/** One text, or a list of them; undefined where it is neither. Numbers are read as they are written. */
export function textsOf(value: unknown): readonly string[] | undefined {
  const all = Array.isArray(value) ? value : [value];
  const texts = all.map((one) => (typeof one === 'number' ? String(one) : one));
  return texts.every((one) => typeof one === 'string') ? texts : undefined;
}
