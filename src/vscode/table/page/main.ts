import './page.css';
import './table.css';
import { l10n } from '../../../core/util/l10n.ts';
import type { FromPage, ToPage } from '../tableMessages.ts';
import { oncePerFrame } from './gridFrame.ts';
import { element, setText } from './elements.ts';
import { Grid, type GridPosition } from './grid.ts';
import { startPage, type PageEditor } from './startPage.ts';
import { TableState, type TableChoices } from './tableState.ts';
import { Toolbar } from './toolbar.ts';

/** The choices of the reader, with the columns that they belong to. */
interface SavedState {
  readonly columns: string;
  readonly choices: TableChoices;
}

type Start = Extract<ToPage, { kind: 'start' }>;

class TableView {
  readonly #editor: PageEditor<FromPage, SavedState>;
  readonly #start: Start;
  readonly #state: TableState;
  readonly #grid: Grid;
  readonly #toolbar: Toolbar;
  readonly #status = element('p', { role: 'status', class: 'status', 'aria-live': 'polite' });
  /** The columns that the saved choices belong to. */
  readonly #key: string;
  readonly #note = element('p', { class: 'note' });
  readonly #stale = element('p', { class: 'warning', role: 'note' });
  #total: number | undefined;
  /** Undefined while rows arrive, then empty or the reason why there may be more rows. */
  #end: string | undefined;
  #sortWords = '';
  /** The position before the same rows were read again. Undefined as soon as all rows arrived. */
  #position: GridPosition | undefined;
  readonly #later = oncePerFrame(() => this.#draw());

  constructor(editor: PageEditor<FromPage, SavedState>, start: Start, before: TableView | undefined) {
    this.#editor = editor;
    const { columns, title, note, canOpen, reading } = start;
    this.#start = start;
    this.#key = JSON.stringify(columns.map(({ key }) => key));
    const saved = editor.getState();
    this.#state = new TableState(columns, saved.columns === this.#key ? saved.choices : undefined);
    this.#grid = new Grid(this.#state, title, {
      onSort: (column) => {
        this.#state.sortBy(column);
        this.#sortWords = this.#state.sortWords;
        this.#later();
      },
      onOpen: (row) => canOpen && editor.send({ kind: 'open', reading, row }),
      onSelect: () => {
        this.#toolbar.selectionChanged();
        this.#showStatus();
      },
    });
    this.#toolbar = new Toolbar(start, this.#state, {
      onChoice: () => this.#later(),
      onLeave: () => this.#grid.focus(),
      send: (message) => editor.send(message),
    });
    document.title = title;
    document
      .querySelector('main')
      ?.replaceChildren(
        element('h1', {}, title),
        ...(note === '' ? [] : [this.#note]),
        this.#stale,
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

  /** Shows the reason why the rows may be old; an empty text hides it. */
  showStaleReason(reason: string): void {
    setText(this.#stale, reason);
  }

  end(problem: string): void {
    this.#end = problem;
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
      const { selectedRows, visible } = this.#state;
      const active = this.#grid.activeRow;
      const rows = selectedRows.length > 0 || active === undefined ? selectedRows : [active];
      if (rows.length > 0) {
        this.#editor.send({ kind: 'copy', reading: this.#start.reading, rows, columns: visible });
      }
    }
  }

  #draw(): void {
    this.#state.update();
    this.#grid.refresh(this.#position);
    const isLoading = this.#end === undefined;
    this.#position = isLoading ? this.#position : undefined;
    this.#toolbar.loading = isLoading;
    this.#toolbar.selectionChanged();
    this.#showStatus();
    this.#editor.setState({ columns: this.#key, choices: this.#state.choices });
  }

  #showStatus(): void {
    const { rows, shown, selectedRows, unknownColumns } = this.#state;
    const { note, noteOfNone } = this.#start;
    const isNone = rows.length === 0 && this.#end === '';
    setText(this.#note, isNone ? noteOfNone : note);
    const parts = [
      shown.length === rows.length
        ? rows.length === 1
          ? l10n.t('1 row')
          : l10n.t('{0} rows', rows.length)
        : l10n.t('{0} of {1} rows', shown.length, rows.length),
    ];
    if (this.#end === undefined) {
      parts[0] =
        this.#total === undefined
          ? l10n.t('Loading: {0} rows', rows.length)
          : l10n.t('Loading: {0} of {1} rows', rows.length, this.#total);
    } else if (shown.length === 0) {
      parts[0] =
        rows.length > 0
          ? l10n.t('No row matches the filter.')
          : this.#end === ''
            ? l10n.t('There are no rows.')
            : l10n.t('No rows were read.');
    }
    if (selectedRows.length > 0) {
      parts.push(l10n.t('{0} selected', selectedRows.length));
    }
    if (unknownColumns.length > 0) {
      parts.push(
        l10n.t(
          'No column is named {0}. The filter searches for this text in all columns',
          unknownColumns.join(', '),
        ),
      );
    }
    parts.push(this.#sortWords, this.#end ?? '');
    setText(this.#status, parts.filter((part) => part !== '').join(' · '));
    this.#status.classList.toggle('problem', Boolean(this.#end));
  }
}

startPage<FromPage, SavedState>((editor) => {
  let view: TableView | undefined;
  window.addEventListener('keydown', (event) => view?.onKey(event));
  return (message: ToPage) => {
    switch (message.kind) {
      case 'start':
        view = new TableView(editor, message, view);
        break;
      case 'rows':
        view?.add(message);
        break;
      case 'end':
        view?.end(message.problem);
        break;
      case 'stale':
        view?.showStaleReason(message.reason);
        break;
      default:
        message satisfies never;
    }
  };
});
