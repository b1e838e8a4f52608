import { cellStates } from '../../../../core/order/picture/cellState.ts';
import { isUnmoved, moveIndices, targetOf, type MoveTarget } from '../../../../core/policy/reorder.ts';
import type { RuleMark, SentColumn, ToPage } from '../pictureMessages.ts';
import { RuleSelection } from './ruleSelection.ts';

export type Picture = Extract<ToPage, { kind: 'picture' }>;

/** Choices of the reader. They are kept while the page is hidden. */
export interface PictureChoices {
  rules: string;
  columns: string;
  onlyMatching: boolean;
  asText: boolean;
  /** Place in `sizes`. */
  size: number;
  /** Words are of more columns than `mostColumns`. */
  allColumns: boolean;
}

export const defaultChoices: PictureChoices = {
  rules: '',
  columns: '',
  onlyMatching: false,
  asText: false,
  size: 2,
  allColumns: false,
};

/** A move that is looked at: nothing has happened yet. */
export interface MovePreview {
  /** The rules that move together, ascending. */
  readonly rules: readonly number[];
  /** The new place of the first of them. */
  readonly to: number;
  /** `order[place]` is where what would stand there stands, and `places[rule]` the other way round. */
  readonly order: readonly number[];
  readonly places: readonly number[];
  readonly cells: ReadonlyMap<number, string>;
  readonly sentences: readonly string[];
  readonly isWeaker: boolean;
}

/**
 * So many columns are looked at for what needs all of them: words, and rules that match. Of thousands of rules each takes a
 * while to work out, so more than these are counted until they are asked for.
 */
export const maxColumns = 300;

/** The shown part of a picture, and the cells that arrived. */
export class PictureState {
  readonly picture: Picture;
  readonly choices: PictureChoices;
  readonly cells = new Map<number, string>();
  readonly selection = new RuleSelection();
  move: MovePreview | undefined;
  /** Places of rules as they are shown from top to bottom; the number of rules stands for no rule. */
  rows: readonly number[] = [];
  /** Columns that the filter lets pass. */
  found: readonly number[] = [];
  /** Columns as they are shown from left to right. */
  columns: readonly number[] = [];
  /** Found columns without a mark of a shown rule. They are hidden while rules are filtered. */
  aside: ReadonlySet<number> = new Set();
  /** Found columns that are read for every row, where all of them are needed. */
  looked: readonly number[] = [];

  /** @param before what is shown until now, of the same list: columns stay aside until it is known that they need not */
  constructor(picture: Picture, choices: PictureChoices, before?: PictureState) {
    this.picture = picture;
    this.choices = choices;
    const aside = new Set([...(before?.aside ?? [])].map((at) => before?.picture.columns[at]?.names[0]));
    this.aside = new Set(
      [...picture.columns.keys()].filter((at) => aside.has(picture.columns[at]?.names[0])),
    );
    this.update();
  }

  /** The rest is a row, too. */
  get rest(): number {
    return this.picture.rules.length;
  }

  get isFiltered(): boolean {
    const { rules, columns, onlyMatching } = this.choices;
    return rules.trim() !== '' || columns.trim() !== '' || onlyMatching;
  }

