import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'node:test';
import { isInScope } from '../../../src/core/order/rulesApplyingTo.ts';
import type { NamedScope, OrderedRule } from '../../../src/core/order/orderedRule.ts';
import {
  inPlacesOf,
  namedColumns,
  OrderPicture,
  pictureColumns,
  type ColumnCells,
  type PictureColumn,
} from '../../../src/core/order/picture/orderPicture.ts';
import { cellStates, isTheory, stateAt, type CellState } from '../../../src/core/order/picture/cellState.ts';
import { boxOf } from './boxes.ts';
import { isInBox, type Box, type Point } from '../../../src/core/order/scope.ts';
import { moveIndices } from '../../../src/core/policy/reorder.ts';
import { resourceLists, type CollectionPatterns } from '../../../src/core/policy/collections.ts';
import { collections, drawn, orderedRules } from './drawnRules.ts';
import { runsOf } from './runs.ts';
import { at, words } from './universe.ts';
import { dear } from '../dear.ts';
import { decisionAt } from './truth.ts';

const small = words(['a', 'b', 'c'], 3);
const points = small.flatMap((images) => small.map((namespaces) => at({ images, namespaces })));
const kind = { isNetwork: false };

/** What really is so of a rule, or of none, where nothing is left open. */
interface Real {
  readonly decided: readonly Point[];
  readonly matched: readonly Point[];
  readonly all: readonly Point[];
}

function real(rules: readonly OrderedRule[], box: Box, place: number): Real {
  const all = points.filter((point) => isInBox(box, point));
  const known = (point: Point): readonly (readonly string[])[] => point.map((value) => [value]);
  const rule = rules[place];
  return {
    all,
    matched: rule ? all.filter((point) => rule.enabled && isInScope(rule, known(point)) === true) : all,
    decided: all.filter((point) => (decisionAt(rules, known(point)).rule ?? rules.length) === place),
  };
}

function isTrue(state: CellState, { decided, matched, all }: Real): boolean {
  switch (state) {
    case cellStates.all:
      return decided.length === all.length;
    case cellStates.some:
      return decided.length > 0;
    case cellStates.taken:
      return decided.length === 0;
    case cellStates.apart:
      return matched.length === 0 || decided.length === 0;
    case cellStates.off:
      return matched.length === 0;
    case cellStates.notKnown:
    case cellStates.notAnalyzed:
      return true;
    default:
      return state satisfies never;
  }
}

/** What has to be said where everything is known. */
function exact({ decided, matched, all }: Real, isRest: boolean): readonly CellState[] {
  if (all.length === 0 || matched.length === 0 || (isRest && decided.length === 0)) {
    return [cellStates.apart, cellStates.off];
  }
  return decided.length === 0
    ? [cellStates.taken]
    : decided.length === all.length
      ? [cellStates.all, cellStates.some]
      : [cellStates.some];
}

function cellsOf(picture: OrderPicture, column: PictureColumn): ColumnCells {
  return picture.cells(column);
}

test('every cell says what asking every resource shows, with an example where a rule decides for some', () => {
  fc.assert(
    fc.property(collections, drawn, (patterns, rules) => {
      const ordered = orderedRules(patterns, rules);
      const picture = new OrderPicture(kind, ordered);
      for (const column of picture.columns) {
        const box = column.scope.box;
        assert.ok(box);
        const cells = cellsOf(picture, column);
        const { states } = cells;
        assert.equal(states.length, ordered.length + 1);
        for (let place = 0; place <= ordered.length; place++) {
          const state = stateAt(states, place);
          const truth = real(ordered, box, place);
          assert.ok(
            exact(truth, place === ordered.length).includes(state),
            `${column.names.join()} ${place}: ${state}, ${JSON.stringify(truth)}`,
          );
          const example = cells.exampleAt(place);
          assert.equal(example !== undefined, state === cellStates.some);
          if (example) {
            assert.ok(isInBox(box, example));
            assert.equal(
              decisionAt(
                ordered,
                example.map((value) => [value]),
              ).rule ?? ordered.length,
              place,
            );
          }
        }
      }
    }),
    { numRuns: dear(runsOf(200)) },
  );
});

