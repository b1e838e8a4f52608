import { EventEmitter, window } from 'vscode';
import type { QuickPickItem } from 'vscode';

export interface ShownBox {
  items: readonly QuickPickItem[];
  activeItems: readonly QuickPickItem[];
  readonly said: string | undefined;
  pick(label: string): void;
  type(text: string): void;
  accept(): void;
}

/** Stands in for the lists and boxes of the extension. */
export class Boxes {
  last: ShownBox | undefined;
  readonly #real = { createQuickPick: window.createQuickPick, createInputBox: window.createInputBox };

  constructor() {
    const make = (): unknown => this.#make();
    Object.assign(window, { createQuickPick: make, createInputBox: make });
  }

  restore(): void {
    Object.assign(window, this.#real);
  }

  #make(): unknown {
    const changed = new EventEmitter<string>();
    const accepted = new EventEmitter<void>();
    const hidden = new EventEmitter<void>();
    const box = {
      onDidChangeValue: changed.event,
      onDidAccept: accepted.event,
      onDidHide: hidden.event,
      onDidTriggerButton: new EventEmitter<unknown>().event,
      title: '',
      prompt: '',
      placeholder: '',
      value: '',
      validationMessage: undefined as string | { readonly message: string } | undefined,
      items: [] as readonly QuickPickItem[],
      activeItems: [] as readonly QuickPickItem[],
      selectedItems: [] as readonly QuickPickItem[],
      get said(): string | undefined {
        const said = box.validationMessage;
        return typeof said === 'object' ? said.message : said;
      },
      pick: (label: string) => {
        box.selectedItems = box.items.filter((each) => each.label === label);
        accepted.fire();
      },
      type: (text: string) => {
        box.value = text;
        changed.fire(text);
      },
      accept: () => accepted.fire(),
      show: () => undefined,
      dispose: () => undefined,
    };
    this.last = box;
    return box;
  }
}
