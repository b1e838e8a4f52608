import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { writeJson } from '../../../../src/core/json/writeJson.ts';
import { policyKind, type PolicyKind } from '../../../../src/core/policy/families.ts';
import { entityReferences } from '../../../../src/core/policy/merge/entityReferences.ts';
import type { MergeChoices } from '../../../../src/core/policy/merge/mergeConflict.ts';
import { mergePolicies } from '../../../../src/core/policy/merge/mergePolicies.ts';
import { must } from '../../order/truth.ts';

const images = must(policyKind('vulnerability/images'));
const runtime = must(policyKind('runtime/container'));
const waas = must(policyKind('waas/container'));
const network = must(policyKind('cnns/network'));
const read = (document: object): JsonObject => fromPlain(document) as JsonObject;

type Sides = readonly [base: object | undefined, mine: object, live: object];

function merge(kind: PolicyKind, [base, mine, live]: Sides, choices?: MergeChoices) {
  const { merged, open } = mergePolicies(kind, base && read(base), read(mine), read(live), choices);
  return {
    merged: JSON.parse(writeJson(merged)) as Record<string, unknown[]>,
    asked: open.map(({ path, rule = '' }) => `${rule}:${path}`),
    open,
  };
}

/** Of one rule "r" in which the sides have these members. */
function mergeRule(kind: PolicyKind, ...sides: readonly [object | undefined, object, object]) {
  const [base, mine, live] = sides.map((rule) => ({ rules: rule ? [{ name: 'r', ...rule }] : [] }));
  const { merged, asked } = merge(kind, [must(base), must(mine), must(live)]);
  return { rule: must(merged['rules'])[0] as Record<string, unknown>, asked };
}

describe('what both sides added', () => {
  const mine = { disabled: false, graceDays: 0, notes: '', effect: 'alert' };
  const live = { disabled: true, graceDays: 365, notes: 'x', effect: 'alert', onlyFixed: true };

  it('is asked about in every member that differs, whatever counts as empty', () => {
    const wanted = ['r:disabled', 'r:graceDays', 'r:notes', 'r:onlyFixed'];
    assert.deepEqual(mergeRule(images, undefined, mine, live).asked, wanted);
    assert.deepEqual(mergeRule(images, undefined, live, mine).asked.toSorted(), wanted);
  });

  it('is asked about in exceptions, checks and objects as well', () => {
    const exception = (more: object) => ({ cveRules: [{ id: 'CVE-1', effect: 'ignore', ...more }] });
    assert.deepEqual(
      mergeRule(images, {}, exception({ description: '' }), exception({ description: 'x' })).asked,
      ['r:cveRules[CVE-1].description'],
    );
    assert.deepEqual(
      mergeRule(
        images,
        {},
        exception({ expiration: { enabled: false } }),
        exception({ expiration: { enabled: true } }),
      ).asked,
      ['r:cveRules[CVE-1].expiration.enabled'],
    );
    assert.deepEqual(
      mergeRule(
        images,
        {},
        { graceDaysPolicy: { enabled: false, low: 3 } },
        { graceDaysPolicy: { enabled: true, low: 3 } },
      ).asked,
      ['r:graceDaysPolicy.enabled'],
    );
    const types = (disabled: boolean) => ({
      pkgTypesThresholds: [{ type: 'gem', alertThreshold: { value: 4, disabled } }],
    });
    assert.deepEqual(mergeRule(images, {}, types(false), types(true)).asked, [
      'r:pkgTypesThresholds[gem].alertThreshold.disabled',
    ]);
  });

  it('is asked about item by item where one side has one more, in a rule without a base', () => {
    const [one, two] = ['CVE-1', 'CVE-2'].map((id) => ({ id, effect: 'alert' }));
    assert.deepEqual(mergeRule(images, undefined, { cveRules: [one] }, { cveRules: [one, two] }).asked, [
      'r:cveRules[CVE-2]',
    ]);
    assert.deepEqual(mergeRule(images, undefined, {}, { cveRules: [one, two] }).asked, ['r:cveRules']);
    assert.deepEqual(
      mergeRule(
        images,
        undefined,
        { collections: [{ name: 'a' }] },
        { collections: [{ name: 'a' }, { name: 'b' }] },
      ).asked,
      ['r:collections'],
    );
  });
});

