import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { specificationChanges, withSpecification } from '../../../src/core/consoleFile/apiSpecification.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  sameValue,
} from '../../../src/core/json/json.ts';
import { parseJson } from '../../../src/core/json/jsonText.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';

const object = (value: unknown): JsonObject => {
  const parsed = parseJson(JSON.stringify(value));
  assert.ok(isJsonObject(parsed));
  return parsed;
};

const some = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(item, { maxLength: 4 });
const effect = fc.constantFrom('ban', 'prevent', 'alert', 'disable', 'allow');
const parameter = fc.record(
  {
    name: fc.constantFrom('id', 'page', 'q'),
    location: fc.constantFrom('path', 'query'),
    type: fc.constantFrom('integer', 'string'),
    max: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: ['name', 'location'] },
);
const parameters = fc.uniqueArray(parameter, {
  selector: ({ name, location }) => `${location} ${name}`,
  maxLength: 4,
});
const path = fc.record(
  {
    path: fc.constantFrom('/a', '/a/{id}', '/b', '/c'),
    // A console names a method of a path once.
    methods: fc.uniqueArray(
      fc.record(
        { method: fc.constantFrom('GET', 'get', 'PUT', 'POST'), parameters: fc.option(parameters) },
        { requiredKeys: ['method'] },
      ),
      { selector: ({ method }) => method.toUpperCase(), maxLength: 4 },
    ),
  },
  { requiredKeys: ['path'] },
);
const endpoint = fc.record({
  host: fc.constantFrom('*', 'a.example', 'b.example'),
  basePath: fc.constantFrom('*', '/v1'),
  internalPort: fc.constantFrom(0, 443, 8081),
  tls: fc.boolean(),
});
const specification = fc
  .record(
    {
      description: fc.constantFrom('mine', 'theirs'),
      effect,
      fallbackEffect: effect,
      queryParamFallbackEffect: effect,
      endpoints: fc.option(some(endpoint)),
      paths: fc.option(some(path)),
      kept: fc.constantFrom(1, 2),
    },
    { requiredKeys: [] },
  )
  .map(object);

/** Whether everything `before` says is still said, at its place; lists may have grown at their end. */
function stillSays(before: JsonValue, after: JsonValue | undefined): boolean {
  if (before === null) {
    return after !== undefined;
  }
  if (isJsonObject(before)) {
    return isJsonObject(after) && [...before].every(([key, value]) => stillSays(value, after.get(key)));
  }
  if (isJsonArray(before)) {
    return isJsonArray(after) && before.every((item, at) => stillSays(item, after[at]));
  }
  return after !== undefined && sameValue(before, after);
}

test('adding what is missing never changes or removes a value', () => {
  fc.assert(
    fc.property(specification, specification, (mine, found) => {
      const next = withSpecification(mine, found, 'add');
      assert.ok(stillSays(mine, next), `${writeJson(mine)} became ${writeJson(next)}`);
      assert.deepEqual(specificationChanges(mine, next).removed, []);
    }),
  );
});

test('after adding, every operation that was found is there, and adding again adds nothing', () => {
  fc.assert(
    fc.property(specification, specification, (mine, found) => {
      const next = withSpecification(mine, found, 'add');
      const { added } = specificationChanges(next, found);
      const upper = new Set([...partNames(next)].map((name) => name.toUpperCase()));
      assert.ok(
        added.every((name) => upper.has(name.toUpperCase())),
        added.join(),
      );
      assert.ok(sameValue(withSpecification(next, found, 'add'), next));
    }),
  );
});

test('replacing keeps the effects, and what nobody knows of', () => {
  fc.assert(
    fc.property(specification, specification, (mine, found) => {
      const next = withSpecification(mine, found, 'replace');
      for (const key of ['effect', 'fallbackEffect', 'queryParamFallbackEffect', 'kept']) {
        if (mine.has(key)) {
          assert.ok(sameValue(next.get(key), mine.get(key)), key);
        }
      }
      for (const key of ['paths', 'endpoints', 'description']) {
        if (mine.has(key) && mine.get(key) !== null) {
          assert.ok(sameValue(next.get(key), found.get(key) ?? mine.get(key)), key);
        }
      }
    }),
  );
});

test('a rule is not weakened by what the console fills in', () => {
  const mine = object({
    effect: 'ban',
    fallbackEffect: 'prevent',
    queryParamFallbackEffect: 'prevent',
    endpoints: [{ host: '*', basePath: '*', internalPort: 8081, tls: false }],
    paths: [
      {
        path: '/orders',
        methods: [{ method: 'GET', parameters: [{ name: 'q', location: 'query', max: 5 }] }],
      },
    ],
  });
  const found = object({
    effect: 'alert',
    fallbackEffect: 'alert',
    queryParamFallbackEffect: 'disable',
    endpoints: [{ host: '*', basePath: '*', internalPort: 443, tls: true }],
    paths: [
      {
        path: '/orders',
        methods: [
          { method: 'GET', parameters: [{ name: 'q', location: 'query' }] },
          { method: 'POST', parameters: [] },
        ],
      },
      { path: '/carts', methods: [{ method: 'GET', parameters: [] }] },
    ],
  });
  const added = withSpecification(mine, found, 'add');
  assert.deepEqual(specificationChanges(mine, added), {
    added: ['POST /orders', 'GET /carts'],
    removed: [],
    changed: [],
  });
  assert.ok(sameValue(added.get('endpoints'), mine.get('endpoints')), 'the port stays');
  const replaced = withSpecification(mine, found, 'replace');
  assert.equal(replaced.get('effect'), 'ban');
  assert.deepEqual(specificationChanges(mine, replaced).changed, ['GET /orders', '**']);
});

function partNames(value: JsonObject): readonly string[] {
  return specificationChanges(undefined, value).added;
}

/** Counts how often its members are asked for. */
class Counted extends Map<string, JsonValue> {
  static asked = 0;

  override get(key: string): JsonValue | undefined {
    Counted.asked++;
    return super.get(key);
  }
}

test('a description of very many paths is not looked through for each of them', () => {
  const many = 2000;
  const paths = Array.from({ length: many }, (_, at) => new Counted([['path', `/p${at}`]]));
  const found: JsonObject = new Map([['paths', paths]]);
  for (const existing of [object({ paths: [] }), object({ paths: [{ path: '/p7' }] }), found]) {
    Counted.asked = 0;
    const next = withSpecification(existing, found, 'add').get('paths');
    assert.ok(isJsonArray(next));
    assert.equal(next.length, many);
    assert.ok(Counted.asked < 20 * many, `${Counted.asked} looks`);
  }
});
