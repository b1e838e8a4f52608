/**
 * One thing that can be read from the SSPM service: each kind is one of its thirteen operations. `app` is an `app_id` where
 * an application is meant and a catalog name where an entry of the catalog is.
 */
export type Resource =
  | { readonly kind: 'applications' }
  | { readonly kind: 'application' | 'configuration' | 'settings'; readonly app: string }
  | { readonly kind: 'catalog' }
  | {
      readonly kind: 'catalog-entry' | 'definitions' | 'scopes' | 'authentication';
      readonly app: string;
    }
  | { readonly kind: 'control'; readonly id: string }
  | { readonly kind: 'projects'; readonly integration: string; readonly ticketing: string }
  | {
      readonly kind: 'project' | 'issue';
      readonly integration: string;
      readonly ticketing: string;
      readonly key: string;
    };

export type ResourceKind = Resource['kind'];

/** Unique for a resource; for caches and documents. */
export function resourceKey(resource: Resource): string {
  return segmentsOf(resource).map(encodeSegment).join('/');
}

/** Path below the address of the service, every name encoded as one segment. Throws `RangeError` for an empty name. */
export function resourcePath(resource: Resource): string {
  const segments = segmentsOf(resource);
  if (segments.some((segment) => segment === '')) {
    throw new RangeError(`a ${resource.kind} without a name cannot be asked for`);
  }
  return `/sspm/api/v1/${segments.map(encodeSegment).join('/')}`;
}

/** The name of a document about the resource. */
export function resourceName({ kind, ...names }: Resource): string {
  const { app, key, integration, id } = names as Readonly<Record<string, string>>;
  return [kind, app ?? key ?? integration ?? id].filter(Boolean).join(' ');
}

/** The resource of a kind, about an application or an entry of the catalog where the kind needs one. */
export function resourceOf(kind: string | undefined, app: string | undefined): Resource | undefined {
  const found = (Object.keys(paths) as ResourceKind[]).find((each) => each === kind);
  const names = found && paths[found].match(/\{\w+\}/g);
  if (!found || (names && (names.join('') !== '{app}' || app === undefined))) {
    return undefined;
  }
  return (names ? { kind: found, app } : { kind: found }) as Resource;
}

/** The path of each operation. Braces name a member of the resource. */
const paths: Readonly<Record<ResourceKind, string>> = {
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
};

function segmentsOf(resource: Resource): readonly string[] {
  const members = new Map<string, string>(Object.entries(resource));
  return paths[resource.kind]
    .split('/')
    .map((part) => (part.startsWith('{') ? (members.get(part.slice(1, -1)) ?? '') : part));
}

/** `.` and `..` would be taken for steps in the path; a lone surrogate cannot be encoded. */
function encodeSegment(text: string): string {
  return /^\.{1,2}$/.test(text)
    ? text.replaceAll('.', '%2E')
    : encodeURIComponent(text.toWellFormed()).replaceAll(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      );
}
