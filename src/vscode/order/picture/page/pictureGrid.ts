import { GridFrame, placesInSight, scrolledTo, cellElement } from '../../../table/page/gridFrame.ts';
import type { Place } from '../../../table/page/gridKeys.ts';
import type { PictureState } from './pictureState.ts';
import { headText, columnWords } from './pictureTexts.ts';
import { cellStates, isTheory } from '../../../../core/order/picture/cellState.ts';
import { l10n } from '../../../../core/util/l10n.ts';
import { element } from '../../../table/page/elements.ts';

/** A grid of the cells in sight that are not empty. Style sheets lay it out. */
export class PictureGrid {
  readonly #frame: GridFrame;
  readonly element: HTMLElement;
  #heads = '';
  /** The active cell and the look of the grid at the last scroll to the active cell. */
  #inSight = '';

  constructor(onMoved: () => void) {
    this.#frame = new GridFrame(onMoved);
    this.element = this.#frame.element;
  }

  /** The number of rows of a page. */
  pageOf({ choices: { cellSize } }: PictureState): number {
    return Math.max(1, Math.floor(this.#frame.height / cellSize) - 1);
  }

  /** The cell under the pointer. */
  placeAt({ rows, columns, choices: { cellSize } }: PictureState, { clientX, clientY }: MouseEvent): Place {
    const { left, top } = this.element.getBoundingClientRect();
    const names = this.#namesWidth;
    const [x, y] = [clientX - left, clientY - top - this.#frame.header.offsetHeight];
    const row = y < 0 ? -1 : Math.floor((y + this.element.scrollTop) / cellSize);
    const column = x < names ? 0 : 1 + Math.floor((x - names + this.element.scrollLeft) / cellSize);
    return { row: Math.min(row, rows.length - 1), column: Math.min(column, columns.length) };
  }

  /** Draws the cells in sight. */
  draw(state: PictureState): void {
    this.#layOut(state);
    this.#drawCells(state);
    if (this.#bringIntoSight(state)) {
      this.#drawCells(state);
    }
  }

  #drawCells(state: PictureState): void {
    const { rows, columns, place } = state;
    const { cellSize } = state.choices;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.element;
    const drawnRows = placesInSight(scrollTop, clientHeight, cellSize, rows.length, place.row);
    const drawn = placesInSight(scrollLeft, clientWidth, cellSize, columns.length, place.column - 1);
    this.#drawHeader(state, drawn);
    this.#frame.body.replaceChildren(...drawnRows.map((row) => rowElement(state, row, drawn)));
    this.#frame.mark(place);
  }

  #layOut({ picture, rows, columns, choices: { cellSize } }: PictureState): void {
    const { element: grid } = this;
    const { rules } = picture;
    grid.setAttribute('aria-label', picture.title);
    grid.setAttribute('aria-rowcount', String(rows.length + 1));
    grid.setAttribute('aria-colcount', String(columns.length + 1));
    const variables: Readonly<Record<string, number | string>> = {
      size: `${cellSize}px`,
      font: `${Math.max(10, Math.min(13, cellSize - 4))}px`,
      names: longestOf(rules.map(({ name }) => name)) + String(rules.length).length + 3,
      heads: longestOf(columns.map((column) => headText(picture.columns[column]))),
      rows: rows.length,
      columns: columns.length,
    };
    Object.entries(variables).forEach(([name, value]) => grid.style.setProperty(`--${name}`, String(value)));
  }

  /** Turned words are slow to lay out: they stay while they are the same. */
  #drawHeader(state: PictureState, drawn: readonly number[]): void {
    const { picture, columns } = state;
    const heads = [picture.version, ...drawn.map((at) => `${at}:${columns[at]}`)].join(' ');
    if (heads !== this.#heads) {
      this.#heads = heads;
      this.#frame.header.replaceChildren(...headCells(state, drawn));
    }
  }

