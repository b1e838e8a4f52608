import * as vscode from 'vscode';
import type { OrderOfList } from '../../core/assist/order/documentOrder.ts';
import { moveConsequenceSteps } from '../../core/order/moveConsequences.ts';
import type { PolicyConsequences } from '../../core/order/policyConsequences.ts';
import type { JsonValue } from '../../core/json/json.ts';
import { moveIndices, targetOf, type MoveTarget } from '../../core/policy/reorder.ts';
import { throwIfCancelled } from '../../core/util/errors.ts';
import { inSlices } from '../../core/util/inSlices.ts';
import type { PolicyOrders } from './policyOrders.ts';

/** Rules of one list of a file. */
export interface RulesOfList {
  readonly uri: vscode.Uri;
  readonly array: string;
  readonly indices: readonly number[];
}

/**
 * What moves of rules change, worked out in short steps that hold no key. Every answer is about the document as it is when it
 * is given: what is edited meanwhile is looked at again. Undefined: nothing can be said of the file.
 */
export class MoveForesight {
  readonly #orders: Pick<PolicyOrders, 'current' | 'whenCurrent'>;

  constructor(orders: Pick<PolicyOrders, 'current' | 'whenCurrent'>) {
    this.#orders = orders;
  }

  /** What a move would change. Throws CancelledError. */
  async of(
    { uri, array, indices }: RulesOfList,
    target: MoveTarget,
    signal: AbortSignal,
  ): Promise<PolicyConsequences | undefined> {
    const document = await vscode.workspace.openTextDocument(uri);
    return this.#ofCurrent(document, array, signal, (list) => {
      const { length } = list.rules;
      const known = indices.filter((index) => index < length);
      return { list, order: moveIndices(length, known, targetOf(target, length, known)) };
    });
  }

  /** What moves that were made did change. `order[place]` is where what stands there now stood before. */
  async since(
    document: vscode.TextDocument,
    array: string,
    order: readonly number[],
    signal: AbortSignal,
  ): Promise<PolicyConsequences | undefined> {
    return this.#ofCurrent(document, array, signal, (list) =>
      order.length === list.rules.length ? { list: asBefore(list, order), order } : undefined,
    );
  }

  async #ofCurrent(
    document: vscode.TextDocument,
    array: string,
    signal: AbortSignal,
    move: (list: OrderOfList) => { list: OrderOfList; order: readonly number[] } | undefined,
  ): Promise<PolicyConsequences | undefined> {
    for (;;) {
      const lists = await this.#orders.whenCurrent(document, signal);
      const list = lists.find((each) => each.array === array);
      const moved = list && move(list);
      const told = moved && (await inSlices(moveConsequenceSteps(moved.list, moved.order), signal));
      throwIfCancelled(signal);
      if (this.#orders.current(document) === lists) {
        return told;
      }
    }
  }
}

/** The list as it was when each rule stood where it stood. */
function asBefore(list: OrderOfList, order: readonly number[]): OrderOfList {
  const now = new Map(order.map((old, place) => [old, place]));
  const placeNow = (old: number): number => now.get(old) ?? -1;
  return {
    ...list,
    rules: list.rules.flatMap((_, old) => list.rules[placeNow(old)] ?? []),
    written: { at: (old): JsonValue | undefined => list.written.at(placeNow(old)) },
  };
}
