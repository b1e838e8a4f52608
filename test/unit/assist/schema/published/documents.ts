import * as fc from 'fast-check';
import type { PolicyKind, PolicyShape } from '../../../../../src/core/policy/families.ts';
import { otherShapes } from './otherShapes.ts';
import { runtimeShapes } from './runtimeShapes.ts';
import type { Shapes } from './shapes.ts';
import { publishedValues } from './values.ts';
import { waasShapes } from './waasShapes.ts';

type Plain = Record<string, unknown>;

const shapes: Shapes = { ...otherShapes, ...runtimeShapes, ...waasShapes };

const roots: Readonly<Record<PolicyShape, string>> = {
  vulnerability: 'scanPolicy',
  compliance: 'scanPolicy',
  'runtime-container': 'runtimeContainerPolicy',
  'runtime-host': 'runtimeHostPolicy',
  'runtime-serverless': 'runtimeServerlessPolicy',
  'runtime-app-embedded': 'runtimeAppEmbeddedPolicy',
  waas: 'waasPolicy',
  cnns: 'cnnsPolicy',
};

const dates = fc
  .record({
    day: fc.constantFrom('0001-01-01', '2029-02-28', '2032-02-29'),
    digits: fc.stringMatching(/^\d{0,9}$/),
  })
  .map(({ day, digits }) => `${day}T00:00:00${digits === '' ? '' : `.${digits}`}Z`);

const plainTypes: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text: fc.oneof(fc.constantFrom('', '*', 'alert', '007', 'true'), fc.string({ maxLength: 12 })),
  integer: fc.integer({ min: 0, max: 100_000 }),
  number: fc.oneof(fc.nat({ max: 1000 }), fc.constantFrom(0.5, 1e21)),
  threshold: fc.constantFrom(0, 1, 4, 7, 9),
  boolean: fc.boolean(),
  date: dates,
};

/** Fields that consoles send without declaring them. */
const undeclared = fc.record(
  {
    $$hashKey: fc.constant('object:7'),
    minSeverity: fc.nat({ max: 9 }),
    exportTime: fc.nat(),
    neverHeardOf: fc.jsonValue({ maxDepth: 1 }),
  },
  { requiredKeys: [] },
);

const known = new Map<string, fc.Arbitrary<unknown>>();

function arbitraryOf(type: string): fc.Arbitrary<unknown> {
  const made = known.get(type) ?? makeArbitrary(type);
  known.set(type, made);
  return made;
}

function makeArbitrary(type: string): fc.Arbitrary<unknown> {
  const item = /^\[(.*)\]$/.exec(type)?.[1];
  if (item !== undefined) {
    const list = fc.array(arbitraryOf(item), { maxLength: 2 });
    return fc.oneof({ weight: 4, arbitrary: list }, fc.constant(null));
  }
  const values = publishedValues[type];
  return values ? fc.constantFrom(...values) : (plainTypes[type] ?? objects(type));
}

function objects(type: string): fc.Arbitrary<Plain> {
  const shape = shapes[type];
  if (!shape) {
    throw new Error(`no published type is called ${type}`);
  }
  const fields = Object.fromEntries(Object.entries(shape).map(([key, each]) => [key, arbitraryOf(each)]));
  // An id of a rule of its own holds the second of its last change.
  const extra: fc.Arbitrary<Plain> = type === 'customRef' ? fc.record({ modified: fc.nat() }) : undeclared;
  return fc
    .tuple(fc.record(fields, { requiredKeys: [] }), fc.option(extra, { freq: 8, nil: {} }))
    .map(([own, more]) => ({ ...own, ...more }));
}

/**
 * Documents of a policy as far as the published shapes say what they are, and what every console asks of one beyond that:
 * rules have names and collections, apps and network entities an id of their own.
 */
export function publishedDocuments(kind: PolicyKind): fc.Arbitrary<Plain> {
  const root = shapes[roots[kind.shape]] ?? {};
  const head = Object.entries(root).filter(([key]) => !kind.arrays.some((array) => array.key === key));
  const fields = Object.fromEntries(head.map(([key, type]) => [key, arbitraryOf(type)]));
  const lists = kind.arrays.map(({ key }) =>
    fc.array(objects((root[key] ?? '').slice(1, -1)), { maxLength: 2 }),
  );
  return fc
    .record({
      head: fc.record(fields, { requiredKeys: [] }),
      lists: fc.tuple(...lists),
      extra: undeclared,
      none: fc.boolean(),
    })
    .map((parts) => {
      const document: Plain = { ...parts.extra, ...parts.head, [kind.identity.field]: kind.identity.value };
      for (const [place, { key }] of kind.arrays.entries()) {
        const rules = parts.lists[place] ?? [];
        document[key] =
          rules.length === 0 && parts.none ? null : rules.map((rule, index) => accepted(kind, rule, index));
      }
      if (kind.shape === 'cnns') {
        document['networkEntities'] = numbered(document['networkEntities'], '_id', (index) => index + 1, [
          {},
        ]);
      }
      return document;
    });
}

function accepted(kind: PolicyKind, rule: Plain, index: number): Plain {
  const named = { ...rule, name: `rule ${index}` };
  if (kind.shape === 'cnns') {
    return { ...named, id: index + 1, src: 1, dst: 1 };
  }
  const [collection] = Array.isArray(rule['collections']) ? (rule['collections'] as Plain[]) : [];
  const apps = numbered(rule['applicationsSpec'], 'appID', (place) => `app-${place}`);
  return {
    ...named,
    collections: [{ ...collection, name: 'All' }],
    ...(apps ? { applicationsSpec: apps } : {}),
  };
}

/** The items of a list, each with an id of its own. */
function numbered(
  list: unknown,
  key: string,
  id: (index: number) => unknown,
  otherwise?: Plain[],
): Plain[] | undefined {
  const items = Array.isArray(list) && list.length > 0 ? (list as Plain[]) : otherwise;
  return items?.map((item, index) => ({ ...item, [key]: id(index) }));
}
