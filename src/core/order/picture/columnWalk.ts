import { findPoint, type Found } from '../findPoint.ts';
import { reachOf } from '../orderedRule.ts';
import { isBoxSurelyWithin, type Box, type Point } from '../scope.ts';
import { Work } from '../work.ts';
import { cellStates, type CellState } from './cellState.ts';
import type { PictureColumn } from './pictureColumns.ts';
import type { PlacedScope, PlacedScopes } from './placedScopes.ts';

/** What is so in a column, for the rules that are the first to name something that shares something with it. */
export interface ColumnAnswers {
  readonly groups: readonly { readonly state: CellState; readonly example?: Point }[];
  /** Of what no rule takes. */
  readonly rest: { readonly state: CellState; readonly example?: Point };
}

/** Steps of one search: a few milliseconds. */
const stepsOfSearch = 4000;
/** Steps of searches, and looks at patterns, for one column. */
const mostSteps = 400_000;
const mostLooks = 8_000_000;

type Answer =
  { readonly kind: 'decides'; readonly example: Point } | { readonly kind: 'nothing' | 'open' | 'gave-up' };

/**
 * Goes down a column. `groups`: the scopes that may share something with it, by the rule that names them first, in the order
 * of these. A later rule that names one of them gets nothing of it, whatever it names.
 */
export function* columnAnswers(
  column: PictureColumn,
  groups: readonly (readonly PlacedScope[])[],
  order: Pick<PlacedScopes, 'hasLanes' | 'onlyLane'>,
): Generator<void, ColumnAnswers, void> {
  const walk = new Walk(column);
  const answers: { state: CellState; example?: Point }[] = [];
  for (const group of groups) {
    const isAll = walk.isFirst && walk.namesAll(group);
    const own: Answer[] = [];
    for (const entry of group) {
      own.push(isAll ? { kind: 'nothing' } : walk.ask(entry));
      yield;
    }
    answers.push(isAll ? { state: cellStates.all } : combined(own));
    walk.pass(group);
  }
  yield;
  const restLane = column.lane ?? order.onlyLane;
  const hasLane = column.lane !== undefined || !order.hasLanes;
  return { groups: answers, rest: walk.rest(hasLane, restLane) };
}

function combined(own: readonly Answer[]): { state: CellState; example?: Point } {
  const decides = own.find((answer) => answer.kind === 'decides');
  if (decides) {
    return { state: cellStates.some, example: decides.example };
  }
  return {
    state: own.every(({ kind }) => kind === 'nothing')
      ? cellStates.taken
      : own.some(({ kind }) => kind === 'gave-up')
        ? cellStates.notAnalyzed
        : cellStates.notKnown,
  };
}

class Walk {
  readonly #column: PictureColumn;
  readonly #reach: Box;
  readonly #work = new Work(mostLooks);
  #steps = mostSteps;
  /** All that rules above may name. */
  readonly #reaches: Box[] = [];
  /** By lane, what rules above name for certain. */
  readonly #exact = new Map<string | undefined, Box[]>();
  /** Lanes in which something above names all of the column. */
  readonly #covered = new Set<string | undefined>();

  constructor(column: PictureColumn) {
    this.#column = column;
    this.#reach = reachOf(column.scope);
  }

  get isFirst(): boolean {
    return this.#reaches.length === 0;
  }

  /** Whether scopes of one rule together name all of the column. */
  namesAll(group: readonly PlacedScope[]): boolean {
    if (group.some((entry) => this.#isItself(entry))) {
      return true;
    }
    const exact = group.map(({ scope }) => scope.box).filter((box) => box !== undefined);
    const lane = group[0]?.lane;
    return (
      (this.#column.lane === undefined || this.#column.lane === lane) &&
      exact.length > 0 &&
      this.#find([this.#reach], exact).kind === 'none'
    );
  }

  ask({ scope, lane }: PlacedScope): Answer {
    if (this.#covered.has(lane)) {
      return { kind: 'nothing' };
    }
    const exact = this.#exact.get(lane) ?? [];
    const box =
      this.#column.lane === undefined || this.#column.lane === lane ? this.#column.scope.box : undefined;
    const sure = box && scope.box ? this.#find([box, scope.box], this.#reaches) : undefined;
    if (sure?.kind === 'point') {
      return { kind: 'decides', example: sure.point };
    }
    if (sure?.kind === 'none' && exact.length === this.#reaches.length) {
      return { kind: 'nothing' };
    }
    const left = this.#find([this.#reach, reachOf(scope)], exact);
    return left.kind === 'none'
      ? { kind: 'nothing' }
      : { kind: left.kind === 'gave-up' || sure?.kind === 'gave-up' ? 'gave-up' : 'open' };
  }

  /** From here on these are above. */
  pass(group: readonly PlacedScope[]): void {
    for (const entry of group) {
      const { scope, lane } = entry;
      this.#reaches.push(reachOf(scope));
      if (scope.box) {
        const exact = this.#exact.get(lane) ?? [];
        exact.push(scope.box);
        this.#exact.set(lane, exact);
      }
      const isWhole = scope.box !== undefined && isBoxSurelyWithin(this.#reach, scope.box, this.#work);
      if (isWhole || this.#isItself(entry)) {
        this.#covered.add(lane);
      }
    }
  }

  /** What no rule takes. Where rules are in several lanes, that one of them takes something does not say that it takes all. */
  rest(hasLane: boolean, lane: string | undefined): ColumnAnswers['rest'] {
    if (this.isFirst) {
      return { state: cellStates.all };
    }
    const { box } = this.#column.scope;
    const sure = box ? this.#find([box], this.#reaches) : undefined;
    if (sure?.kind === 'point') {
      return { state: cellStates.some, example: sure.point };
    }
    const isCovered =
      hasLane &&
      (this.#covered.has(lane) || this.#find([this.#reach], this.#exact.get(lane) ?? []).kind === 'none');
    return {
      state: isCovered
        ? cellStates.apart
        : sure?.kind === 'gave-up'
          ? cellStates.notAnalyzed
          : cellStates.notKnown,
    };
  }

  #isItself({ scope, lane }: PlacedScope): boolean {
    return (
      this.#column.scopes.has(scope.name) && (this.#column.lane === undefined || this.#column.lane === lane)
    );
  }

  #find(inside: readonly Box[], outside: readonly Box[]): Found {
    const counted = { steps: Math.min(stepsOfSearch, this.#steps) };
    const before = counted.steps;
    if (before <= 0 || this.#work.isTooMuch) {
      return { kind: 'gave-up' };
    }
    this.#work.done += outside.length;
    const found = findPoint(inside, outside, counted, this.#work);
    this.#steps -= Math.max(0, before - counted.steps);
    return found;
  }
}
