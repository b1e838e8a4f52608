import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { diffPolicies } from '../../../src/core/policy/ruleDiff.ts';
import { fieldLines } from '../../../src/core/sync/fieldLines.ts';
import { kindOf } from './workspace.ts';

const kind = kindOf('waas/container');

type Paths = Readonly<Record<string, readonly string[]>>;

function policy(paths: Paths | undefined, parameters: readonly object[] = []): JsonObject {
  const apiSpec = paths && {
    description: 'd',
    paths: Object.entries(paths).map(([path, methods]) => ({
      path,
      methods: methods.map((method) => ({ method, parameters })),
    })),
  };
  const app = { appID: 'app-1', ...(apiSpec && { apiSpec }) };
  return fromPlain({
    rules: [{ name: 'r', collections: [{ name: 'All' }], applicationsSpec: [app] }],
  }) as JsonObject;
}

const linesOf = (before: JsonObject, after: JsonObject): readonly string[] =>
  diffPolicies(kind, before, after).steps.flatMap((step) =>
    step.kind === 'change' ? step.fields.flatMap((field) => fieldLines(field)) : [],
  );

test('an inserted API specification is told by its paths and methods, and so is a removed one', () => {
  const [none, some] = [policy(undefined), policy({ '/users': ['GET', 'POST'], '/empty': [] })];
  const field = '    applicationsSpec[app-1].apiSpec';
  assert.deepEqual(linesOf(none, some), [
    `${field}: "/users": adds GET, POST`,
    `${field}: "/empty": adds the path`,
    `${field} without paths: (absent) -> {"description":"d"}`,
  ]);
  assert.deepEqual(linesOf(some, none), [
    `${field}: "/users": removes GET, POST`,
    `${field}: "/empty": removes the path`,
    `${field} without paths: {"description":"d"} -> (absent)`,
  ]);
});

test('paths and methods that come and go in a specification are named, each once', () => {
  const lines = linesOf(
    policy({ '/users': ['GET', 'PUT'], '/old': ['GET'] }),
    policy({ '/users': ['POST', 'GET'], '/new': ['GET'] }),
  );
  const text = lines.join('\n');
  assert.match(text, /"\/users"\]\.methods: adds POST; removes PUT$/m);
  assert.match(text, /"\/old"\]: removes GET$/m);
  assert.match(text, /"\/new"\]: adds GET$/m);
  assert.equal(lines.length, 3, text);
});

test('a change below a method is a changed field as any other', () => {
  const lines = linesOf(
    policy({ '/users': ['GET'] }, [{ name: 'id', type: 'string' }]),
    policy({ '/users': ['GET'] }, [{ name: 'id', type: 'integer' }]),
  );
  assert.match(lines.join('\n'), /type: "string" -> "integer"$/);
});

test('many paths are counted', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`/p${at}`, ['GET']]));
  const lines = linesOf(policy(undefined), policy(many));
  assert.equal(lines.length, 42);
  assert.match(lines.at(-2) ?? '', /and 10 more paths$/);
});
