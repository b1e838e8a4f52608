import { matchesPattern } from '../core/policy/collections.ts';
import { arrayAt, fromPlain, isJsonObject, stringAt } from '../core/json/json.ts';
import type { JsonObject, JsonValue } from '../core/json/json.ts';
import { emptyAnswer, jsonAnswer, problemAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import { readBody } from './readBody.ts';
import type { Call, Route } from './route.ts';
import type { SandboxState } from './sandboxState.ts';

const path = '/policies/vulnerability/base-images';
const header = 'Scope,Image,Top layer,Created\n';

/** The base images in the registry: name and creation day. */
const scannedImages = [
  ['registry.example/base/debian:13.0', '2026-07-01'],
  ['registry.example/base/debian:13.1', '2026-09-02'],
  ['registry.example/base/node:24', '2026-09-14'],
  ['registry.example/base/node:22', '2026-05-20'],
  ['registry.example/base/java:25', '2026-08-11'],
] as const;

/** Adds the images that the console finds for a scope. */
function withImages(scope: JsonObject): JsonObject {
  const images = scannedImages
    .filter(([name]) => matchesPattern(stringAt(scope, '_id') ?? '', name))
    .map(([imageName, day], index) => ({
      imageName,
      topLayer: `sha256:${String(index + 1)
        .repeat(64)
        .slice(0, 64)}`,
      creationTime: `${day}T00:00:00Z`,
    }));
  return new Map<string, JsonValue>([...scope, ['images', images.length > 0 ? fromPlain(images) : null]]);
}

/** A CSV field with a comma, a quote or a line break needs quotes. */
const csvField = (value: JsonValue | undefined): string => {
  const text = typeof value === 'string' ? value : '';
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

function csvOf(scope: JsonObject): string[] {
  return arrayAt(scope, 'images').map((image) =>
    [scope, ...(isJsonObject(image) ? [image] : [])]
      .flatMap((record, index) =>
        (index === 0 ? ['_id'] : ['imageName', 'topLayer', 'creationTime']).map((key) =>
          csvField(record.get(key)),
        ),
      )
      .join(','),
  );
}

/**
 * Routes to list, add, delete and download scopes of base images. A delete has the doubly encoded pattern in
 * its path.
 */
export function baseImageRoutes(state: SandboxState): Route[] {
  const scopes = state.baseImages;

  const add = (call: Call): Answer => {
    const body = readBody(call);
    const id = isJsonObject(body) ? stringAt(body, '_id') : undefined;
    if (!isJsonObject(body) || id === undefined || !/^[^\s*][^\s*/]*\/[^\s*]+:[^\s:]+$/.test(id)) {
      return problemAnswer(400, 'a scope is registry/repository:tag, with wildcards in the tag only');
    }
    if (scopes.has(id)) {
      return problemAnswer(400, `${id} already exists`);
    }
    scopes.set(
      id,
      new Map([
        ['_id', id],
        ['description', stringAt(body, 'description') ?? ''],
      ]),
    );
    return emptyAnswer;
  };

  const remove = (call: Call): Answer => {
    let id: string;
    try {
      id = decodeURIComponent(call.segments[0] as string);
    } catch {
      return problemAnswer(400, 'the id is not encoded');
    }
    return scopes.delete(id) ? emptyAnswer : problemAnswer(404, `no base image scope ${id}`);
  };

  const list = (): JsonObject[] => [...scopes.values()].map(withImages);

  const download = (): Answer => {
    const lines = list().flatMap(csvOf);
    return {
      status: 200,
      headers: { 'content-type': 'text/csv' },
      body: lines.length > 0 ? `${header}${lines.join('\n')}\n` : 'no data',
    };
  };

  return [
    { method: 'GET', path, access: 'any', handle: () => jsonAnswer(scopes.size > 0 ? list() : null) },
    { method: 'POST', path, access: 'any', handle: add },
    { method: 'GET', path: `${path}/download`, access: 'any', handle: download },
    { method: 'DELETE', path: `${path}/:id`, access: 'any', handle: remove },
  ];
}