  /** Scrolls to the active cell when another cell is active, or the grid looks different. Returns whether it scrolled. */
  #bringIntoSight(state: PictureState): boolean {
    const { place, columns, picture, rule, move } = state;
    const { cellSize } = state.choices;
    const grid = this.element;
    const { clientWidth, clientHeight, scrollTop, scrollLeft } = grid;
    const shown = `${picture.list} ${columns.length} ${cellSize} ${clientWidth} ${clientHeight}`;
    const inSight = `${shown} ${place.row} ${place.column} ${columns[place.column - 1]}`;
    if (inSight === this.#inSight) {
      return false;
    }
    this.#inSight = inSight;
    if (place.row >= 0) {
      const top = place.row * cellSize;
      grid.scrollTop = scrolledTo(top, top + cellSize, scrollTop, this.#frame.height);
    }
    const room = clientWidth - this.#namesWidth;
    if (place.column > 0) {
      const left = (place.column - 1) * cellSize;
      grid.scrollLeft = scrolledTo(left, left + cellSize, scrollLeft, room);
    } else if (rule !== undefined && !move) {
      // At the name of a rule its first mark is in sight, with the marks behind it.
      const left = (state.firstMark(rule) ?? scrollLeft / cellSize) * cellSize;
      if (left < scrollLeft || left + cellSize > scrollLeft + room) {
        grid.scrollLeft = left - cellSize;
      }
    }
    return grid.scrollTop !== scrollTop || grid.scrollLeft !== scrollLeft;
  }

  /** The width of the names of rules, in pixels. */
  get #namesWidth(): number {
    return this.#frame.header.firstElementChild?.getBoundingClientRect().width ?? 0;
  }
}

function longestOf(texts: readonly string[]): number {
  return texts.reduce((longest, { length }) => Math.max(longest, length), 8);
}

/** The style, the sign and the words of the state of a cell. */
interface CellMark {
  readonly style: string;
  readonly sign: string;
  readonly words: () => string;
}

/** The marks, in the order of the legend. */
export const marks: Readonly<Record<string, CellMark>> = {
  [cellStates.all]: { style: 'all', sign: '', words: () => l10n.t('applies to all of it') },
  [cellStates.some]: { style: 'some', sign: '', words: () => l10n.t('applies to some of it') },
  [cellStates.taken]: { style: 'taken', sign: '', words: () => l10n.t('shadowed by rules above') },
  theory: { style: 'theory', sign: '', words: () => l10n.t('overlaps only in theory') },
  [cellStates.apart]: { style: 'apart', sign: '', words: () => l10n.t('does not match') },
  [cellStates.notKnown]: { style: 'not-known', sign: '?', words: () => l10n.t('unknown') },
  [cellStates.notAnalyzed]: {
    style: 'not-analyzed',
    sign: '!',
    words: () => l10n.t('too complex to analyze'),
  },
  [cellStates.off]: { style: 'off', sign: '–', words: () => l10n.t('disabled') },
};

const waiting: CellMark = { style: 'waiting', sign: '·', words: () => l10n.t('analyzing') };

/** The mark of a cell; without a letter, the mark of a cell that is not analyzed yet. */
function markOf(letter: string | undefined, showsTheory: boolean): CellMark {
  const state = isTheory(letter) && !showsTheory ? 'theory' : letter?.toLowerCase();
  return marks[state ?? ''] ?? waiting;
}

/** The cells of the header. `drawn` are the places of the columns in sight. */
function headCells(state: PictureState, drawn: readonly number[]): HTMLElement[] {
  const { picture, columns } = state;
  const head = (at: number, className: string, label: string, child: Node | string): HTMLElement =>
    cell(-1, at, { role: 'columnheader', class: className, 'aria-label': label, title: label }, child);
  const corner = head(-1, 'cell name corner', l10n.t('Rules'), l10n.t('Rules'));
  const heads = drawn.map((at) => {
    const column = picture.columns[columns[at] ?? -1];
    const title = column?.names.join(' = ') ?? '';
    const turned = element('span', { class: 'turned' }, headText(column));
    return column?.isKnown === false
      ? head(at, 'cell head unknown', `${title}: ${columnWords(picture).unknown}`, turned)
      : head(at, 'cell head', title, turned);
  });
  return [corner, ...heads];
}

