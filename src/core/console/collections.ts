/** A named scope of resources that rules refer to. */
export interface CollectionSummary {
  readonly name: string;
  readonly description: string;
  /** As the console writes it, such as `#3FA2F7`; may be empty. */
  readonly color: string;
  /** Built in: cannot be edited. */
  readonly system: boolean;
  /** Wildcard patterns by resource list (`hosts`, `images`, …), as stored. */
  readonly patterns: Readonly<Record<string, readonly string[]>>;
}

/** Reads one row of the list; undefined when it has no name. */
export function readCollection(row: unknown): CollectionSummary | undefined {
  if (typeof row !== 'object' || row === null) {
    return undefined;
  }
  const members = new Map(Object.entries(row));
  const name = members.get('name') as unknown;
  if (typeof name !== 'string' || name === '') {
    return undefined;
  }
  const patterns = [...members].flatMap(([key, value]: [string, unknown]) => {
    const texts = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
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

function textAt(members: ReadonlyMap<string, unknown>, key: string): string {
  const value = members.get(key);
  return typeof value === 'string' ? value : '';
}
