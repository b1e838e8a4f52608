import * as fc from 'fast-check';
import { policyKinds, type PolicyKind } from '../../../src/core/policy/families.ts';
import { fromPlain, type JsonObject, type JsonValue } from '../../../src/core/json/json.ts';

const word = fc.constantFrom(
  'a',
  'b',
  'c',
  'web',
  'Default - alert',
  'x.y',
  '"q"',
  '',
  'é😀',
  '__proto__',
  '1',
);
const scalar = fc.oneof(
  word,
  fc.boolean(),
  fc.constant(null),
  fc.integer({ min: -3, max: 20 }),
  fc.constantFrom(0.5, 1e21, '0001-01-01T00:00:00Z'),
);
const unknown = fc.oneof(
  { depthSize: 'small' },
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(
    word,
    fc.oneof(scalar, fc.array(fc.dictionary(word, scalar, { maxKeys: 2 }), { maxLength: 2 })),
    {
      maxKeys: 3,
    },
  ),
);
const collections = fc.array(fc.record({ name: fc.constantFrom('All', 'prod', 'dev', 'ci') }), {
  maxLength: 3,
});
const exception = (key: 'id' | 'name') =>
  fc.record(
    {
      [key]: fc.constantFrom('CVE-2099-0001', 'CVE-2099-0002', 'x y'),
      effect: fc.constantFrom('ignore', 'alert'),
      expiration: fc.record({
        enabled: fc.boolean(),
        date: fc.constantFrom('2099-01-01T00:00:00Z', '2099-01-02T00:00:00.5Z', '0001-01-01T00:00:00Z'),
      }),
    },
    { requiredKeys: [key] },
  );
const check = fc.record(
  { id: fc.integer({ min: 40, max: 45 }), block: fc.boolean(), other: scalar },
  { requiredKeys: ['id'] },
);

export const ruleNames = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'Default - alert', '');

const rule = (name: fc.Arbitrary<string>) =>
  fc
    .tuple(
      fc.record(
        {
          name,
          effect: fc.constantFrom('alert', 'alert, block', ''),
          disabled: fc.boolean(),
          collections,
          condition: fc.record({ vulnerabilities: fc.array(check, { maxLength: 4 }), device: word }),
          cveRules: fc.array(exception('id'), { maxLength: 2 }),
          tags: fc.array(exception('name'), { maxLength: 2 }),
          alertThreshold: fc.record({ value: fc.integer({ min: 0, max: 9 }), disabled: fc.boolean() }),
          applicationsSpec: fc.array(
            fc.record({ appID: word, ports: fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }) }),
            { maxLength: 2 },
          ),
        },
        { requiredKeys: ['name'] },
      ),
      fc.dictionary(word, unknown, { maxKeys: 2 }),
    )
    .map(([known, more]) => ({ ...more, ...known }));

export const anyKind: fc.Arbitrary<PolicyKind> = fc.constantFrom(...policyKinds);

/** A document of the kind; names come from a small pool, so duplicates occur. */
export function documentOf(
  kind: PolicyKind,
  options: { maxRules?: number; names?: fc.Arbitrary<string> } = {},
): fc.Arbitrary<JsonObject> {
  const rules = fc.array(rule(options.names ?? ruleNames), { maxLength: options.maxRules ?? 6 });
  return fc
    .tuple(
      fc.tuple(...kind.arrays.map(() => rules)),
      fc.record({ learningDisabled: fc.boolean(), extra: unknown, maxPort: fc.nat(9) }, { requiredKeys: [] }),
      fc.array(fc.record({ _id: fc.integer({ min: 1, max: 3 }), name: word, collections }), { maxLength: 2 }),
    )
    .map(([arrays, more, networkEntities]) =>
      asObject(
        fromPlain({
          [kind.identity.field]: kind.identity.value,
          ...(kind.family === 'cnns' ? { networkEntities } : {}),
          ...more,
          ...Object.fromEntries(kind.arrays.map(({ key }, at) => [key, arrays[at]])),
        }),
      ),
    );
}

export function asObject(value: JsonValue): JsonObject {
  if (!(value instanceof Map)) {
    throw new TypeError('not an object');
  }
  return value as JsonObject;
}
