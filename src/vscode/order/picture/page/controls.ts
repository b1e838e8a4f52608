import { l10n } from '../../../../core/util/l10n.ts';
import { isMacBrowser, keysIn } from '../../../../core/util/keyLabels.ts';
import { button, element, filterBox } from '../../../table/page/elements.ts';
import { marks } from './pictureGrid.ts';
import { columnWords } from './pictureTexts.ts';
import type { Picture, PictureChoices, PictureState } from './pictureState.ts';

interface ControlEvents {
  onChange(change: (state: PictureState) => void): void;
  onList(list: string): void;
  onText(): void;
  /** The focus goes back to the picture. */
  onLeave(): void;
}

/** The controls over the picture: filters, size, and the table of words. */
export class Controls {
  readonly element: HTMLElement;
  readonly rules: HTMLInputElement;

  constructor(picture: Picture, choices: PictureChoices, events: ControlEvents) {
    const { lists, list, title } = picture;
    const words = columnWords(picture);
    const filter = (label: string, key: 'rules' | 'columns'): HTMLInputElement =>
      filterBox({
        label,
        hint: label,
        value: choices[key],
        onInput: (value) => events.onChange((state) => state.choose({ [key]: value })),
        onLeave: () => events.onLeave(),
      });
    this.rules = filter(l10n.t('Filter rules by name'), 'rules');
    const choice = (label: string, key: 'onlyMatching' | 'theory'): HTMLElement => {
      const box = element('input', { type: 'checkbox' });
      box.checked = choices[key];
      box.addEventListener('change', () => events.onChange((state) => state.choose({ [key]: box.checked })));
      return element('label', { class: 'choice' }, box, label);
    };
    const size = (label: string, sign: string, by: number): HTMLButtonElement => {
      const made = button(sign, () => events.onChange((state) => state.zoom(by)));
      made.setAttribute('aria-label', label);
      made.title = label;
      return made;
    };
    this.element = element(
      'div',
      { role: 'toolbar', class: 'toolbar', 'aria-label': title },
      ...(lists.length > 1 ? [listBox(l10n.t('List of rules'), lists, list, events)] : []),
      this.rules,
      filter(words.filter, 'columns'),
      choice(words.onlyMatching, 'onlyMatching'),
      choice(l10n.t('Show overlaps in theory'), 'theory'),
      button(l10n.t('As Text'), () => events.onText()),
      // A narrow window keeps the two in one line.
      element('span', { class: 'choice' }, size(l10n.t('Smaller'), '−', -1), size(l10n.t('Larger'), '+', 1)),
    );
  }
}

function listBox(label: string, lists: Picture['lists'], list: string, events: ControlEvents): HTMLElement {
  const box = element(
    'select',
    { 'aria-label': label },
    ...lists.map(({ key, label: title }) =>
      element('option', { value: key, ...(key === list ? { selected: '' } : {}) }, title),
    ),
  );
  box.addEventListener('change', () => events.onList(box.value));
  return box;
}

/** The meaning of the marks, and the keys. */
export function legend(): HTMLElement {
  const entries = Object.values(marks).map(({ style, sign, words }) =>
    element(
      'li',
      {},
      element('span', { class: `sample state ${style}`, 'aria-hidden': 'true' }, sign),
      words(),
    ),
  );
  const made = element(
    'details',
    { class: 'legend' },
    element('summary', {}, l10n.t('Meaning of the marks')),
    element('ul', {}, ...entries),
    element(
      'p',
      {},
      keysIn(
        l10n.t(
          'Alt+Up and Alt+Down preview a move of the rule. Then Enter moves the rule, and Escape cancels. Shift+Up, Shift+Down, Shift+click and Ctrl+click select several rules, which move together. Enter opens a rule in the file, / goes to the filter, + and - zoom.',
        ),
        isMacBrowser(navigator.userAgent),
      ),
    ),
  );
  // A small window has too little room for the open legend.
  made.open = window.innerWidth >= 700 && window.innerHeight >= 700;
  return made;
}
