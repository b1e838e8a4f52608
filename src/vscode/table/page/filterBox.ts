import { element } from './elements.ts';

export interface FilterBox {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** The handler returns the focus to the filtered rows. */
  readonly onLeave: () => void;
}

/** The box takes the text of a search. */
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
