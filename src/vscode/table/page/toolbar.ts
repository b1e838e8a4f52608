import { l10n } from '../../../core/util/l10n.ts';
import type { FromPage, ToPage } from '../tableMessages.ts';
import { button, element, filterBox } from './elements.ts';
import type { TableState } from './tableState.ts';

type Start = Extract<ToPage, { kind: 'start' }>;

export interface ToolbarEvents {
  /** The filter or the shown columns changed. */
  onChoice(): void;
  onLeave(): void;
  send(message: FromPage): void;
}

/** The controls over the rows. */
export class Toolbar {
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
