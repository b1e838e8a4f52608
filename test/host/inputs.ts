import { EventEmitter, window } from 'vscode';
import { waitFor } from './harness.ts';

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
 * Stands in for the person at multi-step inputs: `answers` are typed, or picked by their label (several: one per line), one
 * after another. A list of answers for one question types until one is accepted, and gives up when none is.
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
      busy: false,
      enabled: true,
      validationMessage: undefined as string | undefined,
      items: [] as { label: string }[],
      activeItems: [] as { label: string }[],
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
        setImmediate(() => void this.#type(input, answer, problems, { changed, accepted, hidden }));
      },
    };
    return input;
  }

  async #type(
    input: {
      value: string;
      readonly busy: boolean;
      readonly items: readonly { label: string }[];
      selectedItems: { label: string }[];
      readonly validationMessage: string | undefined;
    },
    answer: string | readonly string[] | undefined,
    problems: (string | undefined)[],
    fire: Readonly<Record<'accepted' | 'hidden', EventEmitter<void>>> & { changed: EventEmitter<string> },
  ): Promise<void> {
    for (const text of answer === undefined ? [] : [answer].flat()) {
      input.selectedItems = input.items.filter(({ label }) => text.split('\n').includes(label));
      input.value = text;
      fire.changed.fire(text);
      fire.accepted.fire();
      await waitFor('the answer to be checked', () => !input.busy);
      problems.push(input.validationMessage);
    }
    if (answer === undefined || problems.at(-1) !== undefined) {
      fire.hidden.fire();
    }
  }
}
