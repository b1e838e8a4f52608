import { isMacBrowser, keysIn } from '../../../../core/util/keyLabels.ts';
import { button, element } from '../../../table/page/elements.ts';
import { filterBox } from '../../../table/page/filterBox.ts';
import { explained } from './gridParts.ts';
import type { PictureChoices } from './pictureChoices.ts';
import type { Picture } from './pictureState.ts';

interface ControlEvents {
  /** Something of the choices is another. */
  onChoice(): void;
  onText(asText: boolean): void;
  onSize(by: number): void;
  onList(list: string): void;
  /** Back to the picture. */
  onLeave(): void;
}

/** The controls over the picture: filters, size, texts instead of marks, and the legend. */
export class Controls {
  readonly element: HTMLElement;
  readonly rules: HTMLInputElement;

  constructor({ words, lists, list, title }: Picture, choices: PictureChoices, events: ControlEvents) {
    const filter = (label: string, key: 'rules' | 'columns'): HTMLInputElement =>
      filterBox({
        label,
        hint: label,
        value: choices[key],
        onInput: (value) => {
          choices[key] = value;
          events.onChoice();
        },
        onLeave: () => events.onLeave(),
      });
    this.rules = filter(words.filterRules, 'rules');
    const matching = element('input', { type: 'checkbox' });
    matching.checked = choices.onlyMatching;
    matching.addEventListener('change', () => {
      choices.onlyMatching = matching.checked;
      events.onChoice();
    });
    const text = button(words.asText, () => {
      events.onText(!choices.asText);
      text.setAttribute('aria-pressed', String(choices.asText));
    });
    text.setAttribute('aria-pressed', String(choices.asText));
    const size = (label: string, sign: string, by: number): HTMLButtonElement => {
      const made = button(sign, () => events.onSize(by));
      made.setAttribute('aria-label', label);
      made.title = label;
      return made;
    };
    this.element = element(
      'div',
      { role: 'toolbar', class: 'toolbar', 'aria-label': title },
      ...(lists.length > 1 ? [listBox(words.list, lists, list, events)] : []),
      this.rules,
      filter(words.filterColumns, 'columns'),
      element('label', { class: 'choice' }, matching, words.onlyMatching),
      text,
      size(words.smaller, '−', -1),
      size(words.larger, '+', 1),
    );
  }
}

function listBox(label: string, lists: Picture['lists'], list: string, events: ControlEvents): HTMLElement {
  const box = element(
    'select',
    { 'aria-label': label },
    ...lists.map((each) =>
      element('option', { value: each.key, ...(each.key === list ? { selected: '' } : {}) }, each.label),
    ),
  );
  box.addEventListener('change', () => events.onList(box.value));
  return box;
}

/** The meaning of the marks, and the keys. */
export function legend({ words }: Picture): HTMLElement {
  const entries = explained.map(({ look, sign, words: name }) =>
    element(
      'li',
      {},
      element('span', { class: `sample state ${look}`, 'aria-hidden': 'true' }, sign),
      words[name],
    ),
  );
  const made = element(
    'details',
    { class: 'legend' },
    element('summary', {}, words.marks),
    element('ul', {}, ...entries),
    element('p', {}, keysIn(words.keys, isMacBrowser(navigator.userAgent))),
  );
  // In a small window the picture matters more.
  made.open = window.innerWidth >= 700 && window.innerHeight >= 600;
  return made;
}
