import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { ExampleConnection } from '../../../src/core/order/example.ts';
import { runsOf } from '../order/runs.ts';
import { words } from '../order/universe.ts';
import { problemsOf, runOne } from './runOne.ts';

const collections = new Map([
  ['as', { images: ['a*'] }],
  ['b', { images: ['b', 'ab'] }],
]);
const networkEntities = [
  { _id: 1, type: 'container', collections: [{ name: 'All' }] },
  { _id: 2, type: 'container', collections: [{ name: 'as' }] },
  { _id: 3, type: 'container', collections: [{ name: 'b' }] },
  { _id: 4, type: 'subnet', subnets: [{ cidr: '10.0.0.0/31' }] },
  { _id: 5, type: 'subnet', subnets: [{ cidr: '10.0.0.0/30' }] },
  { _id: 6, type: 'subnet', subnets: [{ cidr: '0.0.0.0/0' }] },
];
const images = words(['a', 'b'], 3);
const addresses = ['10.0.0.0', '10.0.0.1', '10.0.0.2', '9.9.9.9'];
const ports = [0, 1, 2, 3, 4, 65_535];

/** By hand. */
const sources: Readonly<Record<number, (image: string) => boolean>> = {
  1: () => true,
  2: (image) => image.startsWith('a'),
  3: (image) => image === 'b' || image === 'ab',
};
const destinations: Readonly<Record<number, (address: string) => boolean>> = {
  4: (address) => /^10\.0\.0\.[01]$/.test(address),
  5: (address) => /^10\.0\.0\.[0-3]$/.test(address),
  6: () => true,
};
const asked = [
  { images: ['a*'], is: (image: string) => image.startsWith('a') },
  { images: ['*', '-a'], is: (image: string) => image !== 'a' },
  { images: ['*b'], is: (image: string) => image.endsWith('b') },
];
const subnets = [
  { subnets: ['10.0.0.0/31'], is: (address: string) => /^10\.0\.0\.[01]$/.test(address) },
  { subnets: ['10.0.0.2/32', '10.0.0.0/32'], is: (address: string) => /^10\.0\.0\.[02]$/.test(address) },
  { subnets: ['0.0.0.0/0'], is: () => true },
];
const expectations = [
  { expect: { allowed: true }, is: (word: string) => word !== 'prevent' },
  { expect: { allowed: false }, is: (word: string) => word === 'prevent' },
  { expect: { effect: 'at least alert' }, is: (word: string) => word !== 'allow' },
];
const rules = fc.array(
  fc.record({
    src: fc.integer({ min: 1, max: 3 }),
    dst: fc.integer({ min: 4, max: 6 }),
    ports: fc.array(
      fc.constantFrom(
        { start: 0, end: 1 },
        { start: 1, end: 3 },
        { start: 4, end: 65_535 },
        { start: 0, end: 65_535 },
      ),
      {
        minLength: 1,
        maxLength: 2,
      },
    ),
    effect: fc.constantFrom('allow', 'alert', 'prevent'),
    disabled: fc.nat(5).map((one) => one === 0),
  }),
  { minLength: 1, maxLength: 6 },
);

test('connections pass where asking every one of a small world shows it, and a counterexample is one', () => {
  const outcomes = new Set<string>();
  fc.assert(
    fc.property(
      rules,
      fc.constantFrom(...asked),
      fc.constantFrom(...subnets),
      fc.constantFrom(...expectations),
      fc.boolean(),
      fc.boolean(),
      (drawn, from, to, expectation, isHigh, isOn) => {
        const document = {
          containerEnabled: isOn,
          containerRules: drawn.map((rule, id) => ({ id, name: `rule ${id}`, ...rule })),
          networkEntities,
        };
        const every = {
          source: { images: from.images },
          destination: { subnets: to.subnets },
          ...(isHigh && { ports: ['3-65535', 1] }),
        };
        const result = runOne('cnns/network', document, { every, expect: expectation.expect }, collections);
        const word = (image: string, address: string, port: number): string =>
          (isOn &&
            drawn.find(
              (rule) =>
                !rule.disabled &&
                sources[rule.src]?.(image) &&
                destinations[rule.dst]?.(address) &&
                rule.ports.some(({ start, end }) => start <= port && port <= end),
            )?.effect) ||
          'allow';
        const fails = images
          .filter((image) => from.is(image))
          .some((image) =>
            addresses
              .filter((address) => to.is(address))
              .some((address) =>
                ports
                  .filter((port) => !isHigh || port >= 3 || port === 1)
                  .some((port) => !expectation.is(word(image, address, port))),
              ),
          );
        outcomes.add(result.outcome);
        assert.equal(result.outcome, fails ? 'failed' : 'passed');
        if (fails) {
          const { source, destination, port = 0 } = result.example as ExampleConnection;
          assert.equal(expectation.is(word(source.image ?? '', destination.address ?? '', port)), false);
        }
      },
    ),
    { numRuns: runsOf(400) },
  );
  assert.deepEqual(outcomes, new Set(['passed', 'failed']));
});

