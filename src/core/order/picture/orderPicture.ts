import type { PolicyKind } from '../../policy/families.ts';
import { connectionFields } from '../network/connection.ts';
import { isUnreadableName } from '../misread.ts';
import {
  reachOf,
  type NamedScope,
  type OrderedRule,
  scopeOfOtherGroup,
  rulesKnownTo,
  comparisonGroupsOf,
} from '../orderedRule.ts';
import { isRanges, type Point } from '../scope.ts';
import { Bits } from '../bits.ts';
import { firstRulesOf, type FirstRules } from '../firstRules.ts';
import { RegionSearch, type Answer } from '../regionSearch.ts';
import { ScopeMatrix } from '../scopeMatrix.ts';
import { asTheory, cellStates, type CellState } from './cellState.ts';

/** A collection, or connections between two ends. Equal contents are one column. */
export interface PictureColumn {
  readonly scope: NamedScope;
  /** The group of the rules of its connections. Whether rules of other groups match them is unknown. */
  readonly group: string | undefined;
  /** For people. */
  readonly names: readonly string[];
  /** The names in rules, with the group: see `keyOf`. */
  readonly keys: ReadonlySet<string>;
  /** Whether it is known exactly what it names. */
  readonly isKnown: boolean;
}

/** A column of the picture: a letter for each rule, and one for resources to which no rule applies. */
export interface ColumnCells {
  readonly states: string;
  /** Something in the collection to which the rule applies; `rules.length` is for no rule. */
  exampleAt(place: number): Point | undefined;
}

/** Steps of one question: a few milliseconds. And steps beyond the free ones, for one column. */
const stepsOfQuestion = 4000;
const stepsOfColumn = 400_000;

/** The rules as one group knows them, by their classes. */
interface GroupOrder {
  readonly group: string | undefined;
  /** Classes by place. A disabled rule has none. */
  readonly classes: readonly (readonly number[])[];
  readonly first: FirstRules;
}

/**
 * Rules in order against the collections that they name: which rule applies where. Of a list that is switched off: as it would
 * be. A column is worked out when it is asked for.
 */
export class OrderPicture {
  readonly rules: readonly OrderedRule[];
  readonly columns: readonly PictureColumn[];
  readonly #kind: Pick<PolicyKind, 'isNetwork'>;
  readonly #search: RegionSearch;
  readonly #groups: readonly GroupOrder[];

