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