describe('a merge without a base', () => {
  it('asks about every member and every rule of one side, and takes no base', () => {
    const sides: Sides = [
      undefined,
      { rules: [{ name: 'a', effect: 'alert', notes: 'x', graceDays: 0 }, { name: 'b' }] },
      { rules: [{ name: 'a', effect: 'block', notes: 'y', graceDays: 3 }, { name: 'c' }] },
    ];
    const { asked, open } = merge(images, sides);
    assert.deepEqual(asked.toSorted(), ['a:graceDays', 'a:notes', 'b:', 'c:']);
    assert.ok(open.every(({ base }) => base === undefined));
    const taken = merge(images, sides, new Map(open.map(({ id }) => [id, 'base'])));
    assert.deepEqual(taken.asked.toSorted(), asked.toSorted());
  });

  it('asks for the order where the sides have another one', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ name }));
    const rules = (...list: readonly unknown[]) => ({ rules: list });
    const { open } = merge(images, [undefined, rules(a, b, c), rules(c, b, a)]);
    assert.deepEqual(
      open.map(({ kind }) => kind),
      ['order'],
    );
    assert.deepEqual(merge(images, [undefined, rules(a, b, c), rules(a, b, c)]).asked, []);
  });
});

describe('sets', () => {
  const named = (...names: readonly string[]) => ({ collections: names.map((name) => ({ name })) });

  it('of collections take what both added, without what either removed', () => {
    const { rule, asked } = mergeRule(images, named('a', 'b'), named('a', 'b', 'm'), named('l', 'b'));
    assert.deepEqual(asked, []);
    assert.deepEqual(rule['collections'], [{ name: 'b' }, { name: 'm' }, { name: 'l' }]);
  });

  it('do not become empty without a question, and do not stay full where one side emptied them', () => {
    assert.deepEqual(mergeRule(images, named('a', 'b'), named('a'), named('b')).asked, ['r:collections']);
    const addresses = (...allowedIPs: readonly string[]) => ({ network: { allowedIPs, deniedIPs: ['9'] } });
    const sides = [addresses(), addresses('1', '2')] as const;
    assert.deepEqual(mergeRule(runtime, addresses('1'), ...sides).asked, ['r:network.allowedIPs']);
    assert.deepEqual(mergeRule(runtime, addresses('1', '3'), addresses(), addresses('1')).asked, []);
  });

  it('are lists of paths, addresses, domains and ports, at any depth', () => {
    const port = (start: number) => ({ start, end: start, deny: false });
    const rule = (who: string, start: number) => ({
      processes: { allowedList: ['/bin/sh', who], deniedList: { effect: 'alert', paths: [who] } },
      network: { deniedIPs: [who], listeningPorts: { denied: [port(22), port(start)] } },
      dns: { domainList: { allowed: [who] } },
    });
    const base = { processes: { allowedList: ['/bin/sh'], deniedList: { effect: 'alert' } } };
    const merged = mergeRule(
      runtime,
      { ...base, dns: { y: 1, domainList: { z: 1 } }, network: { listeningPorts: { denied: [port(22)] } } },
      rule('mine', 1),
      rule('live', 2),
    );
    assert.deepEqual(merged.asked, []);
    const { processes, network: of, dns } = merged.rule as Record<string, Record<string, unknown>>;
    assert.deepEqual(must(processes)['allowedList'], ['/bin/sh', 'mine', 'live']);
    assert.deepEqual(must(processes)['deniedList'], { effect: 'alert', paths: ['mine', 'live'] });
    assert.deepEqual(must(of)['listeningPorts'], { denied: [port(22), port(1), port(2)] });
    assert.deepEqual(must(dns)['domainList'], { allowed: ['mine', 'live'] });
  });
});

