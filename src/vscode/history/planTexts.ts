import * as vscode from 'vscode';
import type { Disposable } from '../../core/util/disposable.ts';
import { VirtualTexts } from '../workspace/virtualTexts.ts';

/** Not the scheme of plans that can be pushed: what is shown here cannot. */
export const planTextScheme = 'ordinance-plan-text';

/** Plans to be read: those of past pushes. */
export class PlanTexts implements Disposable {
  readonly #texts = new VirtualTexts(planTextScheme);

  /** @param name what the tab says; the same name is the same document */
  async show(name: string, text: string): Promise<vscode.TextEditor> {
    const uri = vscode.Uri.from({ scheme: planTextScheme, path: `/${name}.ordinance-plan` });
    return this.#texts.show(uri, text, { preview: false });
  }

  dispose(): void {
    this.#texts.dispose();
  }
}
