import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { plainChange } from '../../../../src/core/order/effect/change.ts';
import { uncompared } from '../../../../src/core/order/effect/uncompared.ts';
import { effectChange } from '../../../../src/core/order/effect/effectChange.ts';
import type { RuleField } from '../../../../src/core/policy/fieldTypes.ts';
import { policyKinds, type PolicyKind } from '../../../../src/core/policy/families.ts';
import { memberField, ruleFieldsOf } from '../../../../src/core/policy/ruleFields.ts';
import type { Plain } from './wholeRules.ts';

/** Any rule of a kind, and each place in it that may decide something. */
class Rules {
  readonly rule: RuleField;
  readonly #words: readonly string[];

  constructor(kind: PolicyKind) {
    this.rule = ruleFieldsOf(kind);
    this.#words = [...kind.levels, 'a', 'b'].slice(0, 3);
  }

  /** Readable values of a field without fields of its own. */
  valuesOf({ type }: RuleField, name: string): readonly unknown[] {
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
        return name === 'date' ? ['2098-01-01T00:00:00Z', '2099-01-01T00:00:00Z'] : this.#words;
    }
  }

  /** Any value of a field: some of its fields, or a list with one item. */
  any(field = this.rule, name = ''): fc.Arbitrary<unknown> {
    const { members, items, key } = field;
    if (items) {
      const item = this.any(items).map((value) => ({ ...(value as Plain), ...this.#keyed(items, key) }));
      return fc.array(item, { maxLength: 1 });
    }
    const inner = Array.from(members ?? [], ([member, one]) => [member, this.any(one, member)] as const);
    return inner.length > 0
      ? fc.record(Object.fromEntries(inner), { requiredKeys: [] })
      : fc.constantFrom(...this.valuesOf(field, name));
  }

  /** The places of the fields without fields of their own, except those that decide nothing. */
  places(field = this.rule, place: Omit<Place, 'field'> = { path: [], keys: [] }): readonly Place[] {
    const { items, key, members } = field;
    if (field.isAside || field.isUnused || field.compares === 'noise') {
      return [];
    }
    if (items) {
      const keys = [...place.keys, this.#keyed(items, key)];
      return this.places(items, { path: [...place.path, '[]'], keys });
    }
    return members && members.size > 0
      ? [...members].flatMap(([name, one]) => this.places(one, { ...place, path: [...place.path, name] }))
      : [{ ...place, field }];
  }

  /** The field that identifies an item of a list. A zero would count as absent. */
  #keyed(items: RuleField, key: string | undefined): Plain {
    return key === undefined ? {} : { [key]: this.valuesOf(memberField(items, key), key).at(-1) };
  }
}

interface Place {
  readonly path: readonly string[];
  readonly field: RuleField;
  /** The fields that identify the items of each list on the way. */
  readonly keys: readonly Plain[];
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

/** True when code claims to compare the field, so that some difference by it is known. */
function isComparedByCode(kind: PolicyKind, place: Place, value: unknown): boolean {
  const rule = fromPlain(withValue({}, place, value)) as JsonObject;
  return kind.decidesBy !== 'sensors' && uncompared(ruleFieldsOf(kind), rule).size === 0;
}

for (const [shape, [kind]] of Map.groupBy(policyKinds, (one) => one.shape)) {
  test(`${shape}: every field of a rule that may decide something can change the action`, () => {
    assert.ok(kind);
    const rules = new Rules(kind);
    const drawn = fc.sample(rules.any(), { seed: 1, numRuns: 500 });
    const canChange = (place: Place): boolean => {
      const values = rules.valuesOf(place.field, place.path.at(-1) ?? '');
      const isKnown = isComparedByCode(kind, place, values[0]);
      return drawn.some((rule) =>
        values.some((value, at) => {
          const [from, to] = [value, values[(at + 1) % values.length]].map(
            (one) => fromPlain(withValue(rule, place, one)) as JsonObject,
          );
          const change = effectChange(kind, from, to);
          return change !== plainChange.same && !(isKnown && change.someUnknown);
        }),
      );
    };
    const places = rules.places();
    assert.ok(places.length > 0);
    assert.deepEqual(
      places.filter((place) => !canChange(place)).map(({ path }) => path.join('.')),
      [],
    );
  });
}
