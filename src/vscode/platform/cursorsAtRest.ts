import * as vscode from 'vscode';

/**
 * Does something that ends in an editor getting the keyboard, or its cursor another place. `areAtRest` says whether no person
 * typed or put a cursor somewhere meanwhile: what is typed from then on has to go to where they put it.
 */
export async function whileCursorsRest<T>(work: (areAtRest: () => boolean) => Promise<T>): Promise<T> {
  const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
  let areAtRest = true;
  const watching = vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
    areAtRest &&= kind !== Keyboard && kind !== Mouse;
  });
  try {
    return await work(() => areAtRest);
  } finally {
    watching.dispose();
  }
}