/** A row with the drawn cells. */
function rowElement(state: PictureState, row: number, drawn: readonly number[]): HTMLElement {
  const { rows, move, selection, place } = state;
  const rule = rows[row] ?? 0;
  const isRest = rule === state.rest;
  const cells = [nameCell(state, row, rule), ...drawn.flatMap((at) => stateCell(state, row, rule, at) ?? [])];
  const classes = [
    'row',
    state.markOf(rule),
    isRest ? 'rest' : '',
    move?.rules.includes(rule) === true ? 'moved' : '',
    selection.has(rule) ? 'selected' : '',
    row === place.row ? 'active' : '',
  ];
  if (selection.has(rule)) {
    // A screen reader is at a cell, not at its row.
    cells.forEach((element) => element.setAttribute('aria-selected', 'true'));
  }
  const made = element(
    'div',
    {
      role: 'row',
      class: classes.filter((name) => name !== '').join(' '),
      'aria-rowindex': String(row + 2),
      ...(!isRest && { 'aria-selected': String(selection.has(rule)) }),
    },
    ...cells,
  );
  made.style.setProperty('--at', String(row));
  return made;
}

function nameCell(state: PictureState, row: number, rule: number): HTMLElement {
  const { rules, rest } = state.picture;
  const isRest = rule === state.rest;
  const { name } = rules[rule] ?? { name: '' };
  const markWords = {
    'shadowed-rule': l10n.t('never applies'),
    'redundant-rule': l10n.t('never applies'),
    'partly-shadowed-rule': columnWords(state.picture).partlyShadowed,
    disabled: l10n.t('disabled'),
    'not-analyzed': l10n.t('too complex to analyze'),
    '': '',
  }[state.markOf(rule)];
  const number = String(state.placeNow(rule) + 1);
  const label = isRest
    ? `${l10n.t('No rule')}: ${rest}`
    : `${number} ${name}${markWords === '' ? '' : `: ${markWords}`}`;
  return cell(
    row,
    -1,
    { role: 'rowheader', class: 'cell name', 'aria-label': label, title: label },
    element('span', { class: 'number' }, isRest ? '' : number),
    element('span', { class: 'label' }, isRest ? label : name === '' ? '-' : name),
  );
}

/** Undefined for an empty cell that is not active. */
function stateCell(state: PictureState, row: number, rule: number, at: number): HTMLElement | undefined {
  const { picture, columns, place, choices } = state;
  const column = columns[at] ?? 0;
  const now = state.stateOf(rule, column);
  const before = state.before(rule, column);
  const isActive = row === place.row && at + 1 === place.column;
  if (now === cellStates.apart && before === undefined && !isActive) {
    return undefined;
  }
  // A change is shown in theory, too.
  const { style, sign, words } = markOf(now, choices.theory || before !== undefined);
  const text = words();
  const change =
    before === undefined ? '' : ` (${l10n.t('changes')}: ${markOf(before, true).words()} → ${text})`;
  const label = `${picture.columns[column]?.names.join(' = ')}: ${text}${change}`;
  return cell(
    row,
    at,
    {
      role: 'gridcell',
      class: `cell state ${style}${before === undefined ? '' : ' changed'}`,
      'aria-label': label,
      title: `${picture.rules[rule]?.name ?? l10n.t('No rule')} · ${label}`,
    },
    sign,
  );
}

/** @param at the place of its column; -1 for the names of the rules */
function cell(
  row: number,
  at: number,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const made = cellElement({ row, column: at + 1 }, attributes, ...children);
  made.style.setProperty('--at', String(at));
  return made;
}
