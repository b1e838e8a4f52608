import * as vscode from 'vscode';
import type { Disposable } from '../../core/util/disposable.ts';
import { inertLine } from '../../core/util/inertText.ts';
import { inertItems } from './inertItems.ts';
import { answerOf, textBox, type Question } from './inputBoxes.ts';

interface QuestionWithPreview extends Question {
  readonly title: string;
  /** Ends the question with the reason when it is no longer valid. */
  readonly onInvalid: (end: (error: unknown) => void) => Disposable;
}

/** Asks for a text and shows below it, while it is typed, the result. Throws CanceledError when the user gives up. */
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
  /** The text below an item until its preview is there. */
  readonly waiting: string;
  /** The result of an item, undefined when there is none to show. Enter never waits for the previews. */
  readonly preview: (item: T, signal: AbortSignal) => Promise<string | undefined>;
  /** Ends the question with the reason when it is no longer valid. */
  readonly onInvalid: (end: (error: unknown) => void) => Disposable;
}

/** Asks for one item of a list that shows the result of each item below it. Throws CanceledError when the user gives up. */
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
  // Rows with a detail from the beginning have their height: none moves away under a pointer.
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
    // Once: a key that is pressed just when the list is shown anew would be lost.
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
      // A failed preview does not keep anybody from choosing.
      void look().catch(() => undefined);
    },
  });
}
