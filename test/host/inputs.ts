import { EventEmitter, window } from 'vscode';

/** One question of a multi-step input, as it was shown. */
export interface Asked {
  readonly title: string;
  readonly step: string;
  readonly prompt: string;
  readonly password: boolean;
  /** What it said about each text that was typed. */
  readonly problems: readonly (string | undefined)[];
}

/**
 * Stands in for the person at multi-step inputs: `answers` are typed, or picked by their label, one after another. A list
 * of answers for one question types until one is accepted.
 */
export class Inputs {
  readonly asked: Asked[] = [];
  readonly answers: (string | readonly string[])[] = [];
  readonly #real = { box: window.createInputBox, pick: window.createQuickPick };

  constructor() {
    const make = (): unknown => this.#input();
    Object.assign(window, { createInputBox: make, createQuickPick: make });
  }

  restore(): void {
    Object.assign(window, { createInputBox: this.#real.box, createQuickPick: this.#real.pick });
  }

  #input(): unknown {
    const changed = new EventEmitter<string>();
    const accepted = new EventEmitter<void>();
    const button = new EventEmitter<unknown>();
    const hidden = new EventEmitter<void>();
    const input = {
      onDidChangeValue: changed.event,
      onDidAccept: accepted.event,
      onDidTriggerButton: button.event,
      onDidHide: hidden.event,
      title: '',
      step: 0,
      totalSteps: 0,
      prompt: '',
      placeholder: '',
      value: '',
      password: false,
      validationMessage: undefined as string | undefined,
      items: [] as { label: string }[],
      selectedItems: [] as { label: string }[],
      dispose: () => undefined,
      show: () => {
        const problems: (string | undefined)[] = [];
        const { title, step, totalSteps, prompt, placeholder, password } = input;
        this.asked.push({
          title,
          step: `${step}/${totalSteps}`,
          prompt: prompt || placeholder,
          password,
          problems,
        });
        const answer = this.answers.shift();
        setImmediate(() => {
          if (answer === undefined) {
            hidden.fire();
            return;
          }
          for (const text of [answer].flat()) {
            input.selectedItems = input.items.filter(({ label }) => label === text);
            input.value = text;
            changed.fire(text);
            accepted.fire();
            problems.push(input.validationMessage);
          }
        });
      },
    };
    return input;
  }
}
