import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { CanceledError } from '../../core/util/errors.ts';
import { inertLine } from '../../core/util/inertText.ts';
import { inertItems } from './inertItems.ts';

export interface ForeseenPick<T extends vscode.QuickPickItem> {
  readonly placeHolder: string;
  readonly items: readonly T[];
  /** What is said below an item until more is known. */
  readonly waiting: string;
  /** What would come of an item; undefined where there is nothing to say. The one under the cursor is asked first. */
  readonly foresee: (item: T, signal: AbortSignal) => Promise<string | undefined>;
  /** Tells when the question makes no sense any more, and why. */
  readonly spoiled: (end: (error: unknown) => void) => Disposable;
}

/** What becomes known within this is shown together. */
const togetherMs = 60;

/** One item of a list that says below each what it would do. A cancellation when the user gave up. */
export async function pickForeseen<T extends vscode.QuickPickItem>({
  placeHolder,
  items,
  waiting,
  foresee,
  spoiled,
}: ForeseenPick<T>): Promise<T> {
  const own = new DisposableStore();
  const controller = new AbortController();
  const box = own.add(vscode.window.createQuickPick());
  box.placeholder = inertLine(placeHolder);
  // The rows have their height from the beginning: none moves away under a pointer.
  let rows: readonly vscode.QuickPickItem[] = inertItems<vscode.QuickPickItem>(
    items.map((item) => ({ ...item, detail: item.detail ?? waiting })),
  ).shown;
  box.items = rows;
  const details = new Map<number, string>();
  const placeOf = (row: vscode.QuickPickItem | undefined): number => (row ? rows.indexOf(row) : -1);
  let flushing: NodeJS.Timeout | undefined;
  // Together: each time the list is shown anew, a key that is pressed just then would be lost.
  const flush = (): void => {
    clearTimeout(flushing);
    flushing = undefined;
    // Where it is not told yet which row has the focus, it is the first; none would take it from there.
    const active = Math.max(0, placeOf(box.activeItems[0]));
    rows = rows.map((row, at) => ({ ...row, detail: details.get(at) ?? row.detail ?? '' }));
    box.items = rows;
    box.activeItems = rows.slice(active, active + 1);
  };
  const lookAll = async (): Promise<void> => {
    while (details.size < items.length) {
      const active = placeOf(box.activeItems[0]);
      const place =
        active >= 0 && !details.has(active) ? active : items.findIndex((_, at) => !details.has(at));
      const item = items[place];
      const detail = item && (await foresee(item, controller.signal));
      if (controller.signal.aborted) {
        return;
      }
      details.set(place, inertLine(detail ?? item?.detail ?? ''));
      flushing ??= setTimeout(flush, togetherMs);
    }
    flush();
  };
  try {
    return await new Promise<T>((resolve, reject) => {
      own.add(spoiled(reject));
      own.add(box.onDidHide(() => reject(new CanceledError())));
      own.add(
        box.onDidAccept(() => {
          const item = items[placeOf(box.selectedItems[0] ?? box.activeItems[0])];
          if (item) {
            resolve(item);
          }
        }),
      );
      box.show();
      // What cannot be foreseen keeps nobody from choosing.
      void lookAll().catch(() => undefined);
    });
  } finally {
    clearTimeout(flushing);
    controller.abort();
    own.dispose();
  }
}
