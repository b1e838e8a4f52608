import * as fc from 'fast-check';
import { stringify } from 'yaml';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import type { OrderCode } from '../../../../src/core/order/orderAnalysis.ts';
import type { KnownCollections } from '../../../../src/core/policy/collections.ts';
import { policyKind, type Family, type PolicyKind } from '../../../../src/core/policy/families.ts';

/** Some lie within others, some overlap, one is not known. */
export const collections: KnownCollections = new Map([
  ['All', {}],
  ['shop', { images: ['registry.example/shop/*'] }],
  ['shop web', { images: ['registry.example/shop/web*'] }],
  ['prod', { namespaces: ['prod'] }],
  ['prod shop', { images: ['registry.example/shop/*'], namespaces: ['prod'] }],
  ['not prod', { namespaces: ['*', '-prod'] }],
  ['hosts', { hosts: ['node-*'] }],
]);

export const names = [...collections.keys(), 'nobody knows'];

export const kinds = (
  ['vulnerability/images', 'vulnerability/host', 'compliance/container', 'runtime/container'] as const
).map((name) => policyKind(name));

const bodies: Readonly<Partial<Record<Family, readonly object[]>>> = {
  vulnerability: [
    {},
    { alertThreshold: { disabled: false, value: 7 } },
    { alertThreshold: { disabled: false, value: 4 }, blockThreshold: { enabled: true, value: 9 } },
  ],
  compliance: [
    { condition: { vulnerabilities: [{ id: 41, block: true }] } },
    { condition: { vulnerabilities: [{ id: 41, block: false }] } },
  ],
  runtime: [{ processes: { defaultEffect: 'alert' } }, { processes: { defaultEffect: 'prevent' } }],
};

export interface DrawnRule {
  readonly named: readonly string[];
  readonly body: number;
  readonly disabled: boolean;
}

export const drawnRules = (most: number): fc.Arbitrary<readonly DrawnRule[]> =>
  fc.array(
    fc.record({
      named: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }),
      body: fc.nat(2),
      disabled: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0),
    }),
    { minLength: 1, maxLength: most },
  );

export function policyOf(kind: PolicyKind, rules: readonly DrawnRule[]): object {
  const some = bodies[kind.family] ?? [{}];
  return {
    rules: rules.map(({ named, body, disabled }, index) => ({
      name: `rule ${index}`,
      ...(disabled && { disabled }),
      collections: named.map((name) => ({ name })),
      ...some[body % some.length],
    })),
  };
}

export const spellings = [
  { spelling: 'json', write: (plain: unknown) => JSON.stringify(plain, null, 2) },
  { spelling: 'yaml', write: (plain: unknown) => stringify(plain, { aliasDuplicateObjects: false }) },
] as const;

export function read(text: string, spelling: 'json' | 'yaml', kind: PolicyKind): PolicyDocument {
  return readPolicyText(text, spelling, kind);
}

/** Findings about order that have fixes. */
export const fixableByOrder: readonly OrderCode[] = [
  'shadowed-rule',
  'redundant-rule',
  'partly-shadowed-rule',
  'unneeded-rule',
  'covered-collection',
];
