import * as vscode from 'vscode';
import type { Disposable } from '../../core/util/disposable.ts';
import { inertLine } from '../../core/util/inertText.ts';
import { inertItems } from './inertItems.ts';
import { answerOf, textBox, type Question } from './inputBoxes.ts';

interface QuestionWithPreview extends Question {
  readonly title: string;
  /** Calls the originalOf function with the reason when the question is no longer valid. The question then ends. */
  readonly onInvalid: (end: (error: unknown) => void) => Disposable;
}

/** Asks for a text and shows a preview of the result below it. Throws CanceledError when the person cancels. */
export async function askWithPreview({
  title,
  onInvalid,
  ...question
}: QuestionWithPreview): Promise<string> {
  const box = textBox(question);
  const { input } = box;
  input.title = inertLine(title);
  return answerOf<string>({
    input,
    listen: (own, accept, fail) => {
      own.add(onInvalid(fail));
      box.listen(own, accept, fail);
    },
  });
}

interface PickWithPreview<T extends vscode.QuickPickItem> {
  readonly placeHolder: string;
  readonly items: readonly T[];
  /** The text below an item until its preview is available. */
  readonly waiting: string;
  /** Returns the preview of an item; undefined for no preview. Enter never waits for previews. */
  readonly preview: (item: T, signal: AbortSignal) => Promise<string | undefined>;
  /** Calls the originalOf function with the reason when the question is no longer valid. The question then ends. */
  readonly onInvalid: (end: (error: unknown) => void) => Disposable;
}

/** Asks for one item of a list with a preview below each item. Throws CanceledError when the person cancels. */
export async function pickWithPreview<T extends vscode.QuickPickItem>({
  placeHolder,
  items,
  waiting,
  preview,
  onInvalid,
}: PickWithPreview<T>): Promise<T> {
  const controller = new AbortController();
  const box = vscode.window.createQuickPick();
  box.placeholder = inertLine(placeHolder);
  let rows: readonly vscode.QuickPickItem[] = [];
  // Rows with a detail from the beginning have their final height, so no row moves away under the pointer.
  const show = (details: readonly (string | undefined)[]): void => {
    const place = Math.max(0, placeOf(box.activeItems[0]));
    rows = inertItems<vscode.QuickPickItem>(
      items.map((item, at) => ({ ...item, detail: details[at] ?? '' })),
    ).shown;
    box.items = rows;
    box.activeItems = rows.slice(place, place + 1);
  };
  const placeOf = (row: vscode.QuickPickItem | undefined): number => (row ? rows.indexOf(row) : -1);
  const look = async (): Promise<void> => {
    const details: (string | undefined)[] = [];
    for (const item of items) {
      details.push((await preview(item, controller.signal)) ?? item.detail);
    }
    // The list updates once, because a key that is pressed during an update would be lost.
    if (!controller.signal.aborted) {
      show(details);
    }
  };
  show(items.map(({ detail }) => detail ?? waiting));
  return answerOf<T>({
    input: box,
    listen: (own, accept, fail) => {
      own.addAll(
        { dispose: () => controller.abort() },
        onInvalid(fail),
        box.onDidAccept(() => {
          const item = items[placeOf(box.selectedItems[0] ?? box.activeItems[0])];
          if (item) {
            accept(item);
          }
        }),
      );
      // A failed preview does not block the choice.
      void look().catch(() => undefined);
    },
  });
}
