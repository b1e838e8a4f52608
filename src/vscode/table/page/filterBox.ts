import { element } from './elements.ts';

export interface FilterBox {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** Back to what is filtered. */
  readonly onLeave: () => void;
}

/** A box for what is looked for. */
export function filterBox({ label, hint, value, onInput, onLeave }: FilterBox): HTMLInputElement {
  const box = element('input', {
    type: 'search',
    'aria-label': label,
    placeholder: hint,
    spellcheck: 'false',
  });
  box.value = value;
  box.addEventListener('input', () => onInput(box.value));
  box.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      onLeave();
    }
  });
  return box;
}
