import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { CanceledError } from '../../core/util/errors.ts';
import { inertLine } from '../../core/util/inertText.ts';
import { inertItems } from './inertItems.ts';

/** A box that is ready to be shown. `listen` waits for its answer. */
export interface ReadyBox<T> {
  readonly input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>;
  listen(own: DisposableStore, accept: (answer: T) => void, fail: (error: unknown) => void): void;
}

/** Asks for a text in a box of its own. Throws CanceledError when the person cancels. */
export async function askInBox(question: Question): Promise<string> {
  return answerOf(textBox(question));
}

/** Shows a box until the person answers. Throws CanceledError when the person cancels. */
async function answerOf<T>(box: ReadyBox<T>): Promise<T> {
  const { input } = box;
  const own = new DisposableStore();
  own.add(input);
  try {
    return await new Promise<T>((resolve, reject) => {
      own.add(input.onDidHide(() => reject(new CanceledError())));
      box.listen(own, resolve, reject);
      input.show();
    });
  } finally {
    own.dispose();
  }
}

export interface Question {
  readonly title?: string;
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** Returns the reason for a refused text while the person types; undefined for a valid text. */
  validate?(text: string): string | undefined;
  /**
   * Checks the accepted text while the box stays open. The next key aborts the check. An error of a check
   * that was not aborted ends the question.
   */
  check?(text: string, signal: AbortSignal): Promise<Objection | undefined>;
  /**
   * Returns the result of a valid text, which the box shows below the text. Enter never waits for this
   * preview.
   */
  preview?(text: string, signal: AbortSignal): Promise<string | undefined>;
  /** Calls `end` with the reason when the question is no longer valid. The question then ends. */
  onInvalid?(end: (error: unknown) => void): Disposable;
}

/** The reason for a refused answer. */
export interface Objection {
  readonly message: string;
  /** True when a second Enter accepts the text. */
  readonly mayInsist: boolean;
}

/**
 * A box for one text. A person types a refused password again in the same box, so the password cannot land in
 * another box.
 */
export function textBox(question: Question): ReadyBox<string> {
  const box = vscode.window.createInputBox();
  box.title = question.title === undefined ? undefined : inertLine(question.title);
  box.prompt = inertLine(question.prompt);
  box.value = question.value ?? '';
  box.placeholder = inertLine(question.placeholder ?? '');
  box.password = question.password ?? false;
  const problem = (text: string): string | undefined => {
    const message = question.validate?.(text);
    return message === undefined ? undefined : inertLine(message);
  };
  return {
    input: box,
    listen(own, accept, fail) {
      let checking: { readonly text: string; readonly stop: AbortController } | undefined;
      let insistsOn: string | undefined;
      let previewing = new AbortController();
      const stop = (): void => {
        checking?.stop.abort();
        previewing.abort();
        checking = undefined;
        insistsOn = undefined;
        box.busy = false;
      };
      const check = async (text: string): Promise<void> => {
        stop();
        const current = { text, stop: new AbortController() };
        checking = current;
        box.busy = true;
        const isCurrent = (): boolean => checking === current;
        try {
          const objection = await question.check?.(text, current.stop.signal);
          if (!isCurrent()) {
            return;
          }
          stop();
          if (!objection) {
            accept(text);
            return;
          }
          const { message, mayInsist } = objection;
          box.validationMessage = inertLine(
            mayInsist ? vscode.l10n.t('{0} Press Enter again to continue anyway.', message) : message,
          );
          insistsOn = mayInsist ? text : undefined;
        } catch (error) {
          if (isCurrent()) {
            stop();
            fail(error);
          }
        }
      };
      const preview = (text: string): void => {
        const { signal } = (previewing = new AbortController());
        // A failed preview does not block the input.
        void (problem(text) === undefined ? question.preview?.(text, signal) : undefined)?.then(
          (result) => {
            if (result !== undefined && !signal.aborted) {
              const message = inertLine(result);
              box.validationMessage = { message, severity: vscode.InputBoxValidationSeverity.Info };
            }
          },
          () => undefined,
        );
      };
      preview(box.value);
      own.addAll(
        { dispose: stop },
        ...(question.onInvalid ? [question.onInvalid(fail)] : []),
        box.onDidHide(stop),
        box.onDidChangeValue((value) => {
          stop();
          box.validationMessage = value === '' ? undefined : problem(value.trim());
          preview(value.trim());
        }),
        box.onDidAccept(() => {
          const text = box.value.trim();
          if (checking?.text === text) {
            return;
          }
          const insisted = insistsOn === text;
          box.validationMessage = problem(text);
          if (box.validationMessage !== undefined) {
            return;
          }
          if (question.check && !insisted) {
            void check(text);
          } else {
            accept(text);
          }
        }),
      );
    },
  };
}

/** A row below the input. A row with neither an answer nor a text only informs. */
export interface Suggestion<T> extends vscode.QuickPickItem {
  /** Choosing the row ends the question with this answer. */
  readonly answer?: T;
  /** Choosing the row types this text. */
  readonly text?: string;
}

interface TypingQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly value?: string;
  /**
   * Suggestions for a text; Enter takes the first. A suggestion that equals the typed text has it as its
   * label, because VS Code sorts the best match first.
   */
  readonly suggest: (text: string) => readonly Suggestion<T>[];
}

/**
 * Asks for a text in a box whose rows show the interpretation of the text and possible continuations. Throws
 * CanceledError when the person cancels.
 */
export async function askTyping<T>({ title, placeholder, value, suggest }: TypingQuestion<T>): Promise<T> {
  const box = vscode.window.createQuickPick<Suggestion<T>>();
  box.title = inertLine(title);
  box.placeholder = inertLine(placeholder);
  // The box stays open while the person copies the text from another window.
  box.ignoreFocusOut = true;
  let originalOf: (shown: Suggestion<T>) => Suggestion<T> = (shown) => shown;
  const offer = (text: string): void => {
    const items = inertItems<Suggestion<T>>(suggest(text).map((item) => ({ ...item, alwaysShow: true })));
    originalOf = items.originalOf;
    box.items = items.shown;
    box.activeItems = items.shown.slice(0, 1);
  };
  const type = (text: string): void => {
    box.value = text;
    offer(text);
  };
  return answerOf<T>({
    input: box,
    listen: (own, accept) => {
      own.addAll(
        box.onDidChangeValue(offer),
        box.onDidAccept(() => {
          const shown = box.selectedItems[0] ?? box.activeItems[0];
          const item = shown && originalOf(shown);
          if (item?.answer !== undefined) {
            accept(item.answer);
          } else if (item?.text !== undefined) {
            type(item.text);
          }
        }),
      );
      type(value ?? '');
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
  /** See `Question`. */
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
