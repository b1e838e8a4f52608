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

/** Patterns by name of a collection. The contents of an absent collection are unknown. */
export type KnownCollections = ReadonlyMap<string, CollectionPatterns>;

/** The names of one resource by list; a container has an image, a host, a namespace and more at once. */
export type ResourceNames = Readonly<Partial<Record<ResourceList, readonly string[]>>>;
