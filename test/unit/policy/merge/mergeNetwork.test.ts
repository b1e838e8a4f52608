import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { entityReferences } from '../../../../src/core/policy/merge/entityReferences.ts';
import { must } from '../../order/truth.ts';
import { merge, read, type Sides } from './mergeSides.ts';

const network = must(policyKind('cnns/network'));

describe('network entities', () => {
  const entity = (id: number, name: string, more: object = {}) => ({
    _id: id,
    name,
    type: 'container',
    ...more,
  });
  const policy = (
    entities: readonly object[],
    ...rules: readonly [name: string, src: number, dst: number][]
  ) => ({
    networkEntities: entities,
    containerRules: rules.map(([name, src, dst], at) => ({ id: at + 1, name, src, dst, effect: 'allow' })),
    hostRules: [],
  });
  const [web, api] = [entity(1, 'web'), entity(2, 'api')];

  it('merge by number', () => {
    const { merged, asked } = merge(network, [
      policy([web, api]),
      policy([web, entity(2, 'api', { domains: ['m'] }), entity(3, 'mine')]),
      policy([entity(1, 'web', { domains: ['l'] }), api]),
    ]);
    assert.deepEqual(asked, []);
    assert.deepEqual(merged['networkEntities'], [
      entity(1, 'web', { domains: ['l'] }),
      entity(2, 'api', { domains: ['m'] }),
      entity(3, 'mine'),
    ]);
  });

  it('of one number that both sides gave are asked about as a whole, with the rules that refer to them', () => {
    const sides: Sides = [
      policy([web], ['x', 1, 1]),
      policy([web, entity(3, 'secret-db')], ['x', 1, 1], ['deny secrets', 1, 3]),
      policy([web, entity(3, 'cache')], ['allow cache', 1, 3], ['x', 1, 1]),
    ];
    const { asked, open } = merge(network, sides);
    assert.deepEqual(asked, [':networkEntities[3]']);
    assert.deepEqual(
      entityReferences(network, { mine: read(sides[1]), live: read(sides[2]) }, must(open[0])),
      { mine: ['deny secrets'], live: ['allow cache'], isTwoEntities: true },
    );
  });

  it('of a number that one side gave again are two, and the other side may refer to the first', () => {
    const [was, now]: [object, object] = [
      policy([web, entity(3, 'cache')], ['x', 1, 1], ['allow cache', 1, 3]),
      policy([web, entity(3, 'secret-db')], ['x', 1, 1]),
    ];
    const base = policy([web, entity(3, 'cache')], ['x', 1, 1]);
    for (const [mine, live] of [
      [was, now],
      [now, was],
    ] as const) {
      const { asked, open } = merge(network, [base, mine, live]);
      assert.deepEqual(asked, [':networkEntities[3]']);
      const references = entityReferences(network, { mine: read(mine), live: read(live) }, must(open[0]));
      assert.equal(references?.isTwoEntities, true);
    }
  });

  it('of another name that the same rules refer to are one, renamed', () => {
    const rule = ['to api', 1, 2] as const;
    const sides: Sides = [
      policy([web, api], [...rule]),
      policy([web, entity(2, 'gateway')], [...rule]),
      policy([entity(1, 'web', { domains: ['l'] }), api], [...rule]),
    ];
    const { asked, open } = merge(network, sides);
    assert.deepEqual(asked, [':networkEntities[2]']);
    const references = entityReferences(
      network,
      { mine: read(sides[1]), live: read(sides[2]) },
      must(open[0]),
    );
    assert.equal(references?.isTwoEntities, false);
  });

  it('of one name are merged by field, also where both sides added them or one side renamed them', () => {
    const added = (domain: string) => policy([web, entity(3, 'cache', { domains: [domain] })], ['x', 1, 1]);
    const both = merge(network, [policy([web], ['x', 1, 1]), added('m'), added('l')]);
    assert.deepEqual(both.asked, [':networkEntities[3].domains']);
    const renamed = merge(network, [
      policy([web, api], ['x', 1, 1]),
      policy([web, entity(2, 'gateway')], ['x', 1, 1]),
      policy([web, entity(2, 'api', { domains: ['l'] })], ['x', 1, 1]),
    ]);
    assert.deepEqual(renamed.asked, []);
    assert.deepEqual(renamed.merged['networkEntities'], [web, entity(2, 'gateway', { domains: ['l'] })]);
  });

  it('are asked about where one side removed one that a rule of the other refers to', () => {
    const sides: Sides = [
      policy([web, api], ['x', 1, 1]),
      policy([web], ['x', 1, 1]),
      policy([web, api], ['to api', 1, 2], ['x', 1, 1]),
    ];
    const { asked, open } = merge(network, sides);
    assert.deepEqual(asked, [':networkEntities[2]']);
    const { merged } = merge(network, sides, new Map([[must(open[0]).id, 'live']]));
    assert.deepEqual(merged['networkEntities'], [web, api]);
  });

  it('are asked about where one side adds a number to which only the other side refers', () => {
    const base = policy([web], ['x', 1, 1]);
    const dangling = policy([web], ['x', 1, 1], ['to nothing', 1, 3]);
    const added = policy([web, entity(3, 'secret-db')], ['to secrets', 1, 3], ['x', 1, 1]);
    for (const [mine, live] of [
      [dangling, added],
      [added, dangling],
    ] as const) {
      const { asked, open } = merge(network, [base, mine, live]);
      assert.deepEqual(asked, [':networkEntities[3]']);
      for (const side of ['mine', 'live'] as const) {
        const { merged, asked: left } = merge(
          network,
          [base, mine, live],
          new Map([[must(open[0]).id, side]]),
        );
        const isAdded = { mine, live }[side] === added;
        assert.deepEqual(merged['networkEntities'], isAdded ? [web, entity(3, 'secret-db')] : [web]);
        assert.deepEqual(left, []);
      }
    }
    const edited = policy([entity(1, 'web', { domains: ['m'] })], ['x', 1, 1]);
    assert.deepEqual(merge(network, [base, edited, added]).asked, [], 'no rule of mine refers to it');
    // The side that adds the entity has the same rule, so nothing is joined unseen.
    const mended = policy([web, entity(3, 'secret-db')], ['x', 1, 1], ['to nothing', 1, 3]);
    assert.deepEqual(merge(network, [dangling, dangling, mended]).asked, []);
    assert.deepEqual(merge(network, [dangling, mended, policy([web], ['to nothing', 1, 3])]).asked, []);
  });
});

describe('network rules with one number', () => {
  const policyOf = (...rules: object[]) => ({ _id: network.identity.value, containerRules: rules });
  const rule = (id: number, name: string, dst: number) => ({ id, name, src: 1, dst, effect: 'allow' });
  const sides: Sides = [
    policyOf(rule(1, 'old', 1)),
    policyOf(rule(1, 'old', 1), rule(2, 'mine', 3)),
    policyOf(rule(1, 'old', 1), rule(2, 'live', 4)),
  ];

  it('are asked about where both sides added them, and one stays', () => {
    const { merged, asked } = merge(network, sides);
    assert.deepEqual(asked, ['mine:name', 'mine:dst']);
    assert.equal(merged['containerRules']?.length, 2);
    assert.deepEqual(merge(network, [sides[0], sides[2], sides[1]]).asked, ['live:name', 'live:dst']);
  });
});