test('an overlap is in theory where no collection lies in it, and no rule loses its cells for it', () => {
  fc.assert(
    fc.property(collections, drawn, (patterns, rules) => {
      const ordered = orderedRules(patterns, rules);
      const picture = new OrderPicture(kind, ordered);
      const within = (box: Box): readonly Point[] => points.filter((point) => isInBox(box, point));
      const all = picture.columns.map(({ scope: { box } }) => within(box ?? []));
      const isPartOf = (inner: readonly Point[], outer: ReadonlySet<Point>): boolean =>
        inner.length > 0 && inner.every((point) => outer.has(point));
      for (const [at, column] of picture.columns.entries()) {
        const { states } = cellsOf(picture, column);
        const own = new Set(all[at]);
        for (const [place, rule] of ordered.entries()) {
          const overlaps = rule.scopes
            .map(({ box }) => new Set(within(box ?? []).filter((point) => own.has(point))))
            .filter(({ size }) => size > 0);
          const matched = new Set(overlaps.flatMap((overlap) => [...overlap]));
          const isReal =
            matched.size === own.size ||
            all.some((inner) => overlaps.some((overlap) => isPartOf(inner, overlap)));
          const isShared = rule.enabled && overlaps.length > 0;
          const says = `rule ${place} in ${column.names.join()}: ${states}`;
          assert.equal(isTheory(states[place]), isShared && !isReal, says);
          const isEmpty = [cellStates.apart, cellStates.off].some(
            (state) => state === stateAt(states, place),
          );
          assert.equal(isEmpty, !isShared, says);
        }
        assert.equal(isTheory(states[ordered.length]), false);
      }
    }),
    { numRuns: dear(runsOf(200)) },
  );
});

test('what is said where some collections are not known is so whatever they name', () => {
  const meanings = fc.array(fc.nat(4), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(
      collections,
      drawn,
      fc.array(fc.nat(4), { minLength: 1 }),
      fc.array(meanings, { minLength: 4, maxLength: 4 }),
      (patterns, rules, hidden, all) => {
        const known = orderedRules(patterns, rules);
        const names = new Set(hidden.map((one) => `c${one % patterns.length}`));
        const hide = (scope: NamedScope): NamedScope =>
          names.has(scope.name) ? { name: scope.name, box: undefined } : scope;
        const given = known.map((rule) => ({ ...rule, scopes: rule.scopes.map(hide) }));
        const picture = new OrderPicture(kind, given);
        for (const column of picture.columns) {
          const { states } = cellsOf(picture, column);
          for (const meaning of all) {
            // Each that is not known is one of those that are there, or nothing.
            const boxFor = (scope: NamedScope): Box => {
              const chosen = meaning[Number(scope.name.slice(1))] ?? 0;
              const none = { images: { some: [], none: [] } };
              return (
                scope.box ??
                boxOfPatterns(patterns[chosen]) ??
                resourceLists.map((list) => (list === 'images' ? none.images : undefined))
              );
            };
            const meant = given.map((rule) => ({
              ...rule,
              scopes: rule.scopes.map((scope) => ({ name: scope.name, box: boxFor(scope) })),
            }));
            for (let place = 0; place <= given.length; place++) {
              const state = stateAt(states, place);
              assert.ok(
                isTrue(state, real(meant, boxFor(column.scope), place)),
                `${column.names.join()} ${place}: ${state}`,
              );
            }
          }
        }
      },
    ),
    { numRuns: dear(runsOf(100)) },
  );
});

