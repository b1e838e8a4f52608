import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { arrayAt, fromPlain, stringAt, toPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { mergePolicies } from '../../../../src/core/policy/merge/mergePolicies.ts';

export const kind = policyKind('vulnerability/images');

export interface Rule {
  name: string;
  previousName?: string;
  notes?: string;
  graceDays?: number;
  collections?: { name: string }[];
  cveRules?: { id: string; effect: string }[];
}

export const policy = (rules: readonly Rule[]): JsonObject =>
  fromPlain({ policyType: kind.identity.value, rules }) as JsonObject;
export const rule = (name: string, more: Partial<Rule> = {}): Rule => ({
  name,
  collections: [{ name: 'All' }],
  ...more,
});
const edit = fc.oneof(
  fc.record({
    op: fc.constant('notes' as const),
    at: fc.nat(),
    text: fc.string({ minLength: 1, maxLength: 3 }),
  }),
  fc.record({ op: fc.constant('days' as const), at: fc.nat(), days: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ op: fc.constant('move' as const), at: fc.nat(), to: fc.nat() }),
  fc.record({ op: fc.constant('remove' as const), at: fc.nat() }),
  fc.record({ op: fc.constant('add' as const), at: fc.nat(), name: fc.integer({ min: 0, max: 99 }) }),
);
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

export function edited(rules: readonly Rule[], edits: readonly Edit[], who: string): Rule[] {
  const result = [...rules];
  for (const [index, one] of edits.entries()) {
    const at = result.length === 0 ? 0 : one.at % result.length;
    if (one.op === 'add') {
      result.splice(at, 0, rule(`${who} ${one.name} ${index}`, { notes: `by ${who}` }));
    } else if (result.length > 0 && one.op === 'remove') {
      result.splice(at, 1);
    } else if (result.length > 0 && one.op === 'move') {
      const [moved] = result.splice(at, 1);
      result.splice(one.to % (result.length + 1), 0, moved!);
    } else if (result.length > 0) {
      const { ...old } = result[at]!;
      result[at] =
        one.op === 'notes'
          ? { ...old, notes: `${who}: ${one.text}` }
          : { ...old, graceDays: one.op === 'days' ? one.days : 0 };
    }
  }
  return result;
}

export const bases = fc
  .integer({ min: 0, max: 9 })
  .map((count) =>
    Array.from({ length: count }, (_, at) => rule(`rule ${at}`, { notes: `n${at}`, graceDays: 7 + at })),
  );
export const edits = fc.array(edit, { maxLength: 6 });

/** Whether the places of two rules are the other way round; undefined when one of them is not there. */
function order(rules: readonly string[], one: string, other: string): number | undefined {
  const [a, b] = [rules.indexOf(one), rules.indexOf(other)];
  return a < 0 || b < 0 ? undefined : Math.sign(a - b);
}

/**
 * Every change of a member, every rule that was added, removed or put before another is in the merged policy, or an open
 * conflict names it. Nothing comes to be that neither side did.
 */
export const losesNothing = fc.property(bases, edits, edits, (base, first, second) => {
  const mine = edited(base, first, 'mine');
  const live = edited(base, second, 'live');
  const { merged, open } = mergePolicies(kind, policy(base), policy(mine), policy(live));
  const result = new Map(
    arrayAt(merged, 'rules').map((one) => [stringAt(one as JsonObject, 'name') ?? '', toPlain(one) as Rule]),
  );
  const before = new Map(base.map((one) => [one.name, one]));
  const named = (name: string, member: string): boolean =>
    open.some(({ rule: of, path }) => of === name && (path === '' || path === member));
  for (const [side, other] of [
    [mine, live],
    [live, mine],
  ] as const) {
    const now = new Map(side.map((one) => [one.name, one]));
    const others = new Map(other.map((one) => [one.name, one]));
    for (const one of side) {
      const was = before.get(one.name);
      for (const member of ['notes', 'graceDays'] as const) {
        if (was?.[member] !== one[member]) {
          assert.ok(
            result.get(one.name)?.[member] === one[member] || named(one.name, member),
            `${member} of ${one.name}`,
          );
        }
      }
      assert.ok(
        result.has(one.name) || (was && !others.has(one.name)) || named(one.name, ''),
        `${one.name} is gone`,
      );
    }
    for (const name of before.keys()) {
      assert.ok(now.has(name) || !result.has(name) || named(name, ''), `${name} was deleted`);
    }
  }
  for (const name of result.keys()) {
    assert.ok(
      [mine, live].some((side) => side.some((one) => one.name === name)),
      `${name} came from nowhere`,
    );
  }
  if (open.some((conflict) => conflict.kind === 'order')) {
    return;
  }
  const placed = [...result.keys()];
  const orders = [base, mine, live].map((rules) => rules.map(({ name }) => name));
  for (const [at, one] of placed.entries()) {
    for (const other of placed.slice(at + 1)) {
      const [was, ours, theirs] = orders.map((names) => order(names, one, other));
      const isOld = was !== undefined && ours !== undefined && theirs !== undefined;
      const isNew = !before.has(one) && !before.has(other) && (ours === undefined) !== (theirs === undefined);
      if (isOld) {
        assert.equal(ours === was ? theirs : ours, -1, `${one} stands before ${other}`);
      } else if (isNew) {
        assert.equal(ours ?? theirs, -1, `${one} stands before ${other}`);
      }
    }
  }
});
