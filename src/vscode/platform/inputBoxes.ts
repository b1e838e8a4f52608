import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { CanceledError } from '../../core/util/errors.ts';
import { inertLine, visibleLine } from '../../core/util/inertText.ts';
import { inertItems } from './dialogs.ts';

/** A box that is ready to be shown. `listen` waits for its answer. */
export interface ReadyBox<T> {
  readonly input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>;
  listen(own: DisposableStore, accept: (answer: T) => void, fail: (error: unknown) => void): void;
}

/** The look of the box of a step. */
type Frame = Pick<vscode.InputBox, 'title' | 'step' | 'totalSteps' | 'buttons' | 'ignoreFocusOut'>;

/** The person pressed the back button. */
export class Back extends Error {}

/**
 * Shows boxes one after another. The last box stays without accepting keys until the next box is visible.
 * Otherwise the keys typed in between would land in the editor.
 */
export class Screen implements Disposable {
  #last: Disposable | undefined;

  /** Resolves with the answer. Throws CanceledError when the person cancels, and `Back`. */
  async show<T>(box: ReadyBox<T>, frame?: Frame): Promise<T> {
    const { input } = box;
    const own = new DisposableStore();
    own.add(input);
    Object.assign(input, frame);
    return new Promise<T>((resolve, reject) => {
      own.add(input.onDidTriggerButton(() => reject(new Back())));
      own.add(input.onDidHide(() => reject(new CanceledError())));
      box.listen(own, resolve, reject);
      input.show();
      this.#last?.dispose();
      this.#last = own;
    }).finally(() => {
      input.enabled = false;
    });
  }

  dispose(): void {
    this.#last?.dispose();
  }
}

async function answerOf<T>(box: ReadyBox<T>): Promise<T> {
  const screen = new Screen();
  return screen.show(box).finally(() => screen.dispose());
}

/** Asks for a text and returns it without outer blanks. Throws CanceledError when the person cancels. */
export async function askText(question: Question): Promise<string> {
  return answerOf(textBox(question));
}

/** Asks for exactly the text `expected`, or its visible form. Any other text can only be canceled. */
export async function askToType(title: string, prompt: string, expected: string): Promise<void> {
  await askText({
    title,
    prompt,
    placeholder: expected,
    ignoreFocusOut: true,
    validate: (typed) =>
      typed === expected || typed === visibleLine(expected)
        ? undefined
        : vscode.l10n.t('Type {0} to continue.', expected),
  });
}

export interface Question {
  readonly title?: string;
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** The box stays open while the person works in another window. */
  readonly ignoreFocusOut?: boolean;
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
  box.ignoreFocusOut = question.ignoreFocusOut ?? false;
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

/** A list with inert texts. An answer is the original item. */
class ListBox<T extends vscode.QuickPickItem> {
  readonly input = vscode.window.createQuickPick<T>();
  #originalOf = (shown: T): T => shown;

  constructor(placeholder: string) {
    this.input.placeholder = inertLine(placeholder);
  }

  get focused(): T | undefined {
    const [row] = this.input.activeItems;
    return row && this.#originalOf(row);
  }

  offer(items: readonly T[], active?: T): void {
    const { shown, originalOf } = inertItems(items);
    this.#originalOf = originalOf;
    this.input.items = shown;
    // Without a focused row, Enter would do nothing.
    const focused = shown.find((row) => originalOf(row) === active) ?? shown[0];
    this.input.activeItems = focused ? [focused] : [];
  }

  /** Enter chooses the focused row. */
  onDidChoose(listener: (item: T) => void): Disposable {
    return this.input.onDidAccept(() => {
      const row = this.input.selectedItems[0] ?? this.input.activeItems[0];
      if (row) {
        listener(this.#originalOf(row));
      }
    });
  }
}

/** A box for one item of a list. */
export function pickBox<T extends vscode.QuickPickItem>(
  placeholder: string,
  items: readonly T[],
  active: T | undefined,
): ReadyBox<T> {
  const list = new ListBox<T>(placeholder);
  list.offer(items, active);
  return { input: list.input, listen: (own, accept) => own.add(list.onDidChoose(accept)) };
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
  const list = new ListBox<Suggestion<T>>(placeholder);
  const box = list.input;
  box.title = inertLine(title);
  // The box stays open while the person copies the text from another window.
  box.ignoreFocusOut = true;
  const offer = (text: string): void =>
    list.offer(suggest(text).map((item) => ({ ...item, alwaysShow: true })));
  const type = (text: string): void => {
    box.value = text;
    offer(text);
  };
  return answerOf<T>({
    input: box,
    listen: (own, accept) => {
      own.addAll(
        box.onDidChangeValue(offer),
        list.onDidChoose(({ answer, text }) => {
          if (answer !== undefined) {
            accept(answer);
          } else if (text !== undefined) {
            type(text);
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
  const list = new ListBox<T>(placeHolder);
  let rows: readonly T[] = [];
  // Rows with a detail from the beginning have their final height, so no row moves away under the pointer.
  const show = (details: readonly (string | undefined)[]): void => {
    const place = rows.findIndex((row) => row === list.focused);
    rows = items.map((item, at) => ({ ...item, detail: details[at] ?? '' }));
    list.offer(rows, rows[place]);
  };
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
    input: list.input,
    listen: (own, accept, fail) => {
      own.addAll({ dispose: () => controller.abort() }, onInvalid(fail), list.onDidChoose(accept));
      // A failed preview does not block the choice.
      void look().catch(() => undefined);
    },
  });
}
