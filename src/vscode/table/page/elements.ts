import { pageText } from '../../../core/util/inertText.ts';

/** Makes an element with attributes and children; texts are never read as markup, and nothing in them is hidden. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, pageText(value));
  }
  made.append(...children.map((child) => (typeof child === 'string' ? pageText(child) : child)));
  return made;
}

export function button(label: string, onClick: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button' }, label);
  made.addEventListener('click', onClick);
  return made;
}

export function setText(element: HTMLElement, text: string): void {
  element.textContent = pageText(text);
}

interface FilterBox {
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
