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
export function resourceName(resource: Resource): string {
  const name =
    'app' in resource
      ? resource.app
      : 'key' in resource
        ? resource.key
        : 'integration' in resource
          ? resource.integration
          : 'id' in resource
            ? resource.id
            : '';
  return name === '' ? resource.kind : `${resource.kind} ${name}`;
}

function segmentsOf(resource: Resource): readonly string[] {
  switch (resource.kind) {
    case 'applications':
      return ['apps'];
    case 'application':
      return ['apps', resource.app];
    case 'configuration':
      return ['apps', resource.app, 'configs'];
    case 'settings':
      return ['apps', resource.app, 'settings'];
    case 'authentication':
      return ['auth', resource.app, 'info'];
    case 'catalog':
      return ['catalog', 'apps'];
    case 'catalog-entry':
      return ['catalog', 'apps', resource.app];
    case 'definitions':
      return ['catalog', 'apps', resource.app, 'configs'];
    case 'scopes':
      return ['catalog', 'apps', resource.app, 'scopes'];
    case 'control':
      return ['catalog', 'controls', resource.id];
    case 'projects':
      return [...integrationSegments(resource), 'projects'];
    case 'project':
    case 'issue':
      break;
  }
  return [...integrationSegments(resource), resource.kind, resource.key];
}

function integrationSegments({
  integration,
  ticketing,
}: {
  readonly integration: string;
  readonly ticketing: string;
}): readonly string[] {
  return ['integration', 'integrations', integration, ticketing];
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
