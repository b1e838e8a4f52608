import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { plainChange } from '../../../../src/core/order/effect/change.ts';
import { effectChange } from '../../../../src/core/order/effect/effectChange.ts';
import type { RuleField } from '../../../../src/core/policy/fieldTypes.ts';
import { policyKinds, type PolicyKind } from '../../../../src/core/policy/families.ts';
import { memberField, ruleFieldsOf } from '../../../../src/core/policy/ruleFields.ts';
import type { Plain } from './wholeRules.ts';

const words = ['disable', 'alert', 'prevent', 'block', 'ban', 'ignore', 'allow'];
const days = ['2098-01-01T00:00:00Z', '2099-01-01T00:00:00Z'];

/** Values of a field without fields of its own. */
function valuesOf({ type }: RuleField): readonly unknown[] {
  switch (type) {
    case 'boolean':
      return [false, true];
    case 'integer':
    case 'number':
      return [0, 1, 4, 7, 9];
    case 'array':
      return [['a'], ['b']];
    case 'object':
      return [{ a: 1 }, { a: 2 }];
    case 'string':
    case undefined:
    default:
      return [...words, ...days];
  }
}

/** Any value of a field: some of its fields, and items with different keys. */
function anyValue(field: RuleField): fc.Arbitrary<unknown> {
  const { type, members, items, key } = field;
  if (items) {
    const item = anyValue(items).map((value) => ({ ...(value as Plain), ...keyed(items, key) }));
    return fc.array(item, { maxLength: 1 });
  }
  return type === 'object' && members && members.size > 0
    ? fc.record(Object.fromEntries([...members].map(([name, member]) => [name, anyValue(member)])), {
        requiredKeys: [],
      })
    : fc.constantFrom(...valuesOf(field));
}

/** The field that identifies an item of a list. */
function keyed(items: RuleField, key: string | undefined): Plain {
  return key === undefined ? {} : { [key]: valuesOf(memberField(items, key))[0] };
}

interface Place {
  readonly path: readonly string[];
  readonly field: RuleField;
  /** The fields that identify the items of each list on the way. */
  readonly keys: readonly Plain[];
}

/** The places of all fields without fields of their own that may decide something. */
function placesIn(field: RuleField, place: Omit<Place, 'field'> = { path: [], keys: [] }): readonly Place[] {
  if (field.isAside || field.isUnused || field.compares === 'noise') {
    return [];
  }
  if (field.items) {
    return placesIn(field.items, {
      path: [...place.path, '[]'],
      keys: [...place.keys, keyed(field.items, field.key)],
    });
  }
  return field.members && field.members.size > 0
    ? [...field.members].flatMap(([name, member]) =>
        placesIn(member, { ...place, path: [...place.path, name] }),
      )
    : [{ ...place, field }];
}

/** The object with a value at the place, in an item of each list on the way. */
function withValue(holder: unknown, { path, keys }: Omit<Place, 'field'>, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) {
    return value;
  }
  if (step !== '[]') {
    const object = (holder ?? {}) as Plain;
    return { ...object, [step]: withValue(object[step], { path: rest, keys }, value) };
  }
  const [key, ...others] = keys;
  const [item] = (holder ?? []) as readonly Plain[];
  return [withValue({ ...item, ...key }, { path: rest, keys: others }, value)];
}

function canChangeAction(kind: PolicyKind, rules: readonly unknown[], place: Place): boolean {
  const values = valuesOf(place.field);
  return rules.some((rule) =>
    values.some((value, at) => {
      const [from, to] = [value, values[(at + 1) % values.length]].map(
        (one) => fromPlain(withValue(rule, place, one)) as JsonObject,
      );
      return effectChange(kind, from, to) !== plainChange.same;
    }),
  );
}

for (const [shape, [kind]] of Map.groupBy(policyKinds, (one) => one.shape)) {
  test(`${shape}: every field of a rule that may decide something can change the action`, () => {
    assert.ok(kind);
    const fields = ruleFieldsOf(kind);
    const [places, rules] = [placesIn(fields), fc.sample(anyValue(fields), { seed: 1, numRuns: 500 })];
    assert.ok(places.length > 0);
    assert.deepEqual(
      places.filter((place) => !canChangeAction(kind, rules, place)).map(({ path }) => path.join('.')),
      [],
    );
  });
}
