import type * as vscode from 'vscode';
import { Gate } from '../../core/util/concurrency.ts';

/** Works of one file come one after another, in the order in which they were asked for. */
export class InTurn {
  readonly #gates = new Map<string, { readonly gate: Gate; works: number }>();

  async of<T>(uri: vscode.Uri, work: () => Promise<T>): Promise<T> {
    const key = uri.toString();
    const turn = this.#gates.get(key) ?? { gate: new Gate(1), works: 0 };
    this.#gates.set(key, turn);
    turn.works++;
    try {
      return await turn.gate.pass(work);
    } finally {
      turn.works--;
      if (turn.works === 0) {
        this.#gates.delete(key);
      }
    }
  }
}
