import { cellStates, isTheory } from '../../../../core/order/picture/cellState.ts';
import type { PictureQuestion, PictureRule, RuleMark, SentColumn, ToPage } from '../pictureMessages.ts';
import type { Place } from '../../../table/page/gridKeys.ts';
import { MovePreview, RuleSelection } from './movePreview.ts';

export type Picture = Extract<ToPage, { kind: 'picture' }>;

/** Choices of the reader. The editor keeps them. */
export interface PictureChoices {
  rules: string;
  columns: string;
  onlyMatching: boolean;
  /** Overlaps in theory have the marks of real ones. */
  theory: boolean;
  /** The height of a row and the width of a column, in pixels. */
  cellSize: number;
}

export const defaultChoices: PictureChoices = {
  rules: '',
  columns: '',
  onlyMatching: false,
  theory: false,
  cellSize: 24,
};

/** The active cell by names, which find it in a later picture. */
export interface ReaderPlace {
  readonly list: string;
  readonly place: Place;
  readonly rule: string | undefined;
  readonly column: string | undefined;
}

/** The selection after a press: the pressed row alone, a range, or a toggled row. `hold` keeps a selection that includes the pressed row. */
export type PressKind = 'only' | 'range' | 'also' | 'hold';

/** The state of one picture. The view draws this state and nothing else. */
export class PictureState {
  readonly picture: Picture;
  readonly choices: PictureChoices;
  readonly cells = new Map<number, string>();
  readonly selection = new RuleSelection();
  move: MovePreview | undefined;
  /** The move was sent, and its picture has not arrived. */
  isMoving = false;
  /** The last event, in words. */
  lastEvent = '';
  /** Sentences about the active cell. */
  sentences: readonly string[] = [];
  /** The active cell. Column 0 has the names of the rules. */
  place: Place = { row: 0, column: 0 };
  /** Rules from top to bottom; the number of rules means no rule. */
  rows: readonly number[] = [];
  /** Columns that the filter lets pass. */
  found: readonly number[] = [];
  /** Columns from left to right. */
  columns: readonly number[] = [];
  /** The number of overlaps in theory; 0 until all columns are analyzed. */
  overlapsInTheory = 0;
  /** The last question, as text. */
  #lastQuestion = '';

  /** @param kept the place of the reader, when the page has no picture before */
  constructor(picture: Picture, choices: PictureChoices, before?: PictureState, kept?: ReaderPlace) {
    this.picture = picture;
    this.choices = choices;
    this.lastEvent = before?.lastEvent ?? '';
    this.update();
    const here = before?.here ?? kept;
    if (here?.list !== picture.list) {
      return;
    }
    const { row, column } = here.place;
    const rule = this.rows.indexOf(keysOf(picture.rules).indexOf(here.rule ?? ''));
    const at = this.columns.findIndex(
      (place) => here.column !== undefined && picture.columns[place]?.names.includes(here.column),
    );
    this.go(rule === -1 ? row : rule, at === -1 ? column : at + 1);
    if (before) {
      this.#continueMove(before);
    }
  }

