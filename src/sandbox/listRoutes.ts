import { stringAt, isJsonArray, type JsonObject, type JsonValue, fromPlain } from '../core/json/json.ts';
import {
  emptyAnswer,
  jsonAnswer,
  pageOf,
  plainAnswer,
  readBody,
  RefusedRequestError,
  type Answer,
  type Call,
  type Route,
} from './http.ts';
import type { SandboxState } from './sandboxState.ts';
import { plainLists, type PlainListName } from '../core/consoleFile/lists.ts';
import { matchesPattern } from './impactedRoutes.ts';

/** Routes to list, add, change and delete collections, and to read their usages and the short list. */
export function collectionRoutes(state: SandboxState): readonly Route[] {
  const { collections, policies } = state;

  const add = (call: Call): Answer => {
    const body = readBody(call);
    const name = stringAt(body, 'name') ?? '';
    if (!/^[\w:-]+$/.test(name)) {
      throw new RefusedRequestError(400, `invalid collection name ${name}`);
    }
    if (collections.get(name)) {
      throw new RefusedRequestError(400, `collection ${name} already exists`);
    }
    collections.set(name, body, call.user, state.time());
    return emptyAnswer;
  };

  const change = (call: Call): Answer => {
    const body = readBody(call);
    const [name = ''] = call.segments;
    const current = collections.get(name);
    if (!current || stringAt(body, 'name') !== name) {
      throw new RefusedRequestError(404, `no collection ${name}`);
    }
    if (current.get('system') === true) {
      throw new RefusedRequestError(400, 'a system collection is fixed');
    }
    collections.set(name, body, call.user, state.time());
    return emptyAnswer;
  };

  const remove = ({ segments: [name = ''] }: Call): Answer => {
    const current = collections.get(name);
    if (!current) {
      throw new RefusedRequestError(404, `no collection ${name}`);
    }
    const users = policies.usersOf(name);
    if (users.length > 0 || current.get('system') === true) {
      const by = users.length > 0 ? ` by ${users.join(', ')}` : '';
      throw new RefusedRequestError(400, `collection ${name} is in use${by}`);
    }
    collections.delete(name);
    return emptyAnswer;
  };

  const usages = ({ segments: [name = ''] }: Call): Answer =>
    plainAnswer(policies.usersOf(name).map((policy) => ({ name: policy, type: 'policy' })));

  const list = ({ query }: Call): Answer => pageOf(collections.all(), query);

  const mine = (): Answer =>
    jsonAnswer(
      collections.all().map((row) => new Map(['name', 'color'].map((key) => [key, row.get(key) ?? '']))),
    );

  return [
    { method: 'GET', path: '/collections', access: 'session', handle: list },
    { method: 'POST', path: '/collections', access: 'session', handle: add },
    { method: 'PUT', path: '/collections/:name', access: 'session', handle: change },
    { method: 'DELETE', path: '/collections/:name', access: 'session', handle: remove },
    { method: 'GET', path: '/collections/:name/usages', access: 'session', handle: usages },
    { method: 'GET', path: '/current/collections', access: 'session', handle: mine },
  ];
}