describe('lists with keys', () => {
  it('merge by key and by field, as deep as keys go', () => {
    const path = (name: string, ...methods: readonly string[]) => ({
      path: name,
      methods: methods.map((method) => ({ method })),
    });
    const app = (appID: string, more: object, ...paths: readonly object[]) => ({
      appID,
      apiSpec: { effect: 'alert', paths },
      ...more,
    });
    const { rule, asked } = mergeRule(
      waas,
      { applicationsSpec: [app('one', { sessionCookieBan: false }, path('/a', 'GET'))] },
      { applicationsSpec: [app('one', { csrfEnabled: true }, path('/a', 'GET', 'PUT')), app('m', {})] },
      {
        applicationsSpec: [
          app('one', { sessionCookieBan: true }, path('/a', 'GET', 'POST'), path('/b')),
          app('l', {}),
        ],
      },
    );
    assert.deepEqual(asked, []);
    const [one, ...others] = rule['applicationsSpec'] as [ReturnType<typeof app>, ...{ appID: string }[]];
    assert.deepEqual(others.map(({ appID }) => appID).toSorted(), ['l', 'm']);
    assert.deepEqual(
      { ...one, apiSpec: one.apiSpec.paths.map((each) => (each as { path: string }).path) },
      {
        appID: 'one',
        apiSpec: ['/a', '/b'],
        csrfEnabled: true,
        sessionCookieBan: true,
      },
    );
    const [first] = one.apiSpec.paths as readonly ReturnType<typeof path>[];
    assert.deepEqual(
      must(first)
        .methods.map(({ method }) => method)
        .toSorted(),
      ['GET', 'POST', 'PUT'],
    );
  });

  it('take the order of the side that changed it, and ask where both did', () => {
    const apps = (...ids: readonly string[]) => ({
      applicationsSpec: ids.map((appID) => ({ appID, banDurationMinutes: 5 })),
    });
    const idsOf = ({ rule }: ReturnType<typeof mergeRule>): unknown =>
      (rule['applicationsSpec'] as { appID: string }[]).map(({ appID }) => appID);
    const merged = mergeRule(waas, apps('a', 'b', 'c'), apps('a', 'b', 'm', 'c'), apps('c', 'a', 'b'));
    assert.deepEqual([merged.asked, idsOf(merged)], [[], ['c', 'a', 'b', 'm']]);
    assert.deepEqual(mergeRule(waas, apps('a', 'b', 'c'), apps('b', 'a', 'c'), apps('c', 'a', 'b')).asked, [
      'r:applicationsSpec',
    ]);
  });

  it('are asked about as a whole where a side has another shape, or items without a key of their own', () => {
    const [one, two] = ['CVE-1', 'CVE-2'].map((id) => ({ id, effect: 'alert' }));
    const sides = [[one, two], [two, one, one], [{ effect: 'alert' }], 'text', { a: 1 }];
    for (const base of [[one], ...sides]) {
      for (const [mine, live] of [
        ...sides.slice(1).map((other) => [[one, { ...two, effect: 'block' }], other] as const),
        ...sides.slice(1).map((other) => [other, [one, { ...two, effect: 'block' }]] as const),
      ]) {
        const isChanged =
          JSON.stringify(base) !== JSON.stringify(mine) && JSON.stringify(base) !== JSON.stringify(live);
        const asked = mergeRule(images, { cveRules: base }, { cveRules: mine }, { cveRules: live }).asked;
        assert.deepEqual(asked, isChanged ? ['r:cveRules'] : [], JSON.stringify([base, mine, live]));
      }
    }
    const objects = mergeRule(images, {}, { condition: { a: 1 } }, { condition: 'text' });
    assert.deepEqual(objects.asked, ['r:condition']);
    assert.deepEqual(
      mergeRule(images, { condition: 'was' }, { condition: { a: 1 } }, { condition: { b: 1 } }).asked,
      ['r:condition'],
    );
  });

  it('ask about an item that one side removed and the other changed', () => {
    const rule = (...effects: readonly string[]) => ({
      customRules: effects.map((effect, at) => ({ _id: at + 1, effect })),
    });
    assert.deepEqual(
      mergeRule(runtime, rule('alert', 'alert'), rule('alert'), rule('alert', 'block')).asked,
      ['r:customRules[2]'],
    );
  });
});

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
