import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { effectChange } from '../../../../src/core/order/effect/effectChange.ts';
import type { Change } from '../../../../src/core/order/effect/change.ts';
import { policyKind, type PolicyName } from '../../../../src/core/policy/families.ts';
import { isEmpty } from '../../../../src/core/policy/canonical.ts';
import { must } from '../truth.ts';
import { changed, whole, type Plain } from './wholeRules.ts';

function changeOf(policy: PolicyName, from: object, to: object): Change {
  const rule = (plain: object): JsonObject => fromPlain(plain) as JsonObject;
  return effectChange(must(policyKind(policy)), rule(from), rule(to));
}

/** A member that no release knows, in any object of a rule. */
function withUnknown(plain: object, at: number, value: unknown): object {
  const copy = structuredClone(plain) as Plain;
  const objects: Plain[] = [];
  const visit = (inner: unknown): void => {
    if (Array.isArray(inner)) {
      inner.forEach(visit);
    } else if (typeof inner === 'object' && inner !== null) {
      // An object of empty values counts as absent in any place, another one may be of the wrong kind.
      if (!isEmpty(fromPlain(inner), undefined)) {
        objects.push(inner as Plain);
      }
      Object.values(inner).forEach(visit);
    }
  };
  visit(copy);
  (objects[at % objects.length] ?? copy)['thatNobodyKnows'] = value;
  return copy;
}

for (const [policy, plain] of whole) {
  test(`what is known to become weaker stays that, whatever is unknown beside it: ${policy}`, () => {
    let weaker = 0;
    const steps = fc.array(fc.tuple(fc.nat(500), fc.nat(500)), { maxLength: 3 });
    const edited = (rule: object, made: readonly (readonly [number, number])[]): object =>
      made.reduce((one, [at, how]) => changed(one, at, how), rule);
    const value = fc.constantFrom<unknown>(true, 'alert', ['x'], { y: 1 });
    fc.assert(
      fc.property(
        steps,
        steps,
        fc.nat(500),
        fc.nat(500),
        value,
        fc.nat(2),
        (one, two, at, other, what, side) => {
          const [from, to] = [edited(plain, one), edited(plain, two)];
          const known = changeOf(policy, from, to);
          const split = changeOf(
            policy,
            side === 1 ? from : withUnknown(from, at, what),
            side === 0 ? to : withUnknown(to, other, [what]),
          );
          weaker += known.someWeaker ? 1 : 0;
          assert.ok(
            !known.someWeaker || split.someWeaker,
            JSON.stringify([known, split, from, to, at, other, side]),
          );
        },
      ),
      { numRuns: 1000 },
    );
    assert.ok(weaker > 0);
  });
}

/** An item more in one of the lists of objects: one that is there already, or one that nobody can tell from others. */
function withItem(plain: object, at: number, isRepeated: boolean): object {
  const copy = structuredClone(plain) as Plain;
  const lists: unknown[][] = [];
  const visit = (inner: unknown): void => {
    if (Array.isArray(inner) && typeof inner[0] === 'object') {
      lists.push(inner);
    }
    if (typeof inner === 'object' && inner !== null) {
      Object.values(inner).forEach(visit);
    }
  };
  visit(copy);
  const list = lists[at % lists.length];
  list?.push(isRepeated ? structuredClone(list[at % list.length]) : { thatNobodyKnows: at });
  return copy;
}

for (const [policy, plain] of whole) {
  test(`what is known to become weaker stays that beside a repeated item, and one without a key: ${policy}`, () => {
    const steps = fc.array(fc.tuple(fc.nat(500), fc.nat(500)), { maxLength: 3 });
    fc.assert(
      fc.property(steps, fc.nat(500), fc.boolean(), fc.nat(2), (made, at, isRepeated, side) => {
        const to = made.reduce<object>((one, [where, how]) => changed(one, where, how), plain);
        const known = changeOf(policy, plain, to);
        const split = changeOf(
          policy,
          side === 1 ? plain : withItem(plain, at, isRepeated),
          side === 0 ? to : withItem(to, at, isRepeated),
        );
        assert.ok(
          !known.someWeaker || split.someWeaker,
          JSON.stringify([known, split, to, at, isRepeated, side]),
        );
      }),
      { numRuns: 1000 },
    );
  });
}

test('an item that is there twice is compared as well as any other', () => {
  const block = { blockThreshold: { enabled: true, value: 7 } };
  const ignored = { id: 'CVE-1', effect: 'ignore' };
  const images = (more: object): Change => changeOf('vulnerability/images', block, { ...block, ...more });
  assert.ok(images({ cveRules: [ignored, ignored] }).someWeaker);
  assert.ok(images({ cveRules: [ignored, { effect: 'alert' }] }).someWeaker);
  const many = Array.from({ length: 3000 }, (_, at) => ({ ...ignored, description: `${at}` }));
  const change = images({ cveRules: many });
  assert.deepEqual(
    [change.someWeaker, change.someUnknown],
    [true, true],
    'nothing is known of those between',
  );
  const [one, other] = ['alert', 'disable'].map((effect) => ({ appID: 'a', sqli: { effect } }));
  const apps = (...applicationsSpec: readonly object[]): object => ({ applicationsSpec });
  const app = { appID: 'a', sqli: { effect: 'prevent' } };
  assert.ok(changeOf('waas/container', apps(app), apps(must(one), must(other))).someWeaker);
  const checks = (...vulnerabilities: readonly object[]): object => ({ condition: { vulnerabilities } });
  const both = checks({ id: 46, block: true }, { id: 46, block: false });
  assert.ok(changeOf('compliance/container', both, checks({ id: '47', block: true })).someWeaker);
});

test('an exception that alerts on what a rule blocks is weaker, also beside thresholds that cannot be read', () => {
  const unreadable = { type: 'jar', blockThreshold: { enabled: 'yes', value: 4 } };
  const rule = { blockThreshold: { enabled: true, value: 7 }, pkgTypesThresholds: [unreadable] };
  const exception = { cveRules: [{ id: 'CVE-1', effect: 'alert' }] };
  const change = changeOf('vulnerability/images', rule, { ...rule, ...exception });
  assert.deepEqual([change.someWeaker, change.someUnknown], [true, true]);
});
