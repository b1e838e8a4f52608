import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { policyKind, type PolicyKind } from '../../../../src/core/policy/families.ts';
import { must } from '../../order/truth.ts';
import { merge, type Sides } from './mergeSides.ts';

const images = must(policyKind('vulnerability/images'));
const runtime = must(policyKind('runtime/container'));
const waas = must(policyKind('waas/container'));
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

  it('lose an item that one side removed and the other left alone', () => {
    const exceptions = (...ids: readonly string[]) => ({
      cveRules: ids.map((id) => ({ id, effect: 'alert' })),
    });
    for (const [mine, live] of [
      [exceptions('CVE-1', 'CVE-3'), exceptions('CVE-1', 'CVE-2', 'CVE-4')],
      [exceptions('CVE-1', 'CVE-2', 'CVE-4'), exceptions('CVE-1', 'CVE-3')],
    ] as const) {
      const { rule, asked } = mergeRule(images, exceptions('CVE-1', 'CVE-2'), mine, live);
      assert.deepEqual(asked, []);
      const ids = (rule['cveRules'] as { id: string }[]).map(({ id }) => id);
      assert.deepEqual(ids.toSorted(), ['CVE-1', 'CVE-3', 'CVE-4']);
    }
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
