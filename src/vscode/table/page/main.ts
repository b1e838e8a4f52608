import './page.css';
import './table.css';
import { l10n } from '../../../core/util/l10n.ts';
import type { FromPage, ToPage } from '../tableMessages.ts';
import { oncePerFrame } from './gridFrame.ts';
import { element, setText, button, filterBox } from './elements.ts';
import { Grid, type GridPosition } from './grid.ts';
import { startPage, type PageEditor } from './startPage.ts';
import { TableState, type TableChoices } from './tableState.ts';

type Start = Extract<ToPage, { kind: 'start' }>;

interface ToolbarEvents {
  /** The filter or the shown columns changed. */
  onChoice(): void;
  onLeave(): void;
  send(message: FromPage): void;
}

/** The controls over the rows. */
class Toolbar {
  readonly element: HTMLElement;
  readonly filter: HTMLInputElement;
  readonly #state: TableState;
  readonly #stop: HTMLButtonElement;
  readonly #onRows: { readonly button: HTMLButtonElement; readonly on: 'row' | 'rows' }[] = [];

  constructor(start: Start, state: TableState, events: ToolbarEvents) {
    const { actions, reading } = start;
    this.#state = state;
    this.filter = filterBox({
      label: l10n.t('Filter rows'),
      hint: l10n.t('Filter, such as: word, column:word, -word'),
      value: state.choices.filter,
      onInput: (value) => {
        state.choices.filter = value;
        events.onChoice();
      },
      onLeave: () => events.onLeave(),
    });
    this.#stop = button(l10n.t('Stop'), () => events.send({ kind: 'stop' }));
    const exporting = (kind: 'copy' | 'csv' | 'json' | 'document', label: string): HTMLButtonElement =>
      button(label, () => events.send({ kind, reading, rows: state.chosenRows, columns: state.visible }));
    const own = actions.map(({ label, on }, action) => {
      const made = button(label, () =>
        events.send({ kind: 'act', reading, action, rows: state.selectedRows }),
      );
      made.classList.add('primary');
      if (on !== 'table') {
        this.#onRows.push({ button: made, on });
      }
      return made;
    });
    this.element = element(
      'div',
      { role: 'toolbar', class: 'toolbar', 'aria-label': start.title },
      this.filter,
      ...own,
      ...this.#columns(l10n.t('Columns'), events),
      exporting('copy', l10n.t('Copy')),
      exporting('csv', l10n.t('Export CSV')),
      exporting('json', l10n.t('Export JSON')),
      exporting('document', l10n.t('Open as Document')),
      this.#stop,
    );
    this.selectionChanged();
  }

  set loading(loading: boolean) {
    this.#stop.hidden = !loading;
  }

  /** The buttons of rows wait for a selection, those of a single row for exactly one row. */
  selectionChanged(): void {
    const { length } = this.#state.selectedRows;
    for (const { button, on } of this.#onRows) {
      button.disabled = on === 'row' ? length !== 1 : length === 0;
    }
  }

  #columns(label: string, events: ToolbarEvents): HTMLElement[] {
    const { columns, choices } = this.#state;
    const boxes = columns.map(({ key, title }) => {
      const box = element('input', { type: 'checkbox', value: key });
      box.checked = !choices.hidden.includes(key);
      return { box, row: element('label', {}, box, title) };
    });
    const apply = (): void => {
      const hidden = boxes.filter(({ box }) => !box.checked).map(({ box }) => box.value);
      if (hidden.length < boxes.length) {
        choices.hidden = hidden;
        events.onChoice();
      }
      // The last column cannot be taken away.
      const [only, ...more] = boxes.filter(({ box }) => box.checked);
      boxes.forEach(({ box }) => {
        box.disabled = more.length === 0 && box === only?.box;
      });
    };
    boxes.forEach(({ box }) => box.addEventListener('change', apply));
    const list = element(
      'div',
      { id: 'columns', popover: 'auto', role: 'group', 'aria-label': label },
      ...boxes.map(({ row }) => row),
    );
    const opener = button(label, () => undefined);
    opener.setAttribute('popovertarget', 'columns');
    opener.setAttribute('aria-haspopup', 'true');
    list.addEventListener('toggle', () => {
      if (list.matches(':popover-open')) {
        const { left, bottom } = opener.getBoundingClientRect();
        list.style.left = `${left}px`;
        list.style.top = `${bottom + 2}px`;
        boxes[0]?.box.focus();
      }
    });
    return [opener, list];
  }
}

/** The choices of the reader, with the columns that they belong to. */
interface SavedState {
  readonly columns: string;
  readonly choices: TableChoices;
}

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