  /** @param before the picture of the list before an edit: its columns stay where they are */
  constructor(
    kind: Pick<PolicyKind, 'isNetwork'>,
    rules: readonly OrderedRule[],
    before?: OrderPicture,
    columns?: readonly PictureColumn[],
  ) {
    this.#kind = kind;
    this.rules = rules;
    const search = before
      ? before.#search
      : new RegionSearch(new ScopeMatrix(), stepsOfQuestion, stepsOfColumn);
    const { matrix } = search;
    this.columns = columns ?? inPlacesOf(pictureColumns(kind, rules, matrix), before?.columns ?? []);
    this.#search = search;
    const groups = comparisonGroupsOf(rules);
    this.#groups = (groups.length === 0 ? [undefined] : groups).map((group) => {
      const known = rulesKnownTo(rules, group);
      const classes = known.map(({ enabled, scopes }) =>
        enabled ? scopes.map((scope) => matrix.classOf(scope)) : [],
      );
      return { group, classes, first: firstRulesOf(known, matrix, (_, place) => classes[place] ?? []) };
    });
  }

  /** A picture of the rules in another order, with the same columns. `order[place]` is the present place of the rule. */
  reordered(order: readonly number[]): OrderPicture {
    const rules = order.flatMap((place) => this.rules[place] ?? []);
    return new OrderPicture(this.#kind, rules, this, this.columns);
  }

  cells(column: PictureColumn): ColumnCells {
    const search = this.#search;
    search.beginRound();
    const { keys, group } = column;
    const states: CellState[] = this.rules.map(({ enabled, comparisonGroup, scopes }) =>
      !enabled &&
      isOfGroup(column, comparisonGroup) &&
      scopes.some(({ name }) => keys.has(keyOf(name, group)))
        ? cellStates.off
        : cellStates.apart,
    );
    const answers = new Map<number, Answer>();
    if (search.applies([this.#classOf(column, column.group)], new Bits()).kind !== 'none') {
      this.#fill(column, states, answers);
    } else {
      states.push(cellStates.apart);
    }
    const isTheory = this.#theoryOf(column);
    return {
      states: states.map((state, place) => (isTheory(place, state) ? asTheory(state) : state)).join(''),
      exampleAt: (place) => {
        const answer = answers.get(place);
        return answer && search.exampleOf(answer);
      },
    };
  }

  #fill(column: PictureColumn, states: CellState[], answers: Map<number, Answer>): void {
    const search = this.#search;
    const { matrix } = search;
    let first: number | undefined;
    for (const { group, classes } of this.#groups) {
      const own = this.#classOf(column, group);
      const shares = (classId: number): boolean =>
        classId === own ||
        (matrix.near(own).has(classId) && search.applies([own, classId], new Bits()).kind !== 'none');
      for (const [place, rule] of this.rules.entries()) {
        if (rule.enabled && rule.comparisonGroup === group && classes[place]?.some(shares)) {
          states[place] = cellStates.taken;
          first = Math.min(first ?? place, place);
        }
      }
    }
    for (const { group, classes, first: order } of this.#groups) {
      const own = this.#classOf(column, group);
      for (const { place, scopeClass, above } of order.candidatesIn([own], new Bits())) {
        const isAsked = this.rules[place]?.comparisonGroup === group && !answers.has(place);
        const isFirst = place === first && isOfGroup(column, group);
        if (isAsked && isFirst && search.applies([own], Bits.of(classes[place] ?? [])).kind === 'none') {
          states[place] = cellStates.all;
        } else if (isAsked && states[place] !== cellStates.apart) {
          const answer = search.applies([own, scopeClass], above);
          states[place] = stateOf(answer, states[place] as CellState);
          if (answer.kind === 'point') {
            answers.set(place, answer);
          }
        }
      }
    }
    if (first === undefined) {
      states.push(cellStates.all);
      return;
    }
    const only = this.#onlyGroup(column);
    const { named = new Bits() } = (only ?? this.#groups[0])?.first ?? {};
    const rest = search.applies([this.#classOf(column, column.group)], named);
    // With several groups, a rule that matches something may leave a part of it.
    states.push(stateOf(rest, only ? cellStates.apart : cellStates.notKnown));
    if (rest.kind === 'point') {
      answers.set(this.rules.length, rest);
    }
  }

  /** Returns whether the overlap of the rule at a place with a column is only a theory: see `asTheory`. */
  #theoryOf(column: PictureColumn): (place: number, state: CellState) => boolean {
    const search = this.#search;
    const { matrix } = search;
    const own = matrix.classOf(column.scope);
    const near = matrix.near(own);
    /** The classes that have a collection in common with the column. */
    const real = new Bits();
    for (const { scope, group } of this.columns) {
      const wider = matrix.wider(matrix.classOf(scope));
      if (group === column.group && wider.has(own)) {
        real.addAll(wider);
      }
    }
    // Beyond the limit of looks a wider class may be missing.
    const isKnown = matrix.known.has(own) && !matrix.looks.isBeyondLimit;
    const isTheory = (classId: number): boolean =>
      !near.has(classId) || (matrix.known.has(classId) && !real.has(classId));
    return (place, state) => {
      const rule = this.rules[place];
      const classes = rule?.scopes.map((scope) => matrix.classOf(scope)) ?? [];
      return (
        isKnown &&
        (state === cellStates.some || state === cellStates.taken) &&
        rule !== undefined &&
        isOfGroup(column, rule.comparisonGroup) &&
        classes.every(isTheory) &&
        // Together they may contain all of the column.
        (classes.length < 2 || search.applies([own], Bits.of(classes)).kind === 'point')
      );
    };
  }

  /** The group whose rules alone match in a column. */
  #onlyGroup({ group }: PictureColumn): GroupOrder | undefined {
    return group === undefined && this.#groups.length === 1
      ? this.#groups[0]
      : this.#groups.find((order) => group !== undefined && order.group === group);
  }

  /** A column as a group knows it. */
  #classOf(column: PictureColumn, group: string | undefined): number {
    const { scope, group: own } = column;
    return this.#search.matrix.classOf(isOfGroup(column, group) ? scope : scopeOfOtherGroup(scope, own));
  }
}

/** The state in a column after one more answer. */
function stateOf({ kind }: Answer, before: CellState): CellState {
  switch (kind) {
    case 'point':
      return cellStates.some;
    case 'gave-up':
      return cellStates.notAnalyzed;
    case 'none':
      return before;
    case 'open':
      return before === cellStates.notAnalyzed ? before : cellStates.notKnown;
  }
}

function isOfGroup({ group: own }: Pick<PictureColumn, 'group'>, group: string | undefined): boolean {
  return own === undefined || own === group;
}

/** The columns of a list of rules, in the order in which rules name them first, disabled rules too. */
export function pictureColumns(
  { isNetwork }: Pick<PolicyKind, 'isNetwork'>,
  rules: readonly OrderedRule[],
  matrix = new ScopeMatrix(),
): readonly PictureColumn[] {
  const columns = new Map<string, PictureColumn & { readonly names: string[]; readonly keys: Set<string> }>();
  const seen = new Set<string>();
  for (const rule of rules) {
    const group = isNetwork ? rule.comparisonGroup : undefined;
    for (const scope of rule.scopes) {
      const key = keyOf(scope.name, group);
      if (seen.has(key) || isUnreadableName(scope.name)) {
        continue;
      }
      seen.add(key);
      const contents = keyOf(String(matrix.classOf(scope)), group);
      const isKnown = scope.box !== undefined;
      const column = columns.get(contents) ?? { scope, group, names: [], keys: new Set(), isKnown };
      columns.set(contents, column);
      column.names.push(columnName(scope));
      column.keys.add(key);
    }
  }
  return [...columns.values()];
}

function keyOf(name: string, group?: string): string {
  return `${group ?? ''}\n${name}`;
}

function placesOf(columns: readonly PictureColumn[]): ReadonlyMap<string, number> {
  return new Map(columns.flatMap(({ keys }, place) => Array.from(keys, (key) => [key, place] as const)));
}

/**
 * Columns where they were before: a picture that follows its file does not jump. New ones come behind the one that rules name
 * before them.
 */
export function inPlacesOf(
  columns: readonly PictureColumn[],
  before: readonly PictureColumn[],
): readonly PictureColumn[] {
  const places = placesOf(before);
  let last = -1;
  const placed = columns.map((column) => {
    const place = Array.from(column.keys, (key) => places.get(key)).find((known) => known !== undefined);
    last = place ?? last;
    return { column, place: last, isNew: place === undefined };
  });
  return placed
    .toSorted((a, b) => a.place - b.place || Number(a.isNew) - Number(b.isNew))
    .map(({ column }) => column);
}

/** For each rule the places of the columns that it names, ascending. */
export function namedColumns(
  columns: readonly PictureColumn[],
  rules: readonly OrderedRule[],
): readonly (readonly number[])[] {
  const places = placesOf(columns);
  return rules.map(({ scopes, comparisonGroup: group }) => {
    const named = scopes.flatMap(
      ({ name }) => places.get(keyOf(name, group)) ?? places.get(keyOf(name)) ?? [],
    );
    // Collections that name the same are one column.
    return [...new Set(named)].sort((left, other) => left - other);
  });
}

function columnName(scope: NamedScope): string {
  const { ends, name } = scope;
  if (!ends) {
    return name;
  }
  const ports = reachOf(scope)[connectionFields.port];
  const ranges = ports && isRanges(ports) ? ports.ranges : [];
  const words = ranges
    .filter(([low, high]) => low !== 0n || high !== 65_535n)
    .map(([low, high]) => (low === high ? String(low) : `${low}-${high}`));
  return `${ends.source} → ${ends.destination}${words.length === 0 ? '' : ` : ${words.join(', ')}`}`;
}
