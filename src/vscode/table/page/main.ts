import './page.css';
import './table.css';
import type { PageName } from '../../platform/openPages.ts';
import type { FromPage, ToPage } from '../tableMessages.ts';
import { element, setText } from './elements.ts';
import { filled } from './filled.ts';
import { Grid, type GridPosition } from './grid.ts';
import { keepFocus } from './keptFocus.ts';
import { oncePerFrame } from './oncePerFrame.ts';
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
  readonly again: PageName;
}

const editor = acquireVsCodeApi();
// eslint-disable-next-line unicorn/require-post-message-target-origin -- the editor is not a window
const send = (message: FromPage): void => editor.postMessage(message);

class TableView {
  readonly #start: Extract<ToPage, { kind: 'start' }>;
  readonly #state: TableState;
  readonly #grid: Grid;
  readonly #toolbar: Toolbar;
  readonly #status = element('p', { role: 'status', class: 'status', 'aria-live': 'polite' });
  /** Choices are kept for these columns. */
  readonly #key: string;
  readonly #note = element('p', { class: 'note' });
  readonly #mark = element('p', { class: 'warning', role: 'note' });
  #total: number | undefined;
  #loading = true;
  #problem = '';
  #spoken = '';
  /** The position is that before the same rows were read again. It is undefined as soon as all rows are there. */
  #position: GridPosition | undefined;
  readonly #later = oncePerFrame(() => this.#draw());

  constructor(start: Extract<ToPage, { kind: 'start' }>, before: TableView | undefined) {
    const { words, columns, title, note, canOpen, reading } = start;
    this.#start = start;
    this.#key = JSON.stringify(columns.map(({ key }) => key));
    const kept = editor.getState();
    this.#state = new TableState(columns, kept?.columns === this.#key ? kept.choices : undefined);
    this.#grid = new Grid(this.#state, words, title, {
      onSort: (column) => {
        this.#state.sortBy(column);
        this.#spoken = this.#grid.sortWords();
        this.#later();
      },
      onOpen: (row) => canOpen && send({ kind: 'open', reading, row }),
      onSelect: () => {
        this.#toolbar.selectionChanged();
        this.#say();
      },
    });
    this.#toolbar = new Toolbar(start, this.#state, {
      onChoice: () => this.#later(),
      onLeave: () => this.#grid.focus(),
      send,
    });
    document.title = title;
    document
      .querySelector('main')
      ?.replaceChildren(
        element('h1', {}, title),
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
    this.#draw();
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
    this.#later();
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
        send({ kind: 'copy', reading: this.#start.reading, rows, columns: visible });
      }
    }
  }

  #draw(): void {
    this.#state.update();
    this.#grid.refresh(this.#position);
    this.#position = this.#loading ? this.#position : undefined;
    this.#toolbar.loading = this.#loading;
    this.#toolbar.selectionChanged();
    this.#say();
    editor.setState({ columns: this.#key, choices: this.#state.choices, again: this.#start.again });
  }

  #say(): void {
    const { rows, shown, selected, unknownColumns } = this.#state;
    const { words, note, noteOfNone } = this.#start;
    const isNone = !this.#loading && rows.length === 0 && this.#problem === '';
    setText(this.#note, isNone ? noteOfNone : note);
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
