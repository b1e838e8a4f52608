import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'node:test';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { fixAllEdits, fixEdits, fixesOf } from '../../../../src/core/assist/findings/fixes.ts';
import type { FixData } from '../../../../src/core/assist/findings/finding.ts';
import { DocumentOrder } from '../../../../src/core/assist/order/documentOrder.ts';
import { freshDiagnostics, type OrderDiagnostic } from './orderFound.ts';
import { orderFixes } from '../../../../src/core/assist/order/orderFixes.ts';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { applyEdits } from '../../../../src/core/document/text.ts';
import type { PolicyKind } from '../../../../src/core/policy/families.ts';
import { policyDecisionChanges, rulesOf } from '../../../../src/core/order/policyDecisionChanges.ts';
import { OrderReader } from '../../../../src/core/order/orderReader.ts';
import { runToEnd } from '../../../../src/core/util/inSlices.ts';
import {
  collections,
  drawnRules,
  fixableByOrder,
  kinds,
  policyOf,
  read,
  spellings,
} from './orderedPolicies.ts';
import { dear } from '../../dear.ts';
import { plainChange } from '../../../../src/core/order/effect/change.ts';

const checker = new PolicyChecker();

function errorsIn(doc: PolicyDocument): number {
  return checker.check(doc).filter(({ severity }) => severity === 'error').length;
}

async function fixesFor(
  doc: PolicyDocument,
  kind: PolicyKind,
  { data }: OrderDiagnostic,
): Promise<readonly FixData[]> {
  const lists = runToEnd(new DocumentOrder(kind, collections).update(doc));
  const list = lists.find(({ array }) => array === data.array);
  return list ? orderFixes(list, data.order) : [];
}

const dead: readonly string[] = ['shadowed-rule', 'redundant-rule'];

/** How many of these are the finding, wherever its rule stands by now; a collection can be named three times. */
function countOf(found: readonly OrderDiagnostic[], { data: { order } }: OrderDiagnostic): number {
  return found.filter(
    ({ data: { order: other } }) =>
      other.rule.name === order.rule.name &&
      (dead.includes(order.code)
        ? dead.includes(other.code)
        : other.code === order.code && other.collection?.name === order.collection?.name),
  ).length;
}

const seen = new Set<string>();

for (const kind of kinds) {
  for (const { spelling, write } of spellings) {
    test(`${kind.name}: every fix of a finding about order settles it and makes no error (${spelling})`, async () => {
      await fc.assert(
        fc.asyncProperty(drawnRules(6), async (rules) => {
          const doc = read(write(policyOf(kind, rules)), spelling, kind);
          const before = errorsIn(doc);
          const found = freshDiagnostics(doc, kind, collections);
          for (const diagnostic of found) {
            for (const fix of await fixesFor(doc, kind, diagnostic)) {
              seen.add(diagnostic.data.order.code);
              const edits = fixEdits(doc, diagnostic, fix);
              const fixed = read(applyEdits(doc.text, edits), spelling, kind);
              const what = `${diagnostic.message}\n${fix.title}\n${doc.text}\n---\n${fixed.text}`;
              assert.ok(edits.length > 0, what);
              const left = freshDiagnostics(fixed, kind, collections);
              assert.ok(countOf(left, diagnostic) < countOf(found, diagnostic), what);
              assert.ok(errorsIn(fixed) <= before, what);
            }
          }
        }),
        { numRuns: dear(40) },
      );
    });
  }
}

test('each of the findings had a fix in these', () => {
  assert.deepEqual([...seen].toSorted(), fixableByOrder.toSorted());
});

test('all findings of a kind that need no other rule are settled together', () => {
  const [kind] = kinds as [PolicyKind];
  fc.assert(
    fc.property(drawnRules(8), (rules) => {
      const doc = read(spellings[1].write(policyOf(kind, rules)), 'yaml', kind);
      const found = freshDiagnostics(doc, kind, collections);
      for (const code of ['redundant-rule', 'covered-collection', 'duplicate-collection']) {
        const all = found.filter((each) => each.code === code && fixesOf(each).length > 0);
        const fixed = read(applyEdits(doc.text, fixAllEdits(doc, all)), 'yaml', kind);
        const left = freshDiagnostics(fixed, kind, collections);
        const what = `${code}\n${doc.text}\n---\n${fixed.text}`;
        assert.ok(
          all.every((each) => countOf(left, each) < countOf(found, each)),
          what,
        );
        assert.ok(errorsIn(fixed) <= errorsIn(doc));
      }
    }),
    { numRuns: dear(60) },
  );
});

test('what is settled together decides nothing otherwise', () => {
  for (const kind of kinds) {
    const reader = new OrderReader(kind, collections);
    const orderOf = (doc: PolicyDocument) => reader.read(doc.value() ?? new Map());
    fc.assert(
      fc.property(drawnRules(8), (rules) => {
        const doc = read(spellings[1].write(policyOf(kind, rules)), 'yaml', kind);
        const found = freshDiagnostics(doc, kind, collections);
        for (const code of new Set(found.map((each) => each.code))) {
          const all = found.filter((each) => each.code === code);
          const fixed = read(applyEdits(doc.text, fixAllEdits(doc, all)), 'yaml', kind);
          const { decisions, actions } = policyDecisionChanges(orderOf(doc), orderOf(fixed));
          assert.deepEqual(
            [...decisions, ...actions].filter(({ change }) => change !== plainChange.same).map(rulesOf),
            [],
            `${code}\n${doc.text}\n---\n${fixed.text}`,
          );
        }
      }),
      { numRuns: dear(100) },
    );
  }
});

