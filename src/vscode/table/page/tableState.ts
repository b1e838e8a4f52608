import {
  type Cells,
  cellText,
  cellTitle,
  passes,
  readFilter,
  sortedPlaces,
  type TableSort,
} from '../tableRows.ts';
import type { TableColumn } from '../tableContent.ts';
import { l10n } from '../../../core/util/l10n.ts';

/** The reader's choices survive a hidden page. */
export interface TableChoices {
  filter: string;
  sort: TableSort | undefined;
  /** Keys of columns that are not shown. */
  hidden: readonly string[];
}

/** The rows, which of them are shown, and in which order. */
export class TableState {
  readonly columns: readonly TableColumn[];
  readonly choices: TableChoices;
  readonly rows: Cells[] = [];
  /** The shown rows are places in `rows`. */
  shown: readonly number[] = [];
  /** The names are those of the filter that match no column. */
  unknownColumns: readonly string[] = [];
  readonly selected = new Set<number>();
  /** Cells in lower case, made when a filter needs them. */
  readonly #texts: (readonly string[] | undefined)[] = [];

  constructor(columns: readonly TableColumn[], choices: TableChoices | undefined) {
    this.columns = columns;
    this.choices = choices ?? {
      filter: '',
      sort: undefined,
      hidden: columns.filter(({ hidden }) => hidden).map(({ key }) => key),
    };
  }

  /** Places of the columns that are shown. */
  get visible(): readonly number[] {
    const hidden = new Set(this.choices.hidden);
    const places = this.columns.map((_, place) => place);
    return places.filter((place) => !hidden.has(this.columns[place]?.key ?? ''));
  }

  update(): void {
    const { sort } = this.choices;
    const terms = readFilter(this.choices.filter, this.columns);
    this.unknownColumns = terms.flatMap(({ unknownColumn }) => unknownColumn ?? []);
    const visible = this.visible;
    const all = this.rows.map((_, place) => place);
    const matching =
      terms.length === 0
        ? all
        : all.filter((place) => {
            const texts = this.#textsOf(place);
            // A word is searched in visible columns, but a named column always counts.
            return terms.every((term) =>
              passes(term.column === undefined ? visible.map((column) => texts[column] ?? '') : texts, [
                term,
              ]),
            );
          });
    this.shown = sortedPlaces(this.rows, matching, sort, sort && this.columns[sort.column]?.order);
  }

  /** The title appears over a cell; it is undefined when the cell shows everything. */
  titleAt(place: number, column: number): string | undefined {
    return cellTitle(this.columns[column]?.kind, this.rows[place]?.[column]);
  }

  textAt(place: number, column: number): string {
    return cellText(this.columns[column]?.kind, this.rows[place]?.[column]);
  }

  /** The order cycles through ascending, descending and the original order. */
  sortBy(column: number): void {
    const { sort } = this.choices;
    const again = sort?.column === column;
    this.choices.sort = again && sort.descending ? undefined : { column, descending: again };
  }

  /** The words announce the new order to a screen reader. */
  get sortWords(): string {
    const { sort } = this.choices;
    if (!sort) {
      return l10n.t('In the order they were read');
    }
    const title = this.columns[sort.column]?.title ?? '';
    return sort.descending
      ? l10n.t('Sorted by {0}, descending', title)
      : l10n.t('Sorted by {0}, ascending', title);
  }

  /** Selected rows that a filter hides do not count. */
  get selectedRows(): readonly number[] {
    return this.shown.filter((place) => this.selected.has(place));
  }

  /** The rows are the selected ones, or else all in sight; exporting uses them. */
  get chosenRows(): readonly number[] {
    const { selectedRows } = this;
    return selectedRows.length > 0 ? selectedRows : this.shown;
  }

  #textsOf(place: number): readonly string[] {
    return (this.#texts[place] ??= this.columns.map((_, column) => this.textAt(place, column).toLowerCase()));
  }
}
