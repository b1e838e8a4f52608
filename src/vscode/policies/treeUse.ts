import * as vscode from 'vscode';
import { DisposableOwner } from '../../core/util/disposable.ts';

/** Whether a person used a tree later than any editor: as near as an extension comes to knowing what has the focus. */
export class TreeUse extends DisposableOwner {
  #last = false;
  #ours = 0;

  constructor(
    view: Pick<
      vscode.TreeView<unknown>,
      'onDidChangeSelection' | 'onDidExpandElement' | 'onDidCollapseElement'
    >,
  ) {
    super();
    const used = (): void => {
      this.#last ||= this.#ours === 0;
    };
    const left = (): void => {
      this.#last = false;
    };
    this.disposables.add(view.onDidChangeSelection(used));
    this.disposables.add(view.onDidExpandElement(used));
    this.disposables.add(view.onDidCollapseElement(used));
    this.disposables.add(vscode.window.onDidChangeActiveTextEditor(left));
    this.disposables.add(vscode.window.onDidChangeTextEditorSelection(({ kind }) => kind && left()));
  }

  get isLast(): boolean {
    return this.#last;
  }

  /** Set while the program itself selects rows. */
  get isOurs(): boolean {
    return this.#ours > 0;
  }

  /** What the tree tells meanwhile was not done by a person. */
  async byOurselves<T>(work: () => Promise<T>): Promise<T> {
    this.#ours++;
    try {
      return await work();
    } finally {
      this.#ours--;
    }
  }
}
