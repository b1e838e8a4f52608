import type { OrderOfList } from '../../../core/assist/order/documentOrder.ts';
import type { ColumnCells, OrderPicture } from '../../../core/order/picture/orderPicture.ts';
import {
  decisionChangesOfMove,
  type PolicyDecisionChanges,
} from '../../../core/order/policyDecisionChanges.ts';
import { isUnmoved, moveIndices, targetOf } from '../../../core/policy/reorder.ts';
import { throwIfCanceled } from '../../../core/util/errors.ts';
import { pause } from '../../../core/util/pause.ts';
import type { SentColumn } from './pictureMessages.ts';

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

  constructor(version: number, of: readonly OrderOfList[], list: OrderOfList, picture: OrderPicture) {
    this.version = version;
    this.of = of;
    this.list = list;
    this.picture = picture;
  }

  column(place: number): ColumnCells | undefined {
    const column = this.picture.columns[place];
    const known = this.#cells.get(place);
    if (known || !column) {
      return known;
    }
    const cells = this.picture.cells(column);
    this.#cells.set(place, cells);
    return cells;
  }

  /** Some at a time. Throws CanceledError. */
  columns(places: readonly number[], signal: AbortSignal): AsyncGenerator<readonly SentColumn[]> {
    return inParts(places, (place) => this.column(place), signal);
  }

  /** The order after the first of some rules was put to a place, and the others below it; undefined when that changes nothing. */
  moved(rules: readonly number[], to: number): readonly number[] | undefined {
    const { length } = this.list.rules;
    if (rules.some((rule) => rule >= length)) {
      return undefined;
    }
    const order = moveIndices(length, rules, targetOf(to, length, rules));
    return isUnmoved(order) ? undefined : order;
  }

  /** Columns as they would be in another order, some at a time. Throws CanceledError. */
  columnsIn(
    order: readonly number[],
    places: readonly number[],
    signal: AbortSignal,
  ): AsyncGenerator<readonly SentColumn[]> {
    const other = this.picture.reordered(order);
    return inParts(
      places,
      (place) => {
        const column = other.columns[place];
        return column && other.cells(column);
      },
      signal,
    );
  }

  consequences(order: readonly number[]): PolicyDecisionChanges {
    return decisionChangesOfMove(this.list, order);
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
