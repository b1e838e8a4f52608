import { matchesPattern } from './collectionMatch.ts';
import { fromPlain, stringAt } from '../core/json/json.ts';
import { emptyAnswer, jsonAnswer, readBody, RefusedRequestError } from './http.ts';
import type { Answer, Call, Route } from './http.ts';
import type { SandboxState } from './sandboxState.ts';

const path = '/policies/vulnerability/base-images';

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
    { method: 'GET', path, access: 'any', handle: list },
    { method: 'POST', path, access: 'any', handle: add },
    { method: 'GET', path: `${path}/download`, access: 'any', handle: download },
    { method: 'DELETE', path: `${path}/:id`, access: 'any', handle: remove },
  ];
}
