/** Members of request bodies, as the published interface describes them: name and type; `[]` is a list of it. */
export const requestShapes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'waas.NetworkList': {
    _id: 'string',
    description: 'string',
    disabled: 'boolean',
    modified: 'string',
    name: 'string',
    notes: 'string',
    owner: 'string',
    previousName: 'string',
    subnets: 'string[]',
  },
  'types.BaseImagesRule': { _id: 'string', description: 'string', images: 'object[]' },
  'collection.Collection': {
    accountIDs: 'string[]',
    appIDs: 'string[]',
    clusters: 'string[]',
    color: 'string',
    containers: 'string[]',
    description: 'string',
    functions: 'string[]',
    hosts: 'string[]',
    images: 'string[]',
    labels: 'string[]',
    modified: 'string',
    name: 'string',
    namespaces: 'string[]',
    owner: 'string',
    system: 'boolean',
  },
};

/** Members of `body` that the shape does not have, or whose values have another type. */
export function mistakes(shape: string, body: unknown): string[] {
  const members = requestShapes[shape];
  if (!members || typeof body !== 'object' || body === null || Array.isArray(body)) {
    return [`${shape}: not an object`];
  }
  return Object.entries(body).flatMap(([key, value]) => {
    const type = members[key];
    return type !== undefined && hasType(value, type) ? [] : [`${shape}.${key}: ${JSON.stringify(value)}`];
  });
}

function hasType(value: unknown, type: string): boolean {
  return type.endsWith('[]')
    ? Array.isArray(value) && value.every((one) => hasType(one, type.slice(0, -2)))
    : typeof value === type && value !== null;
}
