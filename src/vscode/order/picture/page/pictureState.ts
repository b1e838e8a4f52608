import { cellStates } from '../../../../core/order/picture/cellState.ts';
import { moveIndices, targetOf } from '../../../../core/policy/reorder.ts';
import type { RuleMark, SentColumn, ToPage } from '../pictureMessages.ts';

export type Picture = Extract<ToPage, { kind: 'picture' }>;

/** What the reader chose; outlives the page being hidden. */
export interface PictureChoices {
  rules: string;
  columns: string;
  onlyMatching: boolean;
  asText: boolean;
  /** Place in `sizes`. */
  size: number;
  /** Beyond so many, columns are only counted until they are asked for. */
  allColumns: boolean;
}

export const usualChoices: PictureChoices = {
  rules: '',
  columns: '',
  onlyMatching: false,
  asText: false,
  size: 2,
  allColumns: false,
};

/** A move that is looked at: nothing has happened yet. */
export interface LookedAtMove {
  readonly rule: number;
  /** Where the rule would stand. */
  readonly to: number;
  readonly cells: ReadonlyMap<number, string>;
  readonly sentences: readonly string[];
  readonly isMilder: boolean;
}

/** Columns that are shown at first. */
export const mostColumns = 60;

/** What is shown of a picture, and what of it is known by now. */
export class PictureState {
  readonly picture: Picture;
  readonly choices: PictureChoices;
  readonly cells = new Map<number, string>();
  move: LookedAtMove | undefined;
  /** Places of rules as they are shown from top to bottom; the number of rules stands for no rule. */
  rows: readonly number[] = [];
  columns: readonly number[] = [];
  /** Columns that the filter lets pass and that are only counted. */
  more = 0;

  constructor(picture: Picture, choices: PictureChoices) {
    this.picture = picture;
    this.choices = choices;
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
    this.columns = choices.allColumns ? found : found.slice(0, mostColumns);
    this.more = found.length - this.columns.length;
    const named = wordsOf(choices.rules);
    const { length } = rules;
    const { move } = this;
    const order = move
      ? moveIndices(length, [move.rule], targetOf(move.to, length, [move.rule]))
      : [...rules.keys()];
    const texts = this.columns.map((column) => this.cells.get(column));
    const matches = (place: number): boolean =>
      !choices.onlyMatching || texts.some((text) => text === undefined || text[place] !== cellStates.apart);
    this.rows = [
      ...order.filter(
        (place) =>
          place === move?.rule ||
          (named.every((word) => rules[place]?.name.toLowerCase().includes(word)) && matches(place)),
      ),
      ...(length > 0 && named.length === 0 ? [length] : []),
    ];
  }

  add(cells: readonly SentColumn[]): void {
    for (const [column, states] of cells) {
      this.cells.set(column, states);
    }
  }

  /** Where a rule stands in the order that is shown. */
  placeNow(rule: number): number {
    const { move } = this;
    if (!move || rule === this.rest) {
      return rule;
    }
    if (rule === move.rule) {
      return move.to;
    }
    const others = rule > move.rule ? rule - 1 : rule;
    return others >= move.to ? others + 1 : others;
  }

  /** Undefined: not worked out yet. */
  stateOf(rule: number, column: number): string | undefined {
    return this.move ? this.move.cells.get(column)?.[this.placeNow(rule)] : this.cells.get(column)?.[rule];
  }

  /** What a cell was before the move that is looked at, where that is something else. */
  before(rule: number, column: number): string | undefined {
    const [old, now] = [this.cells.get(column)?.[rule], this.move && this.stateOf(rule, column)];
    return now !== undefined && old !== undefined && now !== old ? old : undefined;
  }

  /** What its place does to a rule; not said where a move that is looked at may change it. */
  markOf(rule: number): RuleMark {
    const mark = this.picture.rules[rule]?.mark ?? '';
    const { move } = this;
    const isTouched =
      rule === move?.rule ||
      [...(move?.cells.keys() ?? [])].some((column) => this.before(rule, column) !== undefined);
    return isTouched && mark !== 'disabled' ? '' : mark;
  }

  /** Looks at a move; at none when the rule would stay where it is. */
  lookAt(rule: number, to: number): void {
    const place = Math.max(0, Math.min(to, this.rest - 1));
    this.move =
      place === rule ? undefined : { rule, to: place, cells: new Map(), sentences: [], isMilder: false };
    this.update();
  }

  /** What is known of a move by now; nothing when another one is looked at. */
  learn({ rule, to, cells, sentences, isMilder }: Extract<ToPage, { kind: 'preview' }>): void {
    const { move } = this;
    if (move?.rule === rule && move.to === to) {
      this.move = { rule, to, cells: new Map([...move.cells, ...cells]), sentences, isMilder };
    }
  }
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}
