import { matchesCollection } from '../core/policy/collections.ts';
import type { CollectionPatterns } from '../core/policy/collections.ts';
import { policyKind } from '../core/policy/families.ts';
import { arrayAt, fromPlain, isJsonObject, stringAt, toPlain } from '../core/json/json.ts';
import type { JsonObject } from '../core/json/json.ts';
import { jsonAnswer, pageOf, type Answer, type Call, type Route } from './http.ts';
import { containerRow, imageRow } from './impactedRows.ts';
import type { SandboxState } from './sandboxState.ts';
import { sampleResources } from './sampleState.ts';
import type { Resource } from './sampleState.ts';

type Row = Readonly<Record<string, unknown>>;

interface Impact {
  readonly path: string;
  /** The policy that contains the rule of the query parameter `ruleName`. */
  readonly policy: string;
  readonly of: keyof typeof sampleResources;
  /** `running`: the names of the containers of an image. */
  readonly row: (
    resource: Resource,
    collections: readonly string[],
    running: readonly Resource['names'][],
  ) => Row;
}

const pathOf = (policy: string): string => `${policyKind(policy)?.path}/impacted`;

const impact = (
  policy: string,
  of: keyof typeof sampleResources,
  row: Impact['row'],
  path = pathOf(policy),
): Impact => ({
  path,
  policy,
  of,
  row,
});

const outOfBandRow: Impact['row'] = ({ name, names }) => ({
  containerName: name,
  hostname: names.hosts?.[0] ?? '',
  image: names.images?.[0] ?? '',
});

/** VM images have no policy of their own. Their list uses the rules for hosts. */
const impacts: readonly Impact[] = [
  impact('vulnerability/images', 'images', (image, ...more) => imageRow(image, 'image', ...more)),
  impact('vulnerability/host', 'hosts', (host, scopes) => imageRow(host, 'host', scopes)),
  impact('compliance/container', 'images', (image, ...more) => imageRow(image, 'image', ...more)),
  impact(
    'compliance/host',
    'vmImages',
    (image, scopes) => imageRow(image, 'vm', scopes),
    '/policies/compliance/vms/impacted',
  ),
  impact('runtime/container', 'containers', containerRow),
  impact('waas/container', 'containers', containerRow),
  impact('waas/host', 'hosts', (host, scopes) => imageRow(host, 'host', scopes)),
  impact('waas/out-of-band', 'containers', outOfBandRow),
  impact('waas/agentless', 'hosts', ({ id, name }) => ({ id, name })),
];

const patternsOf = (collection: JsonObject): CollectionPatterns => toPlain(collection) as CollectionPatterns;

/** Routes that list the resources in the scope of a rule, in pages. Other rules do not count. */
export function impactedRoutes(state: SandboxState): Route[] {
  /** An image gets the names of its containers, so that scopes by host or namespace can match it. */
  const namesOf = (resource: Resource): Resource['names'][] => {
    const running =
      resource.names.images && !resource.names.containers
        ? sampleResources.containers
            .filter(({ names }) => names.images?.[0] === resource.name)
            .map(({ names }) => names)
        : [];
    return running.length > 0 ? running : [resource.names];
  };

  const rowsOf = ({ policy, of, row }: Impact, ruleName: string): Row[] => {
    const rule = arrayAt(state.policies.get(policy), 'rules').find(
      (candidate) => isJsonObject(candidate) && stringAt(candidate, 'name') === ruleName,
    );
    const scopes = isJsonObject(rule)
      ? arrayAt(rule, 'collections').flatMap((collection) =>
          isJsonObject(collection) ? [stringAt(collection, 'name') ?? ''] : [],
        )
      : [];
    return sampleResources[of].flatMap((resource) => {
      const running = namesOf(resource);
      const within = scopes.filter((scope) => {
        const collection = state.collections.get(scope);
        const patterns = collection && patternsOf(collection);
        return patterns && running.some((names) => matchesCollection(patterns, names));
      });
      return within.length > 0 ? [row(resource, within, running)] : [];
    });
  };

  const answer = (impact: Impact, call: Call): Answer => {
    const rows = rowsOf(impact, call.query.get('ruleName') ?? '');
    if (rows.length === 0) {
      return jsonAnswer(null, 200, { 'total-count': '0' });
    }
    return pageOf(rows.map(fromPlain), call.query, true);
  };

  return impacts.map((impact) => ({
    method: 'GET',
    path: impact.path,
    access: 'any',
    handle: (call) => answer(impact, call),
  }));
}
