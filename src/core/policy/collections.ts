/** The lists of a collection that constrain resources. A list that is absent, empty or `["*"]` constrains nothing. */
export const resourceLists = [
  'hosts',
  'images',
  'labels',
  'containers',
  'functions',
  'namespaces',
  'appIDs',
  'accountIDs',
  'clusters',
] as const;

export type ResourceList = (typeof resourceLists)[number];

/** Patterns of a collection by list. */
export type CollectionPatterns = Readonly<Partial<Record<ResourceList, readonly string[]>>>;

/** Patterns by name of a collection. A collection that is not there is not known. */
export type KnownCollections = ReadonlyMap<string, CollectionPatterns>;

/** What a resource is called, by list; a container has an image, a host, a namespace and more at the same time. */
export type ResourceNames = Readonly<Partial<Record<ResourceList, readonly string[]>>>;

/** `*` stands for any text at the beginning, at the end or at both; case does not count. A leading `-` is not looked at. */
export function matchesPattern(pattern: string, value: string): boolean {
  const [text, name] = [pattern.toLowerCase(), value.toLowerCase()];
  const open = text.startsWith('*');
  const close = text.length > 1 && text.endsWith('*');
  const core = text.slice(open ? 1 : 0, close ? -1 : undefined);
  if (open && close) {
    return name.includes(core);
  }
  if (open) {
    return name.endsWith(core);
  }
  return close ? name.startsWith(core) : name === core;
}

/** Patterns that begin with `-` take away; a list of nothing but those starts from everything. */
function matchesList(patterns: readonly string[], values: readonly string[]): boolean {
  const negative = patterns.filter((pattern) => pattern.startsWith('-')).map((pattern) => pattern.slice(1));
  const positive = patterns.filter((pattern) => !pattern.startsWith('-'));
  const matched = (list: readonly string[]): boolean =>
    list.some((pattern) => values.some((value) => matchesPattern(pattern, value)));
  return !matched(negative) && (positive.length === 0 || positive.includes('*') || matched(positive));
}

/** Whether a resource lies in a collection: every constrained list must match one of its names. */
export function matchesCollection(collection: CollectionPatterns, resource: ResourceNames): boolean {
  return resourceLists.every((list) => {
    const patterns = collection[list] ?? [];
    return patterns.length === 0 || matchesList(patterns, resource[list] ?? []);
  });
}
