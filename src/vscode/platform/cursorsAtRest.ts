import * as vscode from 'vscode';

/**
 * Runs an action that moves the focus to an editor or moves its cursor. `areAtRest` is false when a person
 * typed or moved a cursor during the action: the next keys belong to that place.
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
