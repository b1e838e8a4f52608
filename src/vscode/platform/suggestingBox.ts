import * as vscode from 'vscode';
import { DisposableStore } from '../../core/util/disposable.ts';
import { CanceledError } from '../../core/util/errors.ts';
import { inertLine } from '../../core/util/inertText.ts';
import { inertItems } from './inertItems.ts';

/** A row below what is typed. One with neither an answer nor a text only says something. */
export interface Suggestion<T> extends vscode.QuickPickItem {
  /** Picking it ends the question. */
  readonly answer?: T;
  /** Picking it types this. */
  readonly text?: string;
}

export interface TypingQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly value?: string;
  /**
   * What is offered for a text; Enter takes the first. Where it is what was typed, its label is the text itself: the editor
   * puts first what matches best.
   */
  readonly suggest: (text: string) => readonly Suggestion<T>[];
}

/** Asks for a text in a box that offers, below it, how it is understood and how it can go on. A cancellation when the user gave up. */
export async function askTyping<T>({ title, placeholder, value, suggest }: TypingQuestion<T>): Promise<T> {
  const own = new DisposableStore();
  const box = own.add(vscode.window.createQuickPick<Suggestion<T>>());
  box.title = inertLine(title);
  box.placeholder = inertLine(placeholder);
  // What is to be typed may stand in another window.
  box.ignoreFocusOut = true;
  let given: (shown: Suggestion<T>) => Suggestion<T> = (shown) => shown;
  const offer = (text: string): void => {
    const items = inertItems<Suggestion<T>>(suggest(text).map((item) => ({ ...item, alwaysShow: true })));
    given = items.given;
    box.items = items.shown;
    box.activeItems = items.shown.slice(0, 1);
  };
  const type = (text: string): void => {
    box.value = text;
    offer(text);
  };
  try {
    return await new Promise<T>((resolve, reject) => {
      own.add(box.onDidChangeValue(offer));
      own.add(box.onDidHide(() => reject(new CanceledError())));
      own.add(
        box.onDidAccept(() => {
          const shown = box.selectedItems[0] ?? box.activeItems[0];
          const item = shown && given(shown);
          if (item?.answer !== undefined) {
            resolve(item.answer);
          } else if (item?.text !== undefined) {
            type(item.text);
          }
        }),
      );
      type(value ?? '');
      box.show();
    });
  } finally {
    own.dispose();
  }
}
