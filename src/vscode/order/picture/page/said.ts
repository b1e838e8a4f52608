import { element, say } from '../../../table/page/elements.ts';
import type { PictureState } from './pictureState.ts';
import { countWords, moveSentences, moveWords, selectionWords } from './spokenWords.ts';

/** What stands below a picture, and what of it is also spoken. */
export class Said {
  readonly about = element('div', { class: 'about', role: 'region' });
  readonly #count = element('p', { class: 'status' });
  /** What is not to be missed, for those who hear the page. */
  readonly #spoken = element('p', { role: 'status', class: 'spoken', 'aria-live': 'polite' });
  /** What just happened. */
  told = '';

  get elements(): readonly HTMLElement[] {
    return [this.about, this.#count, this.#spoken];
  }

  /** Sentences about what is active. */
  sayAbout(sentences: readonly string[]): void {
    this.about.classList.remove('preview', 'weaker');
    this.about.replaceChildren(...sentences.map((sentence) => element('p', {}, sentence)));
  }

  /** The move that is looked at. */
  sayMove(state: PictureState): void {
    const { move } = state;
    if (move) {
      this.about.classList.add('preview');
      this.about.classList.toggle('weaker', move.isWeaker);
      this.about.replaceChildren(
        ...moveSentences(state).map(([sentence, look]) => element('p', { class: look }, sentence)),
      );
      this.say(state);
    }
  }

  /** One line that is also spoken: how much is shown, and what just happened. */
  say(state: PictureState): void {
    const [selected, count] = [selectionWords(state), countWords(state)];
    say(this.#count, [this.told, selected, count].filter((part) => part !== '').join(' · '));
    const text = [moveWords(state), this.told, selected, count].find((part) => part !== '') ?? '';
    if (this.#spoken.textContent !== text) {
      say(this.#spoken, text);
    }
  }
}