/** Routes for completion, and two small reads that prove that the console is reachable. */
export function lookupRoutes(state: SandboxState): readonly Route[] {
  const read = (path: string, handle: () => Answer, access: Route['access'] = 'session'): Route => ({
    method: 'GET',
    path,
    access,
    handle,
  });
  const checks = (): Answer =>
    jsonAnswer(
      new Map([
        ['complianceVulnerabilities', state.complianceChecks],
        ['cveVulnerabilities', []],
      ]),
    );
  return [
    read('/_ping', () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' }), 'open'),
    read('/version', () => plainAnswer(state.version)),
    read('/static/vulnerabilities', checks),
    ...Object.entries(plainLists).map(([list, { path }]) =>
      read(path, () => jsonAnswer(state.lists.get(list as PlainListName) ?? [])),
    ),
  ];
}

const networkListPath = '/policies/firewall/app/network-list';

/** Routes for network lists of WAAS, each written separately. The answer without lists is `null`. */
export function networkListRoutes(state: SandboxState): readonly Route[] {
  const lists = state.networkLists;

  const store = (call: Call, exists: boolean): Answer => {
    const body = readBody(call);
    const id = stringAt(body, '_id') ?? '';
    const subnets = body.get('subnets') ?? [];
    if (id === '') {
      throw new RefusedRequestError(400, 'a network list needs an _id');
    }
    if (!isJsonArray(subnets) || !subnets.every(isSubnet)) {
      throw new RefusedRequestError(400, 'invalid subnet');
    }
    if (lists.has(id) !== exists) {
      throw exists
        ? new RefusedRequestError(404, `no network list ${id}`)
        : new RefusedRequestError(400, `${id} already exists`);
    }
    lists.set(id, filled(body, call.user, state.time()));
    return emptyAnswer;
  };

  const remove = ({ segments: [id = ''] }: Call): Answer => {
    if (!lists.delete(id)) {
      throw new RefusedRequestError(404, 'no such network list');
    }
    return emptyAnswer;
  };

  const list = (): Answer => jsonAnswer(lists.size > 0 ? [...lists.values()] : null);

  return [
    { method: 'GET', path: networkListPath, access: 'any', handle: list },
    { method: 'POST', path: networkListPath, access: 'any', handle: (call) => store(call, false) },
    { method: 'PUT', path: networkListPath, access: 'any', handle: (call) => store(call, true) },
    { method: 'DELETE', path: `${networkListPath}/:id`, access: 'any', handle: remove },
  ];
}

function isSubnet(value: JsonValue): boolean {
  return typeof value === 'string' && /^[\d./]+$/.test(value);
}

/** Returns a list in the form that reads return: with the fields of the console and with empty fields. */
function filled(list: JsonObject, owner: string, modified: string): JsonObject {
  return new Map<string, JsonValue>([
    ['name', ''],
    ['description', ''],
    ['notes', ''],
    ['disabled', false],
    ['subnets', null],
    ...list,
    ['owner', owner],
    ['modified', modified],
    ['previousName', ''],
  ]);
}

const baseImagePath = '/policies/vulnerability/base-images';

/**
 * Routes to list, add, delete and download scopes of base images. A delete has the doubly encoded pattern in
 * its path.
 */
export function baseImageRoutes(state: SandboxState): readonly Route[] {
  const scopes = state.baseImages;

  const add = (call: Call): Answer => {
    const body = readBody(call);
    const id = stringAt(body, '_id') ?? '';
    if (!/^[^\s*][^\s*/]*\/[^\s*]+:[^\s:]+$/.test(id)) {
      throw new RefusedRequestError(
        400,
        'a scope is registry/repository:tag, with wildcards in the tag only',
      );
    }
    if (scopes.has(id)) {
      throw new RefusedRequestError(400, `${id} already exists`);
    }
    const description = stringAt(body, 'description') ?? '';
    scopes.set(id, new Map(Object.entries({ _id: id, description })));
    return emptyAnswer;
  };

  const remove = ({ segments: [encoded = ''] }: Call): Answer => {
    let id: string;
    try {
      id = decodeURIComponent(encoded);
    } catch {
      throw new RefusedRequestError(400, 'the id is not encoded');
    }
    if (!scopes.delete(id)) {
      throw new RefusedRequestError(404, `no base image scope ${id}`);
    }
    return emptyAnswer;
  };

  const list = (): Answer =>
    jsonAnswer(
      scopes.size === 0
        ? null
        : [...scopes].map(([id, scope]) => {
            const images = imagesOf(id);
            return new Map(scope).set('images', images.length > 0 ? fromPlain(images) : null);
          }),
    );

  const download = (): Answer => {
    const rows = [...scopes.keys()].flatMap((id) =>
      imagesOf(id).map((image) => [id, ...Object.values(image)].map(csvField).join(',')),
    );
    return {
      status: 200,
      headers: { 'content-type': 'text/csv' },
      body: rows.length > 0 ? `Scope,Image,Top layer,Created\n${rows.join('\n')}\n` : 'no data',
    };
  };

  return [
    { method: 'GET', path: baseImagePath, access: 'any', handle: list },
    { method: 'POST', path: baseImagePath, access: 'any', handle: add },
    { method: 'GET', path: `${baseImagePath}/download`, access: 'any', handle: download },
    { method: 'DELETE', path: `${baseImagePath}/:id`, access: 'any', handle: remove },
  ];
}

/** The base images in the registry: name and creation day. */
const scannedImages = [
  ['registry.example/base/debian:13.0', '2026-07-01'],
  ['registry.example/base/debian:13.1', '2026-09-02'],
  ['registry.example/base/node:24', '2026-09-14'],
  ['registry.example/base/node:22', '2026-05-20'],
  ['registry.example/base/java:25', '2026-08-11'],
] as const;

/** Returns the images that the console finds for a scope. */
function imagesOf(scope: string) {
  return scannedImages
    .filter(([name]) => matchesPattern(scope, name))
    .map(([imageName, day], index) => ({
      imageName,
      topLayer: `sha256:${String(index + 1).repeat(64)}`,
      creationTime: `${day}T00:00:00Z`,
    }));
}

/** A CSV field with a comma, a quote or a line break needs quotes. */
function csvField(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