test('rules in several groups: what is said is so whether or not they take from each other', () => {
  const groups = fc.array(fc.constantFrom('one', 'other'), { minLength: 7, maxLength: 7 });
  fc.assert(
    fc.property(collections, drawn, groups, (patterns, rules, group) => {
      const together = orderedRules(patterns, rules).map((rule, place) => ({
        ...rule,
        comparisonGroup: group[place] ?? 'one',
      }));
      const picture = new OrderPicture(kind, together);
      for (const column of picture.columns) {
        const box = column.scope.box;
        assert.ok(box);
        const { states } = cellsOf(picture, column);
        for (const [place, rule] of together.entries()) {
          const alone = together.map((one) => ({
            ...one,
            enabled: one.enabled && one.comparisonGroup === rule.comparisonGroup,
          }));
          for (const meant of [together, alone]) {
            assert.ok(isTrue(stateAt(states, place), real(meant, box, place)));
          }
        }
        const rest = stateAt(states, together.length);
        assert.ok(isTrue(rest, real(together, box, together.length)), rest);
      }
    }),
    { numRuns: dear(runsOf(100)) },
  );
});

test('after moves the picture is what a fresh one is, with the columns where they were', () => {
  const moves = fc.array(fc.tuple(fc.nat(6), fc.nat(7)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(collections, drawn, moves, (patterns, rules, steps) => {
      const first = new OrderPicture(kind, orderedRules(patterns, rules));
      let [previewed, edited] = [first, first];
      for (const [from, to] of steps) {
        const { length } = first.rules;
        previewed = previewed.reordered(moveIndices(length, [from % length], to % (length + 1)));
        edited = new OrderPicture(kind, previewed.rules, edited);
        assert.deepEqual(previewed.columns, first.columns);
        for (const column of first.columns) {
          const fresh = new OrderPicture(kind, previewed.rules);
          assert.equal(cellsOf(previewed, column).states, cellsOf(fresh, column).states);
          assert.equal(cellsOf(edited, column).states, cellsOf(fresh, column).states);
        }
      }
    }),
    { numRuns: dear(runsOf(100)) },
  );
});

test('cells do not depend on the pictures before, whose texts were no names of images either', () => {
  const rules = Array.from({ length: 30 }, (_, at): OrderedRule => {
    // The text `registry.example/shop/app-0:*/catalog-1-` is in two collections, and no image has this name.
    const pattern = at % 2 === 0 ? `registry.example/shop/app-${at}:*` : `*/catalog-${at}-*`;
    const box = boxOf({ images: [pattern] }, new Set(resourceLists));
    return { name: '', enabled: true, effect: '', scopes: [{ name: `c${at}`, box }] };
  });
  const cellsOfAll = (picture: OrderPicture): readonly string[] =>
    picture.columns.map((column) => picture.cells(column).states);
  const first = new OrderPicture(kind, rules);
  const cells = cellsOfAll(first);
  let picture = first;
  for (let edits = 0; edits < 16; edits++) {
    picture = picture.reordered([...rules.keys()]);
    assert.deepEqual(cellsOfAll(picture), cells, `edit ${edits}`);
  }
});

test('collections that name the same are one column, and columns stay where they were when rules move', () => {
  const scope = (name: string, images: string): NamedScope => ({
    name,
    box: boxOf({ images: [images] }, new Set(resourceLists)),
  });
  const [a, same, b, c] = [scope('a', 'x*'), scope('same', 'x*'), scope('b', 'y*'), scope('c', 'z*')];
  const rule = (...scopes: readonly (NamedScope | undefined)[]): OrderedRule => ({
    name: '',
    enabled: true,
    effect: '',
    scopes: scopes.filter((one) => one !== undefined),
  });
  const names = (columns: readonly PictureColumn[]): readonly string[] =>
    columns.map((column) => column.names.join('='));
  const before = pictureColumns(kind, [rule(a), rule(same, b)]);
  assert.deepEqual(names(before), ['a=same', 'b']);
  const after = pictureColumns(kind, [rule(b, c), rule(same), rule(a)]);
  assert.deepEqual(names(after), ['b', 'c', 'same=a']);
  assert.deepEqual(names(inPlacesOf(after, before)), ['same=a', 'b', 'c']);
  assert.deepEqual(names(inPlacesOf(after, [])), names(after));
  const rules = [rule(b, c), rule(same, a), rule()];
  assert.deepEqual(namedColumns(inPlacesOf(after, before), rules), [[1, 2], [0], []]);
});

function boxOfPatterns(patterns: CollectionPatterns | undefined): Box | undefined {
  return patterns && boxOf(patterns, new Set(resourceLists));
}
