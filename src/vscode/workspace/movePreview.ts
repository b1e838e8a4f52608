import * as vscode from 'vscode';
import type { OrderOfList } from '../../core/assist/order/documentOrder.ts';
import {
  decisionChangesOfEdit,
  decisionChangesOfMove,
  type PolicyDecisionChanges,
} from '../../core/order/policyDecisionChanges.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import type { JsonValue } from '../../core/json/json.ts';
import { moveIndices, targetOf, type MoveTarget } from '../../core/policy/reorder.ts';
import { throwIfCanceled } from '../../core/util/errors.ts';
import type { PolicyOrders } from './policyOrders.ts';

/** Rules of one list of a file. */
export interface RulesOfList {
  readonly uri: vscode.Uri;
  readonly array: string;
  readonly rules: readonly RulePlace[];
}

/** The parts of a `RuleEdit` that say how a list of rules changed. */
export interface EditOfList {
  readonly array: string;
  /** `order[place]` is where what stands there stood; undefined: it is new. */
  readonly order: readonly (number | undefined)[];
  /** Rules that are gone, or say something else now, as they were: by where they stood. */
  readonly was: ReadonlyMap<number, JsonValue>;
}

/**
 * Finds the changed decisions of an edit of rules. An answer is about the document as it is when the answer is given: an edit in between
 * starts the work again. Undefined for a file that cannot be analyzed.
 */
export class MovePreview {
  readonly #orders: Pick<PolicyOrders, 'current' | 'whenCurrent' | 'ruleOf'>;

  constructor(orders: Pick<PolicyOrders, 'current' | 'whenCurrent' | 'ruleOf'>) {
    this.#orders = orders;
  }

  /** Changed decisions of a move that is not made yet. Throws CanceledError. */
  async ofMove(
    { uri, array, rules }: RulesOfList,
    target: MoveTarget,
    signal: AbortSignal,
  ): Promise<PolicyDecisionChanges | undefined> {
    const document = await vscode.workspace.openTextDocument(uri);
    return this.#whileCurrent(document, array, signal, (list) => {
      const { length } = list.rules;
      const known = rules.map(({ index }) => index).filter((index) => index < length);
      return decisionChangesOfMove(list, moveIndices(length, known, targetOf(target, length, known)));
    });
  }

  /** Changed decisions of an edit that was made. */
  async ofEdit(
    document: vscode.TextDocument,
    { array, order, was }: EditOfList,
    signal: AbortSignal,
  ): Promise<PolicyDecisionChanges | undefined> {
    return this.#whileCurrent(document, array, signal, (list) => {
      if (order.length !== list.rules.length) {
        return undefined;
      }
      const rules = [...was].map(([old, value]) => {
        const rule = this.#orders.ruleOf(document, array, value);
        return rule && ([old, { value, rule }] as const);
      });
      const known = rules.filter((each) => each !== undefined);
      return known.length === was.size
        ? decisionChangesOfEdit(list, { order, was: new Map(known) })
        : undefined;
    });
  }

  async #whileCurrent(
    document: vscode.TextDocument,
    array: string,
    signal: AbortSignal,
    look: (list: OrderOfList) => PolicyDecisionChanges | undefined,
  ): Promise<PolicyDecisionChanges | undefined> {
    for (;;) {
      const lists = await this.#orders.whenCurrent(document, signal);
      const list = lists.find((each) => each.array === array);
      throwIfCanceled(signal);
      if (this.#orders.current(document) === lists) {
        return list && look(list);
      }
    }
  }
}
