import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { CanceledError } from '../../core/util/errors.ts';
import { inertLine } from '../../core/util/inertText.ts';

export interface ForeseeingQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  /** Why the text cannot be used, shown while typing; undefined when it can. */
  readonly validate: (text: string) => string | undefined;
  /** What would come of a text that can be used. Enter never waits for it. */
  readonly foresee: (text: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Tells when the question makes no sense any more, and why. */
  readonly spoiled: (end: (error: unknown) => void) => Disposable;
}

/** Asks for a text and says below it, while it is typed, what would come of it. A cancellation when the user gave up. */
export async function askForeseeing({
  title,
  prompt,
  value,
  validate,
  foresee,
  spoiled,
}: ForeseeingQuestion): Promise<string> {
  const own = new DisposableStore();
  const box = own.add(vscode.window.createInputBox());
  box.title = inertLine(title);
  box.prompt = inertLine(prompt);
  box.value = value;
  let looking = new AbortController();
  const look = async (text: string): Promise<void> => {
    looking.abort();
    const { signal } = (looking = new AbortController());
    const problem = validate(text);
    box.validationMessage = problem === undefined ? undefined : inertLine(problem);
    const said = problem === undefined ? await foresee(text, signal) : undefined;
    if (said !== undefined && !signal.aborted) {
      box.validationMessage = {
        message: inertLine(said),
        severity: vscode.InputBoxValidationSeverity.Info,
      };
    }
  };
  // What cannot be foreseen keeps nobody from typing.
  const type = (text: string): void => void look(text).catch(() => undefined);
  try {
    return await new Promise<string>((resolve, reject) => {
      own.add(box.onDidChangeValue(type));
      own.add(spoiled(reject));
      own.add(box.onDidHide(() => reject(new CanceledError())));
      own.add(
        box.onDidAccept(() => {
          if (validate(box.value) === undefined) {
            resolve(box.value);
          }
        }),
      );
      box.show();
      type(value);
    });
  } finally {
    looking.abort();
    own.dispose();
  }
}
