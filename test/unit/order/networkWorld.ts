import * as fc from 'fast-check';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import type { ListOrder, OrderReader } from '../../../src/core/order/orderReader.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { must } from './truth.ts';
import { words } from './universe.ts';

export const kind = must(policyKind('cnns/network'));

export const patterns: Readonly<Record<string, readonly string[]>> = {
  All: ['*'],
  as: ['a*'],
  nota: ['*', '-a'],
  b: ['b', 'ab'],
};
export const collections = new Map(Object.entries(patterns).map(([name, images]) => [name, { images }]));
export const subnets: readonly (readonly string[])[] = [
  ['10.0.0.0/31'],
  ['10.0.0.2/31'],
  ['10.0.0.0/30'],
  ['10.0.0.0/32', '10.0.0.3/32'],
  ['0.0.0.0/0'],
  ['::/0'],
  ['2001:db8::/127', '10.0.0.0/31'],
  ['2001:db8::1/128'],
];
export const domains: readonly (readonly string[])[] = [
  ['a.example'],
  ['a.example', 'b.example'],
  ['B.example'],
];
export const entities = [
  ...Object.keys(patterns).map((name) => ({ type: 'container', collections: [{ name }] })),
  ...subnets.map((list) => ({ type: 'subnet', subnets: list.map((cidr) => ({ name: cidr, cidr })) })),
  ...domains.map((list) => ({ type: 'dns', domains: list })),
].map((entity, place) => ({ _id: place + 1, ...entity }));
export const firstSubnet = 5;
export const firstDomain = firstSubnet + subnets.length;

export interface DrawnRule {
  readonly src: number;
  readonly dst: number;
  readonly ports: readonly { readonly start: number; readonly end: number }[];
  readonly effect: string;
  readonly disabled: boolean;
}

export const port = fc.constantFrom(
  { start: 0, end: 1 },
  { start: 1, end: 3 },
  { start: 0, end: 65_535 },
  { start: 4, end: 65_535 },
  { start: 2, end: 2 },
);
export const rulesTo = (dst: fc.Arbitrary<number>): fc.Arbitrary<readonly DrawnRule[]> =>
  fc.array(
    fc.record({
      src: fc.integer({ min: 1, max: 4 }),
      dst,
      ports: fc.array(port, { minLength: 1, maxLength: 2 }),
      effect: fc.constantFrom('allow', 'alert', 'prevent'),
      disabled: fc.nat(5).map((one) => one === 0),
    }),
    { minLength: 1, maxLength: 6 },
  );

export function documentOf(rules: readonly DrawnRule[]): JsonObject {
  return fromPlain({
    containerEnabled: true,
    containerRules: rules.map((rule, id) => ({ id, name: `rule ${id}`, ...rule })),
    networkEntities: entities,
  }) as JsonObject;
}

export function read(reader: OrderReader, rules: readonly DrawnRule[]): ListOrder {
  return must(reader.read(documentOf(rules))[0]);
}

/** A connection of the small world, where a destination is of one type only. */
export interface Connection {
  readonly image: string;
  readonly to: { readonly image?: string; readonly address?: string; readonly domain?: string };
  readonly port: number;
}

export const images = words(['a', 'b'], 2);
export const ports = [0, 1, 2, 3, 4, 65_535];
export const world: readonly Connection[] = [
  ...['9.9.9.9', '10.0.0.0', '10.0.0.1', '10.0.0.2', '10.0.0.3', '::1', '2001:db8::', '2001:db8::1'].map(
    (address) => ({ address }),
  ),
  ...images.map((image) => ({ image })),
  ...['a.example', 'b.example', 'c.example'].map((domain) => ({ domain })),
].flatMap((to) => images.flatMap((image) => ports.map((one) => ({ image, to, port: one }))));

/** By hand, independent of the model. */
export const holds: Readonly<Record<string, (address: string) => boolean>> = {
  '10.0.0.0/31': (address) => ['10.0.0.0', '10.0.0.1'].includes(address),
  '10.0.0.2/31': (address) => ['10.0.0.2', '10.0.0.3'].includes(address),
  '10.0.0.0/30': (address) => /^10\.0\.0\.[0-3]$/.test(address),
  '10.0.0.0/32': (address) => address === '10.0.0.0',
  '10.0.0.3/32': (address) => address === '10.0.0.3',
  '0.0.0.0/0': (address) => !address.includes(':'),
  '::/0': (address) => address.includes(':'),
  '2001:db8::/127': (address) => ['2001:db8::', '2001:db8::1'].includes(address),
  '2001:db8::1/128': (address) => address === '2001:db8::1',
};

export function imageIn(id: number, image: string): boolean {
  switch (id) {
    case 1:
      return true;
    case 2:
      return image.startsWith('a');
    case 3:
      return image !== 'a';
    default:
      return image === 'b' || image === 'ab';
  }
}

export function isTaken(rule: DrawnRule, { image, to, port: number }: Connection): boolean {
  const isThere =
    rule.dst >= firstDomain
      ? must(domains[rule.dst - firstDomain]).some((one) => one.toLowerCase() === to.domain)
      : rule.dst >= firstSubnet
        ? must(subnets[rule.dst - firstSubnet]).some(
            (one) => to.address !== undefined && must(holds[one])(to.address),
          )
        : to.image !== undefined && imageIn(rule.dst, to.image);
  return (
    !rule.disabled &&
    isThere &&
    imageIn(rule.src, image) &&
    rule.ports.some(({ start, end }) => start <= number && number <= end)
  );
}

export const decider = (rules: readonly DrawnRule[], connection: Connection): number =>
  rules.findIndex((rule) => isTaken(rule, connection));

export const toSubnets = rulesTo(fc.integer({ min: firstSubnet, max: firstDomain - 1 }));
export const toContainers = rulesTo(fc.integer({ min: 1, max: 4 }));
export const toAnything = rulesTo(fc.integer({ min: 1, max: entities.length }));