const [images] = kinds as [PolicyKind];

async function titles(
  code: string,
  ...rules: readonly (readonly [body: number, ...named: string[]])[]
): Promise<string[]> {
  const drawn = rules.map(([body, ...named]) => ({ body, named, disabled: false }));
  const doc = read(spellings[1].write(policyOf(images, drawn)), 'yaml', images);
  const [found] = freshDiagnostics(doc, images, collections).filter((each) => each.code === code);
  return found ? (await fixesFor(doc, images, found)).map(({ title }) => title) : [];
}

test('a dead rule goes no further up than it has to, and says who decides for nothing then', async () => {
  assert.deepEqual(await titles('shadowed-rule', [0, 'hosts'], [1, 'All'], [0, 'prod'], [2, 'shop']), [
    'Move the rule above "rule 1"',
    'Disable the rule',
    'Delete the rule',
  ]);
  assert.deepEqual(await titles('shadowed-rule', [1, 'prod'], [0, 'prod']), [
    'Disable the rule',
    'Move the rule above "rule 0" ("rule 0" would then never apply)',
    'Delete the rule',
  ]);
});

test('a rule that names several collections is narrowed by those that reach the dead one', async () => {
  assert.deepEqual(await titles('shadowed-rule', [1, 'hosts', 'prod'], [0, 'prod shop']), [
    'Move the rule above "rule 0"',
    'Disable the rule',
    'Delete the rule',
  ]);
  assert.deepEqual(await titles('shadowed-rule', [1, 'not prod', 'prod'], [0, 'prod shop']), [
    'Move the rule above "rule 0"',
    'Remove "prod" from "rule 0"',
    'Disable the rule',
    'Delete the rule',
  ]);
});

test('a collection of which nothing is left goes, or gets its turn', async () => {
  assert.deepEqual(await titles('partly-shadowed-rule', [0, 'prod'], [1, 'prod shop', 'shop']), [
    'Remove "prod shop" from the rule',
    'Move the rule above "rule 0" (some decisions would become weaker)',
  ]);
});

test('what would make something weaker is said, and is not what stands first', async () => {
  assert.deepEqual(await titles('shadowed-rule', [0, 'All'], [1, 'prod']), [
    'Disable the rule',
    'Move the rule above "rule 0" (some decisions would become weaker)',
    'Delete the rule',
  ]);
  assert.deepEqual(await titles('shadowed-rule', [0, 'prod'], [1, 'prod']), [
    'Disable the rule',
    'Move the rule above "rule 0" ("rule 0" would then never apply; some decisions would become weaker)',
    'Delete the rule',
  ]);
  // Whether anything is in a collection of which nothing is known nobody can say.
  assert.deepEqual(await titles('shadowed-rule', [0, 'All'], [1, 'nobody knows']), [
    'Disable the rule',
    'Move the rule above "rule 0" (some decisions may become weaker)',
    'Delete the rule',
  ]);
});

/** Without "All", another rule has all that the second one names. */
const idleWhenNarrowed = [['not prod'], ['All', 'not prod'], ['prod']].map((named, at) => ({
  named,
  body: at === 2 ? 1 : 0,
  disabled: false,
}));

for (const kind of kinds) {
  test(`${kind.name}: the fix that is preferred makes no other rule dead and no decision weaker`, async () => {
    let preferred = 0;
    await fc.assert(
      fc.asyncProperty(drawnRules(6), async (rules) => {
        const doc = read(spellings[1].write(policyOf(kind, rules)), 'yaml', kind);
        const found = freshDiagnostics(doc, kind, collections);
        for (const diagnostic of found.filter(({ code }) => code === 'shadowed-rule')) {
          const [first] = await fixesFor(doc, kind, diagnostic);
          if (first && !first.isChoice) {
            preferred += 1;
            const fixed = read(applyEdits(doc.text, fixEdits(doc, diagnostic, first)), 'yaml', kind);
            const what = `${first.title}\n${doc.text}\n---\n${fixed.text}`;
            const deadBefore = new Set(deadNames(found));
            const deadNow = deadNames(freshDiagnostics(fixed, kind, collections));
            assert.ok(
              deadNow.every((name) => deadBefore.has(name)),
              what,
            );
            const reader = new OrderReader(kind, collections);
            const [before, after] = [doc.value(), fixed.value()];
            assert.ok(before && after);
            const told = policyDecisionChanges(reader.read(before), reader.read(after));
            assert.ok(
              told.decisions.every(
                ({ change }) => change === plainChange.same || change === plainChange.stricter,
              ),
              what,
            );
          }
        }
      }),
      { numRuns: dear(80), examples: [[idleWhenNarrowed]] },
    );
    assert.ok(preferred > 0);
  });
}

function deadNames(found: readonly OrderDiagnostic[]): readonly string[] {
  return found.filter(({ code }) => dead.includes(code)).map(({ data }) => data.order.rule.name);
}
