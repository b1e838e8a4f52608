import * as vscode from 'vscode';
import { Back, pickBox, Screen, textBox, type Question, type ReadyBox } from './inputBoxes.ts';
import { inertLine } from '../../core/util/inertText.ts';
import { inertItems } from './dialogs.ts';

/** The questions of one step. The back button and Escape throw exceptions of their own. */
export interface StepInput {
  ask(question: Question): Promise<string>;
  pick<T extends vscode.QuickPickItem>(placeholder: string, items: readonly T[], active?: T): Promise<T>;
  /** Asks for at least one item. Enter takes the focused row when no row is checked. */
  pickSome<T extends vscode.QuickPickItem>(
    placeholder: string,
    items: readonly T[],
    checked: readonly T[],
  ): Promise<readonly T[]>;
  /** Asks for any number of items. */
  pickAny<T extends vscode.QuickPickItem>(
    placeholder: string,
    items: readonly T[],
    checked: readonly T[],
  ): Promise<readonly T[]>;
}

/** Asks one question and keeps the answer in `state`. */
export type AskStep<State> = (input: StepInput, state: State) => Promise<void>;

/** A step, or a step with a condition on the earlier answers. */
export type Step<State> =
  AskStep<State> | { readonly when: (state: State) => boolean; readonly ask: AskStep<State> };

/** Runs steps in order, with a title, a back button and the count of the steps that will be asked. */
export async function multiStepInput<State>(
  title: string,
  steps: readonly Step<State>[],
  state: State,
): Promise<State> {
  const isAsked = (step: Step<State>): boolean => typeof step === 'function' || step.when(state);
  const asked: number[] = [];
  const screen = new Screen();
  try {
    for (let index = 0; index < steps.length;) {
      const step = steps[index];
      if (!step || !isAsked(step)) {
        index++;
        continue;
      }
      const frame = {
        title: inertLine(title),
        step: asked.length + 1,
        totalSteps: asked.length + steps.slice(index).filter(isAsked).length,
        buttons: asked.length > 0 ? [vscode.QuickInputButtons.Back] : [],
        ignoreFocusOut: true,
      };
      try {
        await (typeof step === 'function' ? step : step.ask)(
          {
            ask: (question) => screen.show(textBox(question), frame),
            pick: (placeholder, items, active) => screen.show(pickBox(placeholder, items, active), frame),
            pickSome: (placeholder, items, checked) =>
              screen.show(checkBoxes(1, placeholder, items, checked), frame),
            pickAny: (placeholder, items, checked) =>
              screen.show(checkBoxes(0, placeholder, items, checked), frame),
          },
          state,
        );
        asked.push(index);
        index++;
      } catch (error) {
        if (!(error instanceof Back)) {
          throw error;
        }
        index = asked.pop() ?? 0;
      }
    }
  } finally {
    screen.dispose();
  }
  return state;
}

function checkBoxes<T extends vscode.QuickPickItem>(
  least: 0 | 1,
  placeholder: string,
  items: readonly T[],
  checked: readonly T[],
): ReadyBox<readonly T[]> {
  const pick = vscode.window.createQuickPick<T>();
  const { shown, originalOf } = inertItems(items);
  pick.canSelectMany = true;
  pick.placeholder = inertLine(placeholder);
  pick.items = shown;
  pick.selectedItems = shown.filter((item) => checked.includes(originalOf(item)));
  // A list with checkboxes focuses no row by itself, and Enter would do nothing.
  pick.activeItems = shown.slice(0, 1);
  return {
    input: pick,
    listen(own, accept) {
      own.add(
        pick.onDidChangeValue((value) => {
          // A row that had the focus before stays unfocused: the typed text may hide it, and Enter would
          // accept it unseen.
          const typed = value.trim().toLowerCase();
          const first = shown.find(({ label }) => label.toLowerCase().includes(typed));
          pick.activeItems = first ? [first] : [];
        }),
      );
      own.add(
        pick.onDidAccept(() => {
          const checkedNow = pick.selectedItems;
          const chosen = checkedNow.length > 0 ? checkedNow : pick.activeItems.slice(0, least);
          if (chosen.length >= least) {
            accept(chosen.map(originalOf));
          }
        }),
      );
    },
  };
}
