import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { lostChanges } from '../../../src/core/sync/lostChanges.ts';
import { diffPolicies } from '../../../src/core/policy/ruleDiff.ts';
import type { JsonObject } from '../../../src/core/json/json.ts';
import { confirmationOf, pushNeeds } from '../../../src/core/sync/pushNeeds.ts';
import { namesEveryLoss, namesEveryOrder } from './lostOfTwins.ts';
import { images, planOf, pulled, rule } from './workspace.ts';
import { pushOne } from './planAndPush.ts';
import { planPush } from '../../../src/core/sync/plan.ts';

const policy = (...rules: readonly JsonObject[]): JsonObject => new Map([['rules', rules]]);
const [a, b, c] = [rule('a'), rule('b'), rule('c')];

/** What is lost of what was made of `base` when `next` takes its place. */
function lost(base: JsonObject | undefined, now: JsonObject, next: JsonObject): string[] {
  const { steps } = diffPolicies(images, now, next);
  return lostChanges(images, { base, now, next, steps }).map(({ change, name }) => `${change} ${name}`);
}

test('all that was done to a rule is lost with it', () => {
  const base = policy(a, b, c);
  assert.deepEqual(lost(base, policy(b, c, rule('a', { notes: 'new' })), base), [
    'move rules/a',
    'change rules/a',
  ]);
  const other = policy(rule('a', { notes: 'only here' }), b, c);
  const renamed = policy(b, c, rule('other', { notes: 'only here' }));
  assert.deepEqual(lost(other, renamed, other), ['rename rules/other', 'move rules/other']);
});

test('of a rename that is lost it is said what the rule was called', () => {
  const more = { notes: 'only here' };
  const base = policy(rule('a', more), b);
  const now = policy(rule('other', more), b);
  const { steps } = diffPolicies(images, now, base);
  const [change] = lostChanges(images, { base, now, next: base, steps });
  assert.deepEqual(change, {
    name: 'rules/other',
    rule: 'other',
    change: 'rename',
    previousName: 'a',
  });
});

test('of two rules that changed places both are named', () => {
  const [base, now] = [policy(a, b, c), policy(a, c, b)];
  const { steps } = diffPolicies(images, now, base);
  assert.deepEqual(lostChanges(images, { base, now, next: base, steps }), [
    { name: 'rules/c', rule: 'c', change: 'move', changedPlacesWith: 'b' },
  ]);
});

test('rules of one name are lost each for itself', () => {
  const base = policy(rule('x', { notes: '1' }), rule('x', { notes: '2' }), b);
  assert.deepEqual(lost(base, policy(b), base), ['remove rules/x', 'remove rules/x']);
  assert.deepEqual(lost(policy(b), policy(b, rule(''), rule('')), policy(b)), ['add rules/', 'add rules/']);
});

test('of rules of one name whose content may be that of each other, a lost change is always named', () => {
  const values = ['', 'x', 'y'];
  const pairs = values.flatMap((one) => values.map((other) => [one, other]));
  const policyOf = (notes: readonly string[]): JsonObject =>
    policy(...notes.map((text) => rule('r', text === '' ? {} : { notes: text })));
  const count = (notes: readonly string[], value: string): number =>
    notes.filter((one) => one === value).length;
  for (const base of pairs) {
    for (const now of pairs) {
      for (const next of pairs) {
        const isLost = values.some((value) => {
          const [before, theirs, sent] = [base, now, next].map((notes) => count(notes, value)) as [
            number,
            number,
            number,
          ];
          return theirs !== before && sent !== theirs && (theirs - before) * (sent - before) <= 0;
        });
        const named = lost(policyOf(base), policyOf(now), policyOf(next));
        assert.ok(!isLost || named.length > 0, JSON.stringify([base, now, next]));
      }
    }
  }
});

test('what stays is not lost', () => {
  const now = policy(a, b, c, rule('d'));
  assert.deepEqual(lost(policy(a, b, c), now, policy(a, b, rule('c', { notes: 'mine' }), rule('d'))), []);
});

test('a rule that was removed is back also under another name', () => {
  const base = policy(a, b, c);
  assert.deepEqual(lost(base, policy(a, b), policy(a, b, rule('c new'))), ['remove rules/c']);
});

test('a rule that was removed is back also where its twin is gone instead', () => {
  const more = { notes: 'n', effect: 'alert', owner: 'o', onlyFixed: true };
  const base = policy(rule('a', more), rule('b', more), c);
  assert.deepEqual(lost(base, policy(rule('a', more), c), policy(rule('b', more), c)), ['remove rules/b']);
  const [one, two] = [rule('x', { notes: '1' }), rule('x', { notes: '2' })];
  assert.ok(lost(policy(one, two), policy(one), policy(two)).includes('remove rules/x'));
});

test('what both removed is lost to nobody', () => {
  assert.deepEqual(lost(policy(a, b, c), policy(a, c), policy(rule('a', { notes: 'theirs' }), c)), []);
});

test('without a base each rule that is removed, changed, moved or comes in is named once', () => {
  const now = policy(a, b, c);
  const next = policy(rule('b new', { collections: [{ name: 'All' }] }), c, rule('d'));
  const names = lost(undefined, now, next);
  assert.ok(names.includes('unknown rules/a'));
  assert.ok(
    names.every((name) => /^unknown rules\/[abc]$|^perhaps-removed rules\/(b new|d)$/.test(name)),
    names.join(),
  );
  assert.ok(names.includes('perhaps-removed rules/d'), 'what comes in may have been removed');
  assert.equal(new Set(names).size, names.length);
});

