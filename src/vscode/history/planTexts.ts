import * as vscode from 'vscode';
import type { Disposable } from '../../core/util/disposable.ts';
import { VirtualTexts } from '../workspace/virtualTexts.ts';

/** The scheme differs from that of plans that can be pushed, because past plans cannot. */
export const planTextScheme = 'ordinance-plan-text';

/** The documents are the plans of past pushes, for reading only. */
export class PlanTexts implements Disposable {
  readonly #texts = new VirtualTexts(planTextScheme);

  /** @param name the title of the tab; the same name is the same document */
  async show(name: string, text: string): Promise<vscode.TextEditor> {
    const uri = vscode.Uri.from({ scheme: planTextScheme, path: `/${name}.ordinance-plan` });
    return this.#texts.show(uri, text, { preview: false });
  }

  dispose(): void {
    this.#texts.dispose();
  }
}