  /** Follows each rule of a finished move, also one of several with the same name. Without a change of the rules, their preview continues. */
  #continueMove({ picture, selection, move, isMoving, rule }: PictureState): void {
    const { rules } = this.picture;
    const isNow = (order: readonly number[]): boolean =>
      order.length === rules.length && order.every((old, at) => picture.rules[old]?.name === rules[at]?.name);
    const same = [...picture.rules.keys()];
    const order = isMoving && move && isNow(move.order) ? move.order : isNow(same) ? same : undefined;
    if (order) {
      this.selection.select(selection.rules.map((selected) => order.indexOf(selected)));
      this.goTo(order.indexOf(rule ?? -1));
    }
    if (move && order === same) {
      this.preview(move.rules, move.to);
      this.isMoving = isMoving;
    }
  }

  /** The number that means no rule, which has a row, too. */
  get rest(): number {
    return this.picture.rules.length;
  }

  /** The rule of the active row; undefined in the header. */
  get rule(): number | undefined {
    return this.rows[this.place.row];
  }

  /** The active column; undefined at the names of the rules. */
  get column(): number | undefined {
    return this.columns[this.place.column - 1];
  }

  get here(): ReaderPlace {
    const { picture, place, rule, column } = this;
    return {
      list: picture.list,
      place,
      rule: keysOf(picture.rules)[rule ?? -1],
      column: picture.columns[column ?? -1]?.names[0],
    };
  }

  get isFiltered(): boolean {
    const { rules, columns, onlyMatching } = this.choices;
    return rules.trim() !== '' || columns.trim() !== '' || onlyMatching;
  }

  /** Whether only columns with a mark of a shown rule are shown: where rules are searched and columns are not. */
  get isNarrow(): boolean {
    const { rules, columns } = this.choices;
    return rules.trim() !== '' && columns.trim() === '';
  }

  /** Found columns that are not shown, as they have no mark. */
  get hidden(): number {
    return this.found.length - this.columns.length;
  }

  /** Filters rows and columns. The active cell stays at its rule and column. */
  update(): void {
    const { rule, column, choices, move } = this;
    const { rules, columns } = this.picture;
    const words = wordsOf(choices.columns);
    this.found = [...columns.keys()].filter((place) => {
      const names = columns[place]?.names ?? [];
      return words.every((word) => names.some((name) => name.toLowerCase().includes(word)));
    });
    const named = wordsOf(choices.rules);
    const { length } = rules;
    const texts = this.found.map((place) => this.cells.get(place));
    const isEach = !choices.onlyMatching || texts.includes(undefined);
    const matches = (place: number): boolean =>
      isEach || texts.some((text) => text?.[place] !== cellStates.apart);
    this.rows = [
      ...this.order.filter(
        (place) =>
          move?.rules.includes(place) ||
          (named.every((word) => rules[place]?.name.toLowerCase().includes(word)) && matches(place)),
      ),
      ...(length > 0 && named.length === 0 ? [length] : []),
    ];
    this.columns = this.isNarrow ? this.found.filter((place) => this.#hasMark(place)) : this.found;
    this.selection.keep(this.rows);
    const [row, at] = [this.rows.indexOf(rule ?? -1), this.columns.indexOf(column ?? -1)];
    this.go(row === -1 ? this.place.row : row, at === -1 ? this.place.column : at + 1);
  }

  /** Changes choices of the reader. */
  choose(filters: Partial<Omit<PictureChoices, 'cellSize'>>): void {
    Object.assign(this.choices, filters);
    this.lastEvent = '';
  }

  zoom(by: number): void {
    this.choices.cellSize = Math.max(12, Math.min(this.choices.cellSize + 6 * by, 42));
  }

  /** Goes to a cell, or to the nearest one. Without rows the place of the first row stays. */
  go(row: number, column: number): void {
    this.place = {
      row: row < 0 ? -1 : Math.max(0, Math.min(row, this.rows.length - 1)),
      column: Math.max(0, Math.min(column, this.columns.length)),
    };
  }

  /** Makes the row of a rule the active one. */
  goTo(rule: number): void {
    const row = this.rows.indexOf(rule);
    if (row !== -1) {
      this.go(row, this.place.column);
    }
  }

  /** Goes to a cell, and selects. The selection stays while a move is previewed. */
  press({ row, column }: Place, kind: PressKind): void {
    const { selection, rows, rest } = this;
    const { size } = selection;
    const active = this.rule === rest ? undefined : this.rule;
    this.go(row, column);
    const { rule } = this;
    const isRule = rule !== undefined && rule !== rest;
    if (this.move || this.isMoving) {
      return;
    }
    if (kind === 'only' || (kind === 'hold' && !selection.has(rule ?? -1))) {
      selection.clear();
    } else if (kind === 'range') {
      const shown = rows.filter((row) => row !== rest);
      selection.extend(shown, active, isRule ? rule : (shown.at(-1) ?? rest));
    } else if (kind === 'also' && isRule) {
      this.goTo(selection.toggle(active, rule));
    }
    if (size > 0 || selection.size > 0) {
      this.lastEvent = '';
    }
  }

  /** The rules of a move: of the previewed move, the selected rules, or the active rule. */
  get movable(): readonly number[] {
    if (this.move) {
      return this.move.rules;
    }
    const { rule, rest } = this;
    const { rules } = this.selection;
    return rules.length > 0 ? rules : rule === undefined || rule === rest ? [] : [rule];
  }

  /** Previews a move, or ends the preview when all rules keep their places. Returns whether the preview changed. */
  preview(rules: readonly number[], to: number): boolean {
    const next = new MovePreview(this.rest, rules, to);
    if (next.isUnmoved ? !this.move : this.move?.isOf(next)) {
      return false;
    }
    this.move = next.isUnmoved ? undefined : next;
    this.lastEvent = '';
    this.#showMoved(rules);
    return true;
  }

  /** Ends the preview. Returns its rules. */
  cancelMove(): readonly number[] {
    const { rules = [] } = this.move ?? {};
    this.move = undefined;
    this.#showMoved(rules);
    return rules;
  }

  /** The first column with a mark of a rule. Collections that the rule names come first, also before their cells arrive. */
  firstMark(rule: number): number | undefined {
    const own = new Set(this.picture.rules[rule]?.columns);
    const isMarked = (column: number): boolean => {
      const state = this.stateOf(rule, column);
      return state === undefined ? own.has(column) : this.#isMark(state);
    };
    const first =
      this.columns.find((column) => own.has(column) && isMarked(column)) ?? this.columns.find(isMarked);
    return first === undefined ? undefined : this.columns.indexOf(first);
  }

  /** The place of a rule in the shown order. */
  placeNow(rule: number): number {
    return this.move?.placeOf(rule) ?? rule;
  }

  /** Undefined for a cell that is not analyzed yet. */
  stateOf(rule: number, column: number): string | undefined {
    return this.move ? this.move.cells.get(column)?.[this.placeNow(rule)] : this.cells.get(column)?.[rule];
  }

  /** The state of a cell before the previewed move, where it differs. */
  before(rule: number, column: number): string | undefined {
    const [old, now] = [this.cells.get(column)?.[rule], this.move && this.stateOf(rule, column)];
    return now !== undefined && old !== undefined && now !== old ? old : undefined;
  }

  /** The mark of a rule because of its place. A rule that the previewed move passes has none. */
  markOf(rule: number): RuleMark {
    const mark = this.picture.rules[rule]?.mark ?? '';
    const isPassed = this.move && (this.move.rules.includes(rule) || this.placeNow(rule) !== rule);
    return isPassed && mark !== 'disabled' ? '' : mark;
  }

  learn(message: Extract<ToPage, { kind: 'cells' | 'preview' | 'about' }>): void {
    if (message.kind === 'cells') {
      addCells(this.cells, message.cells);
      if (this.cells.size === this.picture.columns.length) {
        this.overlapsInTheory = [...this.cells.values()].join('').split('').filter(isTheory).length;
      }
    } else if (message.kind === 'about') {
      this.sentences = message.sentences;
    } else if (this.move?.isOf(message)) {
      const { cells, sentences, isWeaker } = message;
      addCells(this.move.cells, cells);
      Object.assign(this.move, { sentences, isWeaker });
    }
  }

  /** The question about the previewed move, or about the active cell. Undefined when it equals the last question. */
  nextQuestion(): PictureQuestion | undefined {
    const { move, rule, column } = this;
    const { version } = this.picture;
    const question: PictureQuestion = move
      ? { kind: 'preview', version, rules: move.rules, to: move.to }
      : { kind: 'about', version, rule, column };
    const before = this.#lastQuestion;
    this.#lastQuestion = JSON.stringify(question);
    return this.#lastQuestion === before ? undefined : question;
  }

  /** Keeps the reader at a moved rule, wherever the rule is now. */
  #showMoved(rules: readonly number[]): void {
    const held = this.rule;
    this.sentences = [];
    this.update();
    this.goTo((held !== undefined && rules.includes(held) ? held : rules[0]) ?? -1);
  }

  /** Before its cells arrive, a column has a mark of the rules that name it. */
  #hasMark(column: number): boolean {
    const text = this.cells.get(column);
    return this.rows.some((rule) =>
      text === undefined ? this.picture.rules[rule]?.columns.includes(column) : this.#isMark(text[rule]),
    );
  }

  /** An overlap in theory has no mark of its own while it is not chosen. */
  #isMark(state: string | undefined): boolean {
    return state !== cellStates.apart && (this.choices.theory || !isTheory(state));
  }

  /** All rules, from top to bottom. */
  get order(): readonly number[] {
    return this.move?.order ?? [...this.picture.rules.keys()];
  }
}

function addCells(to: Map<number, string>, cells: readonly SentColumn[]): void {
  cells.forEach(([column, states]) => to.set(column, states));
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** The name of each rule, with the number of rules above that share it. */
function keysOf(rules: readonly PictureRule[]): readonly string[] {
  const counts = new Map<string, number>();
  return rules.map(({ name }) => {
    const above = counts.get(name) ?? 0;
    counts.set(name, above + 1);
    return `${above} ${name}`;
  });
}
