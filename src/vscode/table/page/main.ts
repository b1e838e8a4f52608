import './table.css';
import type { TableName } from '../tableContent.ts';
import type { FromPage, ToPage } from '../tableMessages.ts';
import type { TableWords } from '../tableWords.ts';
import { element, setText } from './elements.ts';
import { filled } from './filled.ts';
import { Grid, type GridPosition } from './grid.ts';
import { keepFocus } from './keptFocus.ts';
import { TableState, type TableChoices } from './tableState.ts';
import { Toolbar } from './toolbar.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): Kept | undefined;
  setState(state: Kept): void;
};

/** Choices belong to the columns they were made for. */
interface Kept {
  readonly columns: string;
  readonly choices: TableChoices;
  /** The name lets the extension fill the table after a reload of the window. */
  readonly again: TableName | undefined;
}

const editor = acquireVsCodeApi();
// eslint-disable-next-line unicorn/require-post-message-target-origin -- the editor is not a window
const send = (message: FromPage): void => editor.postMessage(message);

/** Filtering and new rows of large tables wait for this time (milliseconds). */
const restMs = 120;
const manyRows = 5000;

class TableView {
  readonly #reading: number;
  readonly #words: TableWords;
  readonly #state: TableState;
  readonly #grid: Grid;
  readonly #toolbar: Toolbar;
  readonly #status = element('p', { role: 'status', class: 'status', 'aria-live': 'polite' });
  readonly #key: string;
  readonly #again: TableName | undefined;
  readonly #note = element('p', { class: 'note' });
  #notes = { note: '', noteOfNone: '' };
  readonly #mark = element('p', { class: 'mark-of-age', role: 'note' });
  #total: number | undefined;
  #loading = true;
  #problem = '';
  #spoken = '';
  #timer: number | undefined;
  #drawing = false;
  readonly #afterDrawing: (() => void)[] = [];
  /** The position is that before the same rows were read again. It is undefined as soon as all rows are there. */
  #position: GridPosition | undefined;

