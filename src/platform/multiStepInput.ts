import * as vscode from 'vscode';
import { DisposableStore } from '../util/disposable.ts';
import { CancelledError } from '../util/errors.ts';
import { inertLine } from '../util/inertText.ts';
import { inertItems } from './inertItems.ts';

export interface Question {
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** Why the text cannot be used, shown while typing; undefined when it can. */
  validate?(text: string): string | undefined;
}

/** What one step has to ask with. Leaving by the back button, or giving up, ends the step by an exception of its own. */
export interface StepInput {
  ask(question: Question): Promise<string>;
  pick<T extends vscode.QuickPickItem>(placeholder: string, items: readonly T[], active?: T): Promise<T>;
}

/** Asks one thing and keeps the answer in `state`. A step that asks nothing is passed over in both directions. */
export type Step<State> = (input: StepInput, state: State) => Promise<void>;

class Back extends Error {}

/** Runs steps in order with title, step count and a back button. */
export async function multiStepInput<State>(
  title: string,
  steps: readonly Step<State>[],
  state: State,
): Promise<State> {
  const asked: number[] = [];
  for (let index = 0; index < steps.length;) {
    let asks = false;
    const place: Place = { title, step: index + 1, totalSteps: steps.length, canGoBack: asked.length > 0 };
    const input: StepInput = {
      ask: (question) => {
        asks = true;
        return showInput(place, question);
      },
      pick: (placeholder, items, active) => {
        asks = true;
        return showPick(place, placeholder, items, active);
      },
    };
    try {
      await steps[index]?.(input, state);
      if (asks) {
        asked.push(index);
      }
      index++;
    } catch (error) {
      if (!(error instanceof Back)) {
        throw error;
      }
      index = asked.pop() ?? 0;
    }
  }
  return state;
}

interface Place {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  readonly canGoBack: boolean;
}

function showInput(place: Place, question: Question): Promise<string> {
  const box = vscode.window.createInputBox();
  box.prompt = inertLine(question.prompt);
  box.value = question.value ?? '';
  box.placeholder = inertLine(question.placeholder ?? '');
  box.password = question.password ?? false;
  return shown(box, place, (disposables, accept) => {
    const problem = (): string | undefined => {
      const said = question.validate?.(box.value.trim());
      return said === undefined ? undefined : inertLine(said);
    };
    disposables.add(
      box.onDidChangeValue(() => {
        box.validationMessage = box.value === '' ? undefined : problem();
      }),
    );
    disposables.add(
      box.onDidAccept(() => {
        box.validationMessage = problem();
        if (box.validationMessage === undefined) {
          accept(box.value.trim());
        }
      }),
    );
  });
}

function showPick<T extends vscode.QuickPickItem>(
  place: Place,
  placeholder: string,
  items: readonly T[],
  active: T | undefined,
): Promise<T> {
  const pick = vscode.window.createQuickPick<T>();
  const { shown: inert, given } = inertItems(items);
  pick.placeholder = inertLine(placeholder);
  pick.items = inert;
  pick.activeItems = inert.filter((item) => given(item) === active);
  return shown(pick, place, (disposables, accept) => {
    disposables.add(
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen) {
          accept(given(chosen));
        }
      }),
    );
  });
}

function shown<T>(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  place: Place,
  listen: (disposables: DisposableStore, accept: (answer: T) => void) => void,
): Promise<T> {
  const disposables = new DisposableStore();
  disposables.add(input);
  input.title = inertLine(place.title);
  input.step = place.step;
  input.totalSteps = place.totalSteps;
  input.ignoreFocusOut = true;
  input.buttons = place.canGoBack ? [vscode.QuickInputButtons.Back] : [];
  return new Promise<T>((resolve, reject) => {
    disposables.add(input.onDidTriggerButton(() => reject(new Back())));
    disposables.add(input.onDidHide(() => reject(new CancelledError())));
    listen(disposables, resolve);
    input.show();
  }).finally(() => disposables.dispose());
}