  update(): void {
    const { rules, columns } = this.picture;
    const { choices } = this;
    const wanted = wordsOf(choices.columns);
    const found = [...columns.keys()].filter((place) => {
      const names = columns[place]?.names ?? [];
      return wanted.every((word) => names.some((name) => name.toLowerCase().includes(word)));
    });
    this.found = found;
    this.looked = choices.allColumns ? found : found.slice(0, maxColumns);
    const named = wordsOf(choices.rules);
    const { length } = rules;
    const { move } = this;
    const moved = new Set(move?.rules);
    const texts = choices.onlyMatching ? found.map((column) => this.cells.get(column)) : [];
    const isUnknown = !choices.onlyMatching || texts.includes(undefined);
    const matches = (place: number): boolean =>
      isUnknown || texts.some((text) => text?.[place] !== cellStates.apart);
    this.rows = [
      ...this.#order.filter(
        (place) =>
          moved.has(place) ||
          (named.every((word) => rules[place]?.name.toLowerCase().includes(word)) && matches(place)),
      ),
      ...(length > 0 && named.length === 0 ? [length] : []),
    ];
    // While a move is looked at, columns stay where they are.
    if (!move || !this.isNarrow) {
      this.#stepAside();
    }
    this.columns = found.filter((column) => !this.aside.has(column));
    this.selection.keep(this.rows);
  }

  /** Whether columns without a mark step aside: where rules are looked for, no column is, and not too many have to be worked out. */
  get isNarrow(): boolean {
    const { rules, columns, asText } = this.choices;
    return !asText && rules.trim() !== '' && columns.trim() === '' && this.found.length <= maxColumns;
  }

  #stepAside(): void {
    const isAside = (column: number): boolean => {
      const text = this.cells.get(column);
      return text === undefined
        ? this.aside.has(column)
        : this.rows.length > 0 && this.rows.every((rule) => text[rule] === cellStates.apart);
    };
    this.aside = new Set(this.isNarrow ? this.found.filter(isAside) : []);
  }

  /** Columns that are only counted where all are needed. */
  get more(): number {
    const { asText, onlyMatching } = this.choices;
    return asText || onlyMatching ? this.found.length - this.looked.length : 0;
  }

  /** Columns that a rule names, of those that the filter lets pass: they are looked at in any case. */
  ownOf(rule: number): readonly number[] {
    const own = this.picture.rules[rule]?.columns ?? [];
    const isFiltered = this.found.length < this.picture.columns.length;
    return isFiltered ? own.filter((column) => this.found.includes(column)) : own;
  }

  add(cells: readonly SentColumn[]): void {
    for (const [column, states] of cells) {
      this.cells.set(column, states);
    }
  }

  /** The first column with a mark of a rule. Collections that the rule names come first, also before their cells arrive. */
  firstMark(rule: number): number | undefined {
    const own = new Set(this.picture.rules[rule]?.columns);
    const isMarked = (column: number): boolean => {
      const state = this.stateOf(rule, column);
      return state === undefined ? own.has(column) : state !== cellStates.apart;
    };
    const first =
      this.columns.find((column) => own.has(column) && isMarked(column)) ?? this.columns.find(isMarked);
    return first === undefined ? undefined : this.columns.indexOf(first);
  }

  /** The place of a rule in the shown order. */
  placeNow(rule: number): number {
    return this.move?.places[rule] ?? rule;
  }

  /** Undefined: not worked out yet. */
  stateOf(rule: number, column: number): string | undefined {
    return this.move ? this.move.cells.get(column)?.[this.placeNow(rule)] : this.cells.get(column)?.[rule];
  }

  /** The state of a cell before the previewed move, where it differs. */
  before(rule: number, column: number): string | undefined {
    const [old, now] = [this.cells.get(column)?.[rule], this.move && this.stateOf(rule, column)];
    return now !== undefined && old !== undefined && now !== old ? old : undefined;
  }

  /** The mark of a rule because of its place. Empty where a previewed move may change it. */
  markOf(rule: number): RuleMark {
    const mark = this.picture.rules[rule]?.mark ?? '';
    const { move } = this;
    return mark === 'disabled' || !move || (!move.rules.includes(rule) && this.#staysAsIs(rule)) ? mark : '';
  }

  /** Whether it is certain that a move changes nothing for a rule that is not moved: nothing passes it, or no cell is another. */
  #staysAsIs(rule: number): boolean {
    const isSame = (column: number): boolean => {
      const now = this.stateOf(rule, column);
      return now !== undefined && now === this.cells.get(column)?.[rule];
    };
    return this.placeNow(rule) === rule || this.picture.columns.every((_, column) => isSame(column));
  }

  /** The rules of a move: of the previewed move, the selected rules, or the active rule. */
  meant(active: number | undefined): readonly number[] {
    if (this.move) {
      return this.move.rules;
    }
    const { rules } = this.selection;
    return rules.length > 0 ? rules : active === undefined || active === this.rest ? [] : [active];
  }

  /** The new place of some rules one row further, or at an end of the shown rows. */
  placeAt(rules: readonly number[], target: Exclude<MoveTarget, number>): number {
    const { rows } = this;
    const moved = new Set(rules);
    switch (target) {
      case 'up':
        return this.placeBeside(rules, rows.findIndex((rule) => moved.has(rule)) - 1, false);
      case 'down':
        return this.placeBeside(rules, rows.findLastIndex((rule) => moved.has(rule)) + 1, true);
      case 'top':
        return this.placeBeside(rules, 0, false);
      case 'bottom':
      default:
        return this.placeBeside(rules, rows.length - 1, true);
    }
  }

  /** The new place of some rules above or below a row. */
  placeBeside(rules: readonly number[], row: number, isBelow: boolean): number {
    const { rows, rest } = this;
    const beside = rows[Math.max(0, Math.min(row, rows.length - 1))] ?? rest;
    if (beside === rest) {
      return rest - rules.length;
    }
    const moved = new Set(rules);
    const above = this.#order.slice(0, this.placeNow(beside)).filter((rule) => !moved.has(rule)).length;
    return above + (isBelow && !moved.has(beside) ? 1 : 0);
  }

  /** Looks at a move; at none when everything would stay where it is. Answers whether that is something else than before. */
  lookAt(rules: readonly number[], to: number): boolean {
    const { length } = this.picture.rules;
    const { move } = this;
    const place = Math.max(0, Math.min(to, length - rules.length));
    const order = moveIndices(length, rules, targetOf(place, length, rules));
    if (isUnmoved(order)) {
      this.move = undefined;
    } else if (move?.to !== place || !isSame(move.rules, rules)) {
      const places = order.map(() => 0);
      order.forEach((rule, at) => (places[rule] = at));
      const unknown = { cells: new Map<number, string>(), sentences: [], isWeaker: false };
      this.move = { rules, to: place, order, places, ...unknown };
    }
    this.update();
    return this.move !== move;
  }

  /** Adds cells and sentences of the previewed move. Answers about another move are ignored. */
  learn({ rules, to, cells, sentences, isWeaker }: Extract<ToPage, { kind: 'preview' }>): void {
    const { move } = this;
    if (move?.to === to && isSame(move.rules, rules)) {
      this.move = { ...move, cells: new Map([...move.cells, ...cells]), sentences, isWeaker };
    }
  }

  get #order(): readonly number[] {
    return this.move?.order ?? [...this.picture.rules.keys()];
  }
}

