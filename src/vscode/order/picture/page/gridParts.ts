import { cellStates } from '../../../../core/order/picture/cellState.ts';
import type { PictureWords } from '../pictureWords.ts';
import { element } from '../../../table/page/elements.ts';
import type { PictureState } from './pictureState.ts';
import { headText, rowTexts, textTitles } from './pictureTexts.ts';

/** How a cell looks, what stands in it, and what it is called. */
interface CellMark {
  readonly look: string;
  readonly sign: string;
  readonly words: keyof PictureWords;
}

const marks: Readonly<Record<string, CellMark>> = {
  [cellStates.all]: { look: 'all', sign: '', words: 'all' },
  [cellStates.some]: { look: 'some', sign: '', words: 'some' },
  [cellStates.taken]: { look: 'taken', sign: '', words: 'taken' },
  [cellStates.apart]: { look: 'apart', sign: '', words: 'apart' },
  [cellStates.off]: { look: 'off', sign: '–', words: 'off' },
  [cellStates.notKnown]: { look: 'not-known', sign: '?', words: 'notKnown' },
  [cellStates.notAnalyzed]: { look: 'not-analyzed', sign: '!', words: 'notAnalyzed' },
};

const waiting: CellMark = { look: 'waiting', sign: '·', words: 'waiting' };

/** Undefined: not worked out yet. */
export function markOf(state: string | undefined): CellMark {
  return (state === undefined ? undefined : marks[state]) ?? waiting;
}

/** The marks that the legend explains. */
export const explained: readonly CellMark[] = [
  cellStates.all,
  cellStates.some,
  cellStates.taken,
  cellStates.apart,
  cellStates.notKnown,
  cellStates.notAnalyzed,
  cellStates.off,
].map((state) => markOf(state));

/** The id of a cell: row -1 is the header, column 0 the names of the rules. */
export function cellId(row: number, column: number): string {
  return `p-${row}-${column}`;
}

/** The heads of the columns at some places, or of words. */
export function headCells(state: PictureState, shown: Iterable<number>): HTMLElement[] {
  const { picture, choices, columns } = state;
  const { words } = picture;
  const head = (at: number, title: string, look: string, label: string, child: Node | string): HTMLElement =>
    element(
      'div',
      {
        role: 'columnheader',
        id: cellId(-1, at + 1),
        class: `cell ${look}`,
        'aria-colindex': String(at + 2),
        'aria-label': label,
        title,
        'data-at': String(at),
      },
      child,
    );
  const turned = (text: string): HTMLElement => element('span', { class: 'turned' }, text);
  const corner = head(-1, words.rules, 'name corner', words.rules, words.rules);
  if (choices.asText) {
    return [
      corner,
      ...textTitles(state).map((title, at) => head(at, title, at < 3 ? 'text' : 'text more', title, title)),
    ];
  }
  const heads = [...shown].map((at) => {
    const { names = [], isKnown = true } = picture.columns[columns[at] ?? -1] ?? {};
    const title = names.join(' = ');
    const label = isKnown ? title : `${title}: ${words.unknownColumn}`;
    const text = headText(picture.columns[columns[at] ?? -1]);
    return head(at, label, isKnown ? 'head' : 'head unknown', label, turned(text));
  });
  return [corner, ...heads];
}

/** A row with its cells from one column to another; `active` is the column somebody is at, when it is this row. */
export function rowElement(
  state: PictureState,
  row: number,
  [first, last]: readonly [number, number],
  active: number | undefined,
): HTMLElement {
  const { rows, choices, move, columns, selection } = state;
  const rule = rows[row] ?? 0;
  const isRest = rule === state.rest;
  const mark = state.markOf(rule);
  const cells: HTMLElement[] = [nameCell(state, row, rule)];
  if (choices.asText) {
    cells.push(
      ...rowTexts(state, rule).map((text, at) =>
        element('div', { ...gridCell(row, at), class: 'cell text', title: text }, text),
      ),
    );
  } else {
    const shown = new Set(Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at));
    if (active !== undefined && active > 0 && active <= columns.length) {
      shown.add(active - 1);
    }
    for (const at of shown) {
      const cell = stateCell(state, row, rule, at, at + 1 === active);
      if (cell) {
        cells.push(cell);
      }
    }
  }
  const looks = [
    'row',
    mark,
    isRest ? 'rest' : '',
    move?.rules.includes(rule) === true ? 'moved' : '',
    selection.has(rule) ? 'selected' : '',
    active === undefined ? '' : 'active',
  ];
  if (selection.has(rule)) {
    // A screen reader is at a cell, not at its row.
    cells.forEach((cell) => cell.setAttribute('aria-selected', 'true'));
  }
  return element(
    'div',
    {
      role: 'row',
      class: looks.filter((look) => look !== '').join(' '),
      'aria-rowindex': String(row + 2),
      ...(!isRest && { 'aria-selected': String(selection.has(rule)) }),
    },
    ...cells,
  );
}

function nameCell(state: PictureState, row: number, rule: number): HTMLElement {
  const { words, rules, rest } = state.picture;
  const isRest = rule === state.rest;
  const { name } = rules[rule] ?? { name: '' };
  const says = {
    'shadowed-rule': words.dead,
    'redundant-rule': words.dead,
    'partly-shadowed-rule': words.partlyDead,
    disabled: words.off,
    'not-analyzed': words.notAnalyzed,
    '': '',
  }[state.markOf(rule)];
  const number = String(state.placeNow(rule) + 1);
  const label = isRest ? `${words.rest}: ${rest}` : `${number} ${name}${says === '' ? '' : `: ${says}`}`;
  return element(
    'div',
    {
      role: 'rowheader',
      id: cellId(row, 0),
      class: 'cell name',
      'aria-colindex': '1',
      'aria-label': label,
      title: label,
    },
    element('span', { class: 'number' }, isRest ? '' : number),
    element('span', { class: 'label' }, isRest ? `${words.rest}: ${rest}` : name === '' ? '-' : name),
  );
}

/** Undefined where there is nothing to see, and nobody is. */
function stateCell(
  state: PictureState,
  row: number,
  rule: number,
  at: number,
  isActive: boolean,
): HTMLElement | undefined {
  const { picture, columns } = state;
  const column = columns[at] ?? 0;
  const now = state.stateOf(rule, column);
  const before = state.before(rule, column);
  if (now === cellStates.apart && before === undefined && !isActive) {
    return undefined;
  }
  const { look, sign, words } = markOf(now);
  const said = picture.words[words];
  const change =
    before === undefined
      ? ''
      : ` (${picture.words.changed}: ${picture.words[markOf(before).words]} → ${said})`;
  const label = `${picture.columns[column]?.names.join(' = ')}: ${said}${change}`;
  return element(
    'div',
    {
      ...gridCell(row, at),
      class: `cell state ${look}${before === undefined ? '' : ' changed'}`,
      'aria-label': label,
      title: `${picture.rules[rule]?.name ?? picture.words.rest} · ${label}`,
    },
    sign,
  );
}

function gridCell(row: number, at: number): Readonly<Record<string, string>> {
  return {
    role: 'gridcell',
    id: cellId(row, at + 1),
    'aria-colindex': String(at + 2),
    'data-at': String(at),
  };
}