test('one connection is decided by the list of its side, and by rules to destinations of its type', () => {
  const rule = (id: number, dst: number, effect: string): object => ({
    id,
    name: `to ${dst}`,
    src: 1,
    dst,
    ports: [{ start: 443, end: 443 }],
    effect,
  });
  const document = {
    containerEnabled: true,
    containerRules: [rule(1, 4, 'prevent'), rule(2, 3, 'alert')],
    networkEntities,
  };
  const one = (connection: object, expect: object | string): string =>
    runOne('cnns/network', document, { connection, expect }, collections).outcome;
  const source = { image: 'x' };
  assert.equal(
    one({ source, destination: { address: '10.0.0.1' }, port: 443 }, { allowed: false }),
    'passed',
  );
  // It may be a container of another rule as well: which of the two rules gets its turn is documented nowhere.
  assert.equal(one({ source, destination: { address: '10.9.9.9' }, port: 443 }, { rule: 'to 3' }), 'unknown');
  assert.equal(one({ source, destination: { address: '10.9.9.9' }, port: 80 }, 'no rule applies'), 'passed');
  assert.equal(one({ source, destination: { image: 'c' }, port: 80 }, { allowed: true }), 'passed');
  assert.equal(
    one({ source: { host: 'h', type: 'host' }, destination: { host: 'i' }, port: 443 }, 'no rule applies'),
    'passed',
  );
  assert.equal(one({ source, destination: { address: '10.0.0.1' } }, { allowed: false }), 'unknown');
});

test('what is no connection is said where it is wrong', () => {
  const said = (one: object): string =>
    problemsOf('cnns/network', { expect: { allowed: true }, ...one }).join('; ');
  const source = { image: 'x' };
  assert.match(said({ connection: { source } }), /^connection\.destination: .*`destination`/);
  assert.match(
    said({ connection: { source, destination: { address: '10.0.0' } } }),
    /destination\.address: An address/,
  );
  assert.match(said({ connection: { source, destination: { domain: '*.x' } } }), /destination\.domain: /);
  assert.match(
    said({ connection: { source, destination: { image: 'c' }, port: 70_000 } }),
    /^connection\.port: /,
  );
  assert.match(said({ every: { images: ['*'] } }), /^every\.source: .*`source`/);
  const from = { images: ['*'] };
  assert.match(
    said({ every: { source: from, destination: { subnets: ['10.0.0.1/8'] } } }),
    /destination\.subnets: /,
  );
  assert.match(said({ every: { source: from, destination: { domains: [] } } }), /destination\.domains: /);
  assert.match(
    said({ every: { source: from, destination: { images: ['*'] }, ports: ['9-1'] } }),
    /^every\.ports: /,
  );
  assert.match(
    said({ every: { source: { type: 'host', images: ['*'] }, destination: from } }),
    /source\.images: .* does not use/,
  );
  assert.match(said({ every: { source: { ...from, type: 'pod' }, destination: from } }), /source\.type: /);
});

test('an order holds only where it does in every list that has rules of these names', () => {
  const all = [{ start: 0, end: 65_535 }];
  const rule = (name: string, src: number, dst: number, effect: string): object => ({
    name,
    src,
    dst,
    ports: all,
    effect,
  });
  const hosts = [
    { _id: 10, type: 'host', collections: [{ name: 'All' }] },
    { _id: 11, type: 'subnet', subnets: [{ cidr: '10.0.0.0/8' }] },
  ];
  const outcome = (...ofHosts: readonly object[]): string =>
    runOne(
      'cnns/network',
      {
        containerEnabled: true,
        hostEnabled: true,
        networkEntities: [...networkEntities, ...hosts],
        containerRules: [rule('deny', 1, 6, 'prevent'), rule('open', 1, 6, 'allow')],
        hostRules: ofHosts,
      },
      { name: 't', order: ['deny', 'open'] },
      collections,
    ).outcome;
  const [deny, open] = [rule('deny', 10, 11, 'prevent'), rule('open', 10, 11, 'allow')];
  assert.equal(outcome(), 'passed');
  assert.equal(outcome(deny, open), 'passed');
  assert.equal(outcome(open, deny), 'failed');
});