function isSame(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((rule, at) => rule === others[at]);
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** A cell: row -1 is the header, column 0 is the name of the rule. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** The active cell by names, to find it in a later picture. */
export interface ReaderPlace {
  readonly list: string;
  readonly place: Place;
  /** Names of the rule and of the collection, which may stand elsewhere later. */
  readonly rule: string | undefined;
  readonly column: string | undefined;
  /** How many rules of that name are above it. */
  readonly alike?: number;
}

/** The active part of a grid. */
interface Active {
  readonly place: Place;
  readonly rule: number | undefined;
  readonly column: number | undefined;
}

export function readerPlaceIn({ picture }: PictureState, grid: Active): ReaderPlace {
  const rule = picture.rules[grid.rule ?? -1]?.name;
  return {
    list: picture.list,
    place: grid.place,
    rule,
    column: picture.columns[grid.column ?? -1]?.names[0],
    alike: picture.rules.slice(0, grid.rule).filter(({ name }) => name === rule).length,
  };
}

/** The reader stays at the rule and the collection, wherever they are now: of rules with one name at the same of them. */
export function placeIn(
  { picture, rows, columns }: PictureState,
  { place, rule, column, alike = 0 }: ReaderPlace,
): Place {
  const named = [...picture.rules.keys()].filter((at) => picture.rules[at]?.name === rule);
  const row = rows.indexOf(named[alike] ?? named.at(-1) ?? -1);
  const at =
    column === undefined ? -1 : columns.findIndex((one) => picture.columns[one]?.names.includes(column));
  return { row: row === -1 ? place.row : row, column: at === -1 ? place.column : at + 1 };
}
