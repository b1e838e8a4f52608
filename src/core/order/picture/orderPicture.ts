import type { PolicyKind } from '../../policy/families.ts';
import { findPoint } from '../findPoint.ts';
import { areBoxesApartAsImages } from '../imageBoxes.ts';
import { reachOf, type NamedScope, type OrderedRule } from '../orderedRule.ts';
import { areBoxesSurelyApart, type Point } from '../scope.ts';
import { Work } from '../work.ts';
import { cellStates, type CellState } from './cellState.ts';
import { columnAnswers, type ColumnAnswers } from './columnWalk.ts';
import { pictureColumns, type PictureColumn } from './pictureColumns.ts';
import { PlacedScopes, type PlacedScope } from './placedScopes.ts';

/** A column of the picture: a letter for each rule, and one for what no rule takes. */
export interface ColumnCells {
  readonly states: string;
  /** Something in the collection for which the rule decides; `rules.length` is for no rule. */
  exampleAt(place: number): Point | undefined;
}

/** Looks at patterns between two chances to give way. */
const slice = 500;
/** Steps to find out whether two scopes share anything, and looks at patterns for those of a column. */
const stepsOfPair = 400;
const looksOfColumn = 4_000_000;
/** Orders of which the answers of a column are kept: as it is, and as it would be after some moves. */
const mostKept = 6;

/** What holds for every order of the same scopes. */
export class PictureMemory {
  readonly #apart = new WeakMap<NamedScope, WeakMap<NamedScope, boolean>>();
  readonly #answers = new WeakMap<NamedScope, Map<string, ColumnAnswers>>();
  readonly #numbers = new WeakMap<NamedScope, number>();
  #next = 0;

  areApart(one: NamedScope, other: NamedScope, work: Work): boolean {
    let known = this.#apart.get(one);
    if (!known) {
      known = new WeakMap();
      this.#apart.set(one, known);
    }
    let areApart = known.get(other);
    if (areApart === undefined) {
      const inside = [reachOf(one), reachOf(other)] as const;
      work.done += 10;
      areApart =
        areBoxesSurelyApart(...inside, work) ||
        areBoxesApartAsImages(...inside, work) ||
        findPoint(inside, [], { steps: stepsOfPair }, work).kind === 'none';
      known.set(other, areApart);
    }
    return areApart;
  }

  /** Of the same groups of scopes in the same order the answers are the same. */
  *answers(
    column: PictureColumn,
    groups: readonly (readonly PlacedScope[])[],
    order: PlacedScopes,
  ): Generator<void, ColumnAnswers, void> {
    const parts = groups.map((group) => group.map((entry) => this.#entryText(entry)).join(','));
    const key = [String(order.hasLanes), order.onlyLane ?? '', column.lane ?? '', ...parts].join('\n');
    const known = this.#answers.get(column.scope) ?? new Map<string, ColumnAnswers>();
    this.#answers.set(column.scope, known);
    const before = known.get(key);
    known.delete(key);
    const answers = before ?? (yield* columnAnswers(column, groups, order));
    known.set(key, answers);
    const [oldest] = known.keys();
    if (known.size > mostKept && oldest !== undefined) {
      known.delete(oldest);
    }
    return answers;
  }

  #entryText({ scope, lane }: PlacedScope): string {
    let number = this.#numbers.get(scope);
    if (number === undefined) {
      number = this.#next++;
      this.#numbers.set(scope, number);
    }
    return lane === undefined ? String(number) : `${number} ${JSON.stringify(lane)}`;
  }
}

/**
 * Rules in order against the collections that they name: who decides where. Of a list that is switched off: as it would be.
 * A column is worked out when it is asked for.
 */
export class OrderPicture {
  readonly rules: readonly OrderedRule[];
  readonly columns: readonly PictureColumn[];
  readonly #kind: Pick<PolicyKind, 'family'>;
  readonly #memory: PictureMemory;
  readonly #order: PlacedScopes;

  constructor(
    kind: Pick<PolicyKind, 'family'>,
    rules: readonly OrderedRule[],
    memory = new PictureMemory(),
    columns = pictureColumns(kind, rules),
  ) {
    this.#kind = kind;
    this.rules = rules;
    this.columns = columns;
    this.#memory = memory;
    this.#order = new PlacedScopes(rules);
  }

  /** The same rules in another order, in the same columns: `order[place]` is where what stands there stands now. */
  reordered(order: readonly number[]): OrderPicture {
    const rules = order.flatMap((place) => this.rules[place] ?? []);
    return new OrderPicture(this.#kind, rules, this.#memory, this.columns);
  }

  /** In short steps. */
  *cells(column: PictureColumn): Generator<void, ColumnCells, void> {
    const order = this.#order;
    const work = new Work(looksOfColumn);
    const near = new Set<number>();
    const { box } = column.scope;
    const isEmpty = box !== undefined && findPoint([box], [], { steps: stepsOfPair }).kind === 'none';
    let enough = slice;
    for (const [at, { scope }] of isEmpty ? [] : order.entries.entries()) {
      if (!this.#memory.areApart(column.scope, scope, work)) {
        near.add(at);
      }
      if (work.done >= enough) {
        enough = work.done + slice;
        yield;
      }
    }
    const groups: PlacedScope[][] = [];
    const places: number[] = [];
    for (const at of near) {
      const entry = order.entries[at] as PlacedScope;
      if (places.at(-1) !== entry.place) {
        places.push(entry.place);
        groups.push([]);
      }
      groups.at(-1)?.push(entry);
    }
    const { groups: answers, rest } = yield* this.#memory.answers(column, groups, order);
    const byPlace = new Map(places.map((place, at) => [place, answers[at]]));
    byPlace.set(this.rules.length, isEmpty ? { state: cellStates.apart } : rest);
    const states: CellState[] = this.rules.map(
      (rule, place) =>
        byPlace.get(place)?.state ??
        (order.namesOneOf(place, near)
          ? cellStates.taken
          : !rule.enabled && rule.scopes.some((scope) => isOf(column, rule, scope))
            ? cellStates.off
            : cellStates.apart),
    );
    states.push(byPlace.get(this.rules.length)?.state ?? cellStates.apart);
    return { states: states.join(''), exampleAt: (place) => byPlace.get(place)?.example };
  }
}

function isOf({ lane, scopes }: PictureColumn, rule: OrderedRule, named: NamedScope): boolean {
  return scopes.has(named.name) && (lane === undefined || lane === rule.lane);
}
