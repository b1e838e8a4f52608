import type { OrderOfList } from '../../../core/assist/order/documentOrder.ts';
import type { ColumnCells, OrderPicture } from '../../../core/order/picture/orderPicture.ts';
import { decisionChangesOfMove } from '../../../core/order/policyDecisionChanges.ts';
import { isUnmoved, moveIndices, targetOf } from '../../../core/policy/reorder.ts';
import { throwIfCanceled } from '../../../core/util/errors.ts';
import { l10n } from '../../../core/util/l10n.ts';
import { pause } from '../../../core/util/pause.ts';
import { isWeaker } from '../../workspace/changedDecisionWords.ts';
import type { FromPage, SentColumn, ToPage } from './pictureMessages.ts';
import { aboutCell, aboutColumn, aboutRule, previewSentences } from './pictureSentences.ts';

/** Columns of one message: what is in sight comes soon, and a message is short. */
const columnsPerMessage = 4;

/** A list of rules as a page shows it. Each column is analyzed once. */
export class ShownPicture {
  readonly version: number;
  readonly list: OrderOfList;
  /** The lists of the file when the picture was made. The picture is current as long as these lists are. */
  readonly of: readonly OrderOfList[];
  readonly picture: OrderPicture;
  readonly #cells = new Map<number, ColumnCells>();
  readonly #working = new AbortController();
  #previewing = new AbortController();

  constructor(version: number, of: readonly OrderOfList[], list: OrderOfList, picture: OrderPicture) {
    this.version = version;
    this.of = of;
    this.list = list;
    this.picture = picture;
  }

  /** Cancels all work for this picture, which is not shown any more. */
  stop(): void {
    this.#working.abort();
    this.stopPreview();
  }

  stopPreview(): void {
    this.#previewing.abort();
  }

  #column(place: number): ColumnCells | undefined {
    const column = this.picture.columns[place];
    const known = this.#cells.get(place);
    if (known || !column) {
      return known;
    }
    const cells = this.picture.cells(column);
    this.#cells.set(place, cells);
    return cells;
  }

  /** The cells of columns, some at a time. Throws CanceledError. */
  async *cellsOf(columns: readonly number[]): AsyncGenerator<ToPage> {
    for await (const cells of inParts(columns, (place) => this.#column(place), this.#working.signal)) {
      yield { kind: 'cells', version: this.version, cells };
    }
  }

  /** Sentences about the active cell, rule or collection. */
  about({ rule, column: place = -1 }: Extract<FromPage, { kind: 'about' }>): readonly string[] {
    const { list, picture } = this;
    const [column, cells] = [picture.columns[place], this.#column(place)];
    if (!column || !cells) {
      return rule === undefined ? [] : aboutRule(list, rule);
    }
    return rule === undefined
      ? aboutColumn(list, { column, cells })
      : aboutCell(list, rule, { column, cells });
  }

  /** The changed decisions of a move, then the cells after the move, some columns at a time. A later preview cancels it. Throws CanceledError. */
  async *preview({
    rules,
    to,
    columns,
  }: Extract<FromPage, { kind: 'preview' }>): AsyncGenerator<Extract<ToPage, { kind: 'preview' }>> {
    this.stopPreview();
    const { signal } = (this.#previewing = new AbortController());
    const { list, version, picture } = this;
    const { length } = list.rules;
    const order = rules.every((rule) => rule < length)
      ? moveIndices(length, rules, targetOf(to, length, rules))
      : [];
    const changes = isUnmoved(order) ? undefined : decisionChangesOfMove(list, order);
    const sentences = changes ? previewSentences(changes) : [l10n.t('Nothing would move.')];
    const preview = { kind: 'preview', version, rules, to, sentences } as const;
    const isWeakerNow = changes !== undefined && isWeaker(changes);
    yield { ...preview, cells: [], isWeaker: isWeakerNow };
    if (changes) {
      const moved = picture.reordered(order);
      const cellsOf = (place: number): ColumnCells | undefined => {
        const column = moved.columns[place];
        return column && moved.cells(column);
      };
      for await (const cells of inParts(columns, cellsOf, signal)) {
        yield { ...preview, cells, isWeaker: isWeakerNow };
      }
    }
  }
}

async function* inParts(
  places: readonly number[],
  cellsOf: (place: number) => ColumnCells | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly SentColumn[]> {
  let ready: SentColumn[] = [];
  for (const place of new Set(places)) {
    const cells = cellsOf(place);
    if (cells) {
      ready.push([place, cells.states]);
    }
    if (ready.length >= columnsPerMessage) {
      yield ready;
      ready = [];
    }
    // Hundreds of columns must not hold a key.
    await pause();
    throwIfCanceled(signal);
  }
  yield ready;
}