  constructor(start: Extract<ToPage, { kind: 'start' }>, before: TableView | undefined) {
    const { words, columns, title, note, noteOfNone, canOpen, reading } = start;
    this.#reading = reading;
    this.#words = words;
    this.#again = start.again;
    this.#key = JSON.stringify(columns.map(({ key }) => key));
    const kept = editor.getState();
    this.#state = new TableState(columns, kept?.columns === this.#key ? kept.choices : undefined);
    this.#grid = new Grid(this.#state, words, title, {
      onSort: (column) => {
        this.#state.sortBy(column);
        this.#spoken = this.#grid.sortWords();
        this.#update();
      },
      onOpen: (row) => canOpen && send({ kind: 'open', reading, row }),
      onSelect: () => {
        this.#toolbar.selectionChanged();
        this.#say();
      },
    });
    this.#toolbar = new Toolbar(start, this.#state, {
      onFilter: (filter) => {
        this.#state.choices.filter = filter;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#update(), this.#state.rows.length > manyRows ? restMs : 0);
      },
      onColumns: (hidden) => {
        this.#state.choices.hidden = hidden;
        this.#update();
      },
      onLeave: () => this.#grid.focus(),
      send,
    });
    document.title = title;
    this.#notes = { note, noteOfNone };
    const heading = element('h1', {}, title);
    document
      .querySelector('main')
      ?.replaceChildren(
        heading,
        ...(note === '' ? [] : [this.#note]),
        this.#mark,
        this.#toolbar.element,
        this.#grid.element,
        this.#status,
      );
    for (const event of ['keydown', 'mousedown', 'wheel']) {
      const leave = (): void => (this.#position = undefined);
      this.#grid.element.addEventListener(event, leave, { passive: true, once: true });
    }
    this.#position = before && before.#key === this.#key ? before.#grid.position : undefined;
    this.#update();
    this.#grid.focus();
  }

  add({ rows, total }: Extract<ToPage, { kind: 'rows' }>): void {
    this.#state.rows.push(...rows);
    this.#total = total;
    this.#later();
  }

  /** The text explains why the shown rows may be old; it is empty while they are current. */
  mark(text: string): void {
    setText(this.#mark, text);
  }

  end(problem: string): void {
    this.#loading = false;
    this.#problem = problem;
    this.#later(() => (this.#position = undefined));
  }

  onKey(event: KeyboardEvent): void {
    const command = event.ctrlKey || event.metaKey;
    const typing = event.target instanceof HTMLInputElement;
    if ((command && event.key === 'f') || (event.key === '/' && !typing)) {
      event.preventDefault();
      this.#toolbar.filter.focus();
      this.#toolbar.filter.select();
    } else if (command && event.key === 'c' && !typing && String(getSelection()) === '') {
      event.preventDefault();
      const { selected, shown, visible } = this.#state;
      const chosen = shown.filter((place) => selected.has(place));
      const active = this.#grid.activeRow;
      const rows = chosen.length > 0 || active === undefined ? chosen : [active];
      if (rows.length > 0) {
        send({ kind: 'copy', reading: this.#reading, rows, columns: visible });
      }
    }
  }

  /** The drawing waits, so that many messages in a row are drawn once. */
  #later(then?: () => void): void {
    if (then) {
      this.#afterDrawing.push(then);
    }
    if (!this.#drawing) {
      this.#drawing = true;
      const draw = (): void => {
        this.#drawing = false;
        this.#update();
        this.#afterDrawing.splice(0).forEach((each) => each());
      };
      if (this.#state.rows.length > manyRows) {
        setTimeout(draw, restMs);
      } else {
        requestAnimationFrame(draw);
      }
    }
  }

  #update(): void {
    this.#state.update();
    this.#grid.refresh(this.#position);
    this.#toolbar.loading = this.#loading;
    this.#toolbar.selectionChanged();
    this.#say();
    editor.setState({ columns: this.#key, choices: this.#state.choices, again: this.#again });
  }

  #say(): void {
    const { rows, shown, selected, unknownColumns } = this.#state;
    const words = this.#words;
    const isNone = !this.#loading && rows.length === 0 && this.#problem === '';
    setText(this.#note, isNone ? this.#notes.noteOfNone : this.#notes.note);
    const parts = [
      shown.length === rows.length
        ? rows.length === 1
          ? words.oneRow
          : filled(words.rows, rows.length)
        : filled(words.rowsOf, shown.length, rows.length),
    ];
    if (this.#loading) {
      parts[0] =
        this.#total === undefined
          ? filled(words.loading, rows.length)
          : filled(words.loadingOf, rows.length, this.#total);
    } else if (shown.length === 0) {
      parts[0] = rows.length > 0 ? words.nothingFound : this.#problem === '' ? words.empty : words.unread;
    }
    const chosen = shown.filter((place) => selected.has(place)).length;
    if (chosen > 0) {
      parts.push(filled(words.selected, chosen));
    }
    if (unknownColumns.length > 0) {
      parts.push(filled(words.unknownColumn, unknownColumns.join(', ')));
    }
    parts.push(this.#spoken, this.#problem);
    setText(this.#status, parts.filter((part) => part !== '').join(' · '));
    this.#status.classList.toggle('problem', this.#problem !== '');
  }
}

let view: TableView | undefined;

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  switch (data.kind) {
    case 'start':
      view = new TableView(data, view);
      break;
    case 'rows':
      view?.add(data);
      break;
    case 'end':
      view?.end(data.problem);
      break;
    case 'mark':
      view?.mark(data.text);
      break;
    default:
      data satisfies never;
  }
});
window.addEventListener('keydown', (event) => view?.onKey(event));
keepFocus('[role="grid"]');
send({ kind: 'ready' });
