/** The path of each of the thirteen operations of the SSPM service. Braces contain a field of the resource. */
const paths = {
  applications: 'apps',
  application: 'apps/{app}',
  configuration: 'apps/{app}/configs',
  settings: 'apps/{app}/settings',
  authentication: 'auth/{app}/info',
  catalog: 'catalog/apps',
  'catalog-entry': 'catalog/apps/{app}',
  definitions: 'catalog/apps/{app}/configs',
  scopes: 'catalog/apps/{app}/scopes',
  control: 'catalog/controls/{id}',
  projects: 'integration/integrations/{integration}/{ticketing}/projects',
  project: 'integration/integrations/{integration}/{ticketing}/project/{key}',
  issue: 'integration/integrations/{integration}/{ticketing}/issue/{key}',
} as const;

export type ResourceKind = keyof typeof paths;

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type ResourceOf<Kind extends ResourceKind> = {
  readonly [K in Kind]: { readonly kind: K } & Readonly<Record<NamesIn<(typeof paths)[K]>, string>>;
}[Kind];

/** A resource of the SSPM service. `app` is the `app_id` of an application, or the catalog name of a catalog entry. */
export type Resource = ResourceOf<ResourceKind>;
/** An integration with a ticketing system, which lists its projects. */
export type Integration = ResourceOf<'projects'>;
export type ProjectResource = ResourceOf<'project'>;
export type Issue = ResourceOf<'issue'>;

/** A unique key of a resource, for caches and documents. */
export function resourceKey(resource: Resource): string {
  return segmentsOf(resource).map(encodeSegment).join('/');
}

/**
 * The path below the address of the service, with each name encoded as one segment. Throws `RangeError` for
 * an empty name.
 */
export function resourcePath(resource: Resource): string {
  const segments = segmentsOf(resource);
  if (segments.some((segment) => segment === '')) {
    throw new RangeError(`a ${resource.kind} without a name cannot be requested`);
  }
  return `/sspm/api/v1/${segments.map(encodeSegment).join('/')}`;
}

/** The name of a document about the resource. */
export function resourceName({ kind, ...names }: Resource): string {
  const { app, key, integration, id } = names as Readonly<Record<string, string>>;
  return [kind, app ?? key ?? integration ?? id].filter(Boolean).join(' ');
}

/** The resource that the fields of a value name. Undefined for an unknown kind, and when a name is missing. */
export function resourceOf(value: unknown): Resource | undefined {
  const fields = new Map<string, unknown>(Object.entries(value ?? {}));
  const [, path = ''] = Object.entries(paths).find(([kind]) => kind === fields.get('kind')) ?? [];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return path !== '' && names.every((name) => typeof fields.get(name) === 'string')
    ? (Object.fromEntries(['kind', ...names].map((name) => [name, fields.get(name)])) as Resource)
    : undefined;
}

function segmentsOf(resource: Resource): readonly string[] {
  const members = new Map<string, string>(Object.entries(resource));
  return paths[resource.kind]
    .split('/')
    .map((part) => (part.startsWith('{') ? (members.get(part.slice(1, -1)) ?? '') : part));
}

/**
 * Encodes `.` and `..`, which a server would resolve, and replaces a lone surrogate, which cannot be encoded.
 */
function encodeSegment(text: string): string {
  return /^\.{1,2}$/.test(text)
    ? text.replaceAll('.', '%2E')
    : encodeURIComponent(text.toWellFormed()).replaceAll(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      );
}
