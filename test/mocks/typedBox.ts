import { Emitter } from '../../src/core/util/disposable.ts';

/** The looks of a box. */
export interface TypedBox {
  readonly title?: string;
  readonly prompt: string;
  readonly placeholder: string;
  readonly value: string;
}

/** An input box in which a person types a text. Without a text, or with a refused text, the person cancels. */
export function typedBox(
  typed: (box: TypedBox) => string | undefined,
  onRefused: (message: string) => void = () => undefined,
): unknown {
  const accepted = new Emitter<void>();
  const hidden = new Emitter<void>();
  const box = {
    onDidChangeValue: new Emitter<string>().event,
    onDidTriggerButton: new Emitter<unknown>().event,
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    prompt: '',
    placeholder: '',
    value: '',
    validationMessage: undefined as string | undefined,
    show() {
      setImmediate(() => {
        const text = typed(box);
        if (text !== undefined) {
          box.value = text;
          accepted.fire();
          if (box.validationMessage !== undefined) {
            onRefused(box.validationMessage);
          }
        }
        hidden.fire();
      });
    },
    dispose: () => undefined,
  };
  return box;
}