test('members outside the rules are named where they differ, with a base and without', () => {
  const members = (value: string, ...rules: readonly JsonObject[]): JsonObject =>
    new Map<string, string | readonly JsonObject[]>([
      ['policyType', value],
      ['rules', rules],
    ]);
  const base = members('one', a);
  assert.deepEqual(lost(base, members('two', a), base), ['document (document)']);
  assert.deepEqual(lost(undefined, members('two', a), base), ['unknown (document)']);
});

test('whatever both sides remove, rename and reorder: what one removed and the other kept is named', () => {
  const side = fc.record({
    gone: fc.uniqueArray(fc.nat(5), { maxLength: 3 }),
    renamed: fc.uniqueArray(fc.nat(5), { maxLength: 3 }),
    isReversed: fc.boolean(),
  });
  const made = ({
    gone,
    renamed,
    isReversed,
  }: {
    gone: number[];
    renamed: number[];
    isReversed: boolean;
  }) => {
    const places = [0, 1, 2, 3, 4, 5].filter((id) => !gone.includes(id));
    return policy(
      ...(isReversed ? places.toReversed() : places).map((id) =>
        rule(renamed.includes(id) ? `new ${id}` : `r${id}`, { notes: `of ${id}`, owner: `owner ${id}` }),
      ),
    );
  };
  const base = made({ gone: [], renamed: [], isReversed: false });
  fc.assert(
    fc.property(side, side, (mine, theirs) => {
      const back = mine.gone.filter((id) => !theirs.gone.includes(id));
      const named = lost(base, made(mine), made(theirs)).filter((one) => one.startsWith('remove '));
      assert.deepEqual(named.toSorted(), back.map((id) => `remove rules/r${id}`).toSorted());
    }),
    { numRuns: 500 },
  );
});

test('a removed rule is named where the other side has rules that may be it, edited', () => {
  const base = policy(rule('x', { notes: '1', owner: '1', graceDays: '1' }), b);
  const edited = ['2', '3'].map((n) => rule('x', { notes: n, owner: '1', graceDays: '1' }));
  assert.deepEqual(lost(base, policy(b), policy(...edited, b)), ['remove rules/x']);
});

test('a removed rule is named where it comes back under the name of another one, or edited under a new one', () => {
  const more = { notes: 'n', effect: 'alert', owner: 'o', onlyFixed: true };
  const base = policy(rule('x', more), rule('y', { notes: 'of y' }));
  const chained = policy(
    rule('y', { ...more, previousName: 'x' }),
    rule('z', { notes: 'of y', previousName: 'y' }),
  );
  assert.ok(lost(base, policy(rule('y', { notes: 'of y' })), chained).includes('remove rules/x'));
  const quiet = policy(rule('new', { ...more, notes: '' }), rule('y', { notes: 'of y' }));
  assert.deepEqual(lost(base, policy(rule('y', { notes: 'of y' })), quiet), ['remove rules/x']);
});

test('in worlds with chains of renames and names that come several times every loss is named', () => {
  fc.assert(namesEveryLoss, { numRuns: 2000 });
});

test('an added rule that another rule moves past is named, and a move only when it is undone', () => {
  fc.assert(namesEveryOrder, { numRuns: 3000 });
});

test('the record of an override names what it undid, once each, and nothing that only may have been removed', async (t) => {
  const { live, work } = await pulled(t);
  await rm(path.join(work.policyFolder, 'ordinance.lock.json'));
  const theirs = { notes: 'theirs' };
  live.documents.set(
    images.name,
    new Map([
      ['rules', [rule('a', theirs), rule('twin', theirs), rule('b'), rule('twin', { notes: 'too' })]],
    ]),
  );
  await work.edit(images, () => new Map([['rules', [rule('a'), rule('b'), rule('mine')]]]));
  const plan = planOf(await planPush(work.sync, images, { overridesDrift: true }));
  const names = plan.overrides?.lost.map(({ name, change }) => `${change} ${name}`).toSorted();
  assert.deepEqual(names, [
    'perhaps-removed rules/mine',
    'unknown rules/a',
    'unknown rules/twin',
    'unknown rules/twin',
  ]);
  const confirmed = confirmationOf(pushNeeds(plan, false, 1));
  assert.equal((await pushOne(work.sync, plan, { confirmed })).verdict, 'applied');
  const record = (await work.sync.journal.all()).at(-1);
  assert.deepEqual([record?.base, record?.lost?.toSorted()], [null, ['rules/a', 'rules/twin']]);
});

test('the record of an override names the base that it went over', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, () => policy(rule('mine')));
  live.documents.set(images.name, policy(rule('theirs')));
  const plan = planOf(await planPush(work.sync, images, { overridesDrift: true }));
  assert.ok(plan.overrides?.base);
  const confirmed = confirmationOf(pushNeeds(plan, false, 1));
  assert.equal((await pushOne(work.sync, plan, { confirmed })).verdict, 'applied');
  assert.equal((await work.sync.journal.all()).at(-1)?.base, plan.overrides.base);
});
