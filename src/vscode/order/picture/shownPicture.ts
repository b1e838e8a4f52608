import type { OrderOfList } from '../../../core/assist/order/documentOrder.ts';
import { moveConsequenceSteps } from '../../../core/order/moveConsequences.ts';
import type { ColumnCells, OrderPicture } from '../../../core/order/picture/orderPicture.ts';
import type { PolicyConsequences } from '../../../core/order/policyConsequences.ts';
import { isUnmoved, moveIndices, targetOf } from '../../../core/policy/reorder.ts';
import { inSlices } from '../../../core/util/inSlices.ts';
import type { SentColumn } from './pictureMessages.ts';

/** Columns of one message: what is in sight comes soon, and a message is short. */
const columnsPerMessage = 4;

/** A list of rules as a page shows it. What is asked of it is worked out once, in steps that hold no key. */
export class ShownPicture {
  readonly version: number;
  readonly list: OrderOfList;
  /** The lists of the file it was made of: as long as they are the current ones, so is the picture. */
  readonly of: readonly OrderOfList[];
  readonly picture: OrderPicture;
  readonly #cells = new Map<number, ColumnCells>();

  constructor(version: number, of: readonly OrderOfList[], list: OrderOfList, picture: OrderPicture) {
    this.version = version;
    this.of = of;
    this.list = list;
    this.picture = picture;
  }

  /** Throws CanceledError. */
  async column(place: number, signal: AbortSignal): Promise<ColumnCells | undefined> {
    const column = this.picture.columns[place];
    const known = this.#cells.get(place);
    if (known || !column) {
      return known;
    }
    const cells = await inSlices(this.picture.cells(column), signal);
    this.#cells.set(place, cells);
    return cells;
  }

  /** In parts, as they are worked out. */
  columns(places: readonly number[], signal: AbortSignal): AsyncGenerator<readonly SentColumn[]> {
    return inParts(places, (place) => this.column(place, signal));
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

  /** Columns as they would be in another order. */
  columnsIn(
    order: readonly number[],
    places: readonly number[],
    signal: AbortSignal,
  ): AsyncGenerator<readonly SentColumn[]> {
    const other = this.picture.reordered(order);
    return inParts(places, async (place) => {
      const column = other.columns[place];
      return column && inSlices(other.cells(column), signal);
    });
  }

  async consequences(order: readonly number[], signal: AbortSignal): Promise<PolicyConsequences> {
    return inSlices(moveConsequenceSteps(this.list, order), signal);
  }
}

async function* inParts(
  places: readonly number[],
  cellsOf: (place: number) => Promise<ColumnCells | undefined>,
): AsyncGenerator<readonly SentColumn[]> {
  let ready: SentColumn[] = [];
  for (const place of new Set(places)) {
    const cells = await cellsOf(place);
    if (cells) {
      ready.push([place, cells.states]);
    }
    if (ready.length >= columnsPerMessage) {
      yield ready;
      ready = [];
    }
  }
  yield ready;
}
