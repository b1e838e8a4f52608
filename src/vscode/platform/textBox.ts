import * as vscode from 'vscode';
import { inertLine } from '../../core/util/inertText.ts';
import type { Asking } from './asking.ts';

export interface Question {
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** Why the text cannot be used, shown while typing; undefined when it can. */
  validate?(text: string): string | undefined;
  /**
   * Asked when the text is accepted, while the box stays open; typing on aborts it. What it throws ends the question,
   * unless it was aborted.
   */
  check?(text: string, signal: AbortSignal): Promise<Objection | undefined>;
}

/** Why an answer is not taken yet. */
export interface Objection {
  readonly message: string;
  /** A second Enter takes it all the same. */
  readonly mayInsist: boolean;
}

/** A box for one text. A refused password is typed again in the same box, so it cannot land in another one. */
export function textBox(question: Question): Asking<string> {
  const box = vscode.window.createInputBox();
  box.prompt = inertLine(question.prompt);
  box.value = question.value ?? '';
  box.placeholder = inertLine(question.placeholder ?? '');
  box.password = question.password ?? false;
  const problem = (text: string): string | undefined => {
    const said = question.validate?.(text);
    return said === undefined ? undefined : inertLine(said);
  };
  return {
    input: box,
    listen(own, accept, fail) {
      let checking: { readonly text: string; readonly stop: AbortController } | undefined;
      let insistsOn: string | undefined;
      const stop = (): void => {
        checking?.stop.abort();
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
      own.addAll(
        { dispose: stop },
        box.onDidHide(stop),
        box.onDidChangeValue((value) => {
          stop();
          box.validationMessage = value === '' ? undefined : problem(value.trim());
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
