import { l10n } from '../../../../core/util/l10n.ts';
import { oncePerFrame } from '../../../table/page/gridFrame.ts';
import { element, setText } from '../../../table/page/elements.ts';
import type { PageEditor } from '../../../table/page/startPage.ts';
import type { FromPage, ToPage } from '../pictureMessages.ts';
import { Controls, legend } from './controls.ts';
import { withPointer } from './dragging.ts';
import { placeAt, placeBeside } from './movePreview.ts';
import { PictureGrid } from './pictureGrid.ts';
import { placeAfterKey, type Place } from '../../../table/page/gridKeys.ts';
import type { MoveTarget } from '../../../../core/policy/reorder.ts';
import {
  defaultChoices,
  PictureState,
  type Picture,
  type PictureChoices,
  type PressKind,
  type ReaderPlace,
} from './pictureState.ts';
import {
  countWords,
  endWords,
  notMovedWords,
  moveSentences,
  moveWords,
  selectionWords,
} from './pictureTexts.ts';

export interface SavedState {
  readonly choices: PictureChoices;
  readonly here?: ReaderPlace | undefined;
}

/** One page: messages, keys and the pointer change its state, which is drawn once in a frame. */
export class PictureView {
  readonly #editor: PageEditor<FromPage, SavedState>;
  readonly #choices: PictureChoices;
  readonly #problem = element('p', { role: 'alert', class: 'warning' });
  readonly #notes = element('div', { class: 'notes' });
  readonly #heading = element('h1', {});
  readonly #top = element('div', {});
  readonly #about = element('div', { class: 'about', role: 'region' });
  readonly #count = element('p', { class: 'status' });
  /** Important texts for screen readers. */
  readonly #spoken = element('p', { role: 'status', class: 'spoken', 'aria-live': 'polite' });
  #state: PictureState | undefined;
  #controls: Controls | undefined;
  readonly #later = oncePerFrame(() => this.#draw());
  readonly #grid = new PictureGrid(this.#later);

  constructor(editor: PageEditor<FromPage, SavedState>) {
    this.#editor = editor;
    this.#choices = { ...defaultChoices, ...editor.getState().choices };
    const grid = this.#grid.element;
    grid.hidden = true;
    document
      .querySelector('main')
      ?.replaceChildren(
        this.#heading,
        this.#problem,
        this.#notes,
        this.#top,
        grid,
        this.#about,
        this.#count,
        this.#spoken,
      );
    grid.addEventListener('keydown', (event) => this.#onKey(event));
    grid.addEventListener('mousedown', (event) => {
      // The first press draws its cell again, so the browser sees no double click.
      if (event.detail === 2) {
        this.#enter();
      }
    });
    grid.addEventListener(
      'wheel',
      (event) => {
        if (event.ctrlKey) {
          event.preventDefault();
          this.#change((state) => state.zoom(event.deltaY < 0 ? 1 : -1));
        }
      },
      { passive: false },
    );
    withPointer(grid, {
      placeAt: (event) => (this.#state ? this.#grid.placeAt(this.#state, event) : { row: -1, column: 0 }),
      press: (place, kind) => this.#press(place, kind),
      drag: () => this.#drag(),
      over: (row) => this.#over(row),
      drop: () => this.#commit(),
    });
  }

  receive(message: ToPage): void {
    const state = this.#state;
    if (message.kind === 'picture') {
      this.#show(message);
    } else if (message.kind === 'problem') {
      setText(this.#problem, message.text);
    } else if (message.kind === 'result') {
      this.#change((shown) => {
        shown.lastEvent = message.text;
        if (!message.isDone) {
          shown.isMoving = false;
          shown.cancelMove();
        }
      });
      if (message.isDone) {
        // The editor undoes in the file, which takes the focus there.
        this.#grid.element.focus();
      }
    } else if (message.version === state?.picture.version) {
      this.#change(() => state.learn(message));
    }
  }

  #show(picture: Picture): void {
    const before = this.#state;
    const state = new PictureState(picture, this.#choices, before, this.#editor.getState().here);
    this.#state = state;
    document.title = picture.title;
    setText(this.#heading, picture.title);
    setText(this.#problem, '');
    this.#notes.replaceChildren(...picture.notes.map((note) => element('p', {}, note)));
    this.#about.setAttribute('aria-label', l10n.t('About the selected policy'));
    this.#grid.element.hidden = false;
    if (before?.picture.list !== picture.list) {
      this.#controls = new Controls(picture, this.#choices, {
        onChange: (change) => this.#change(change),
        onList: (list) => this.#editor.send({ kind: 'list', list }),
        onText: () => this.#editor.send({ kind: 'text' }),
        onLeave: () => this.#grid.element.focus(),
      });
      this.#top.replaceChildren(this.#controls.element, legend());
      this.#grid.element.focus();
    }
    if (picture.asked) {
      state.goTo(picture.asked.rule ?? -1);
      this.#grid.element.focus();
    }
    this.#later();
  }

  /** Changes the state, which is drawn in the next frame. */
  #change(change: (state: PictureState) => void): void {
    if (this.#state) {
      change(this.#state);
      this.#later();
    }
  }

  #draw(): void {
    const state = this.#state;
    if (!state) {
      return;
    }
    state.update();
    this.#grid.draw(state);
    const { move } = state;
    this.#about.classList.toggle('preview', move !== undefined);
    this.#about.classList.toggle('weaker', move?.isWeaker === true);
    this.#about.replaceChildren(
      ...(move ? moveSentences(state) : state.sentences).map((sentence) => element('p', {}, sentence)),
    );
    const parts = [state.lastEvent, selectionWords(state), countWords(state)].filter((part) => part !== '');
    setText(this.#count, parts.join(' · '));
    const [spoken = ''] = [moveWords(state), ...parts].filter((part) => part !== '');
    if (this.#spoken.textContent !== spoken) {
      setText(this.#spoken, spoken);
    }
    const question = state.nextQuestion();
    if (question) {
      this.#editor.send(question);
    }
    this.#editor.setState({ choices: this.#choices, here: state.here });
  }

  #onKey(event: KeyboardEvent): void {
    const action = this.#state && this.#actionOf(event, this.#state);
    if (action) {
      event.preventDefault();
      event.stopPropagation();
      action();
      this.#later();
    }
  }

  /** Undefined for a key that does nothing here. */
  #actionOf(event: KeyboardEvent, state: PictureState): (() => void) | undefined {
    const { place, rows } = state;
    const next = placeAfterKey(event, place, { last: rows.length - 1, page: this.#grid.pageOf(state) });
    if (next) {
      return () =>
        next.isExtending
          ? this.#press({ row: Math.max(0, next.row), column: place.column }, 'range')
          : this.#press(next, 'only');
    }
    const { key, altKey, ctrlKey, metaKey } = event;
    const keys: Readonly<Record<string, () => void>> = altKey
      ? {
          ArrowDown: () => this.#step('down'),
          ArrowUp: () => this.#step('up'),
          Home: () => this.#step('top'),
          End: () => this.#step('bottom'),
        }
      : ctrlKey || metaKey
        ? { z: () => this.#editor.send({ kind: 'undo' }) }
        : {
            Enter: () => this.#enter(),
            Escape: () => this.#cancel(),
            '/': () => this.#controls?.rules.focus(),
            '+': () => state.zoom(1),
            '=': () => state.zoom(1),
            '-': () => state.zoom(-1),
          };
    return Object.hasOwn(keys, key) ? keys[key] : undefined;
  }

  /** Previews a move of the selected rules, or of the active one, by one row or to an end. */
  #step(target: Exclude<MoveTarget, number>): void {
    const state = this.#state;
    const rules = state?.movable ?? [];
    if (state && rules.length > 0 && !this.#preview(rules, placeAt(state, rules, target)) && !state.move) {
      state.lastEvent = endWords(state, rules, target === 'up' || target === 'top');
    }
  }

  #press(place: Place, kind: PressKind): void {
    this.#change((state) => state.press(place, kind));
  }

  #enter(): void {
    const { move, rule, rest, picture } = this.#state ?? {};
    if (move) {
      this.#commit();
    } else if (picture && rule !== undefined && rule !== rest) {
      this.#editor.send({ kind: 'reveal', version: picture.version, rule });
    }
  }

  /** Whether the pressed rule can be dragged. The preview of another move ends. */
  #drag(): boolean {
    const state = this.#state;
    const rule = state?.rule;
    if (!state || rule === undefined || state.isMoving) {
      return false;
    }
    if (state.move && !state.move.rules.includes(rule)) {
      this.#cancel();
      this.#press({ row: state.rows.indexOf(rule), column: 0 }, 'only');
    }
    return state.movable.includes(rule);
  }

  /** Previews dragged rules beyond the row under the pointer. */
  #over(row: number): void {
    const state = this.#state;
    const rules = state?.movable ?? [];
    if (state && !rules.includes(state.rows[row] ?? state.rest)) {
      this.#preview(rules, placeBeside(state, rules, row, row > state.place.row));
    }
  }

  /** Returns false if the preview did not change. A running move allows no preview. */
  #preview(rules: readonly number[], to: number): boolean {
    const state = this.#state;
    if (!state || state.isMoving || rules.length === 0) {
      return true;
    }
    this.#later();
    return state.preview(rules, to);
  }

  #cancel(): void {
    const state = this.#state;
    if (state?.move && !state.isMoving) {
      this.#change((shown) => (shown.lastEvent = notMovedWords(shown, shown.cancelMove())));
    } else if (state) {
      this.#press(state.place, 'only');
    }
  }

  #commit(): void {
    const state = this.#state;
    if (state?.move && !state.isMoving) {
      state.isMoving = true;
      const { rules, to } = state.move;
      this.#editor.send({ kind: 'move', version: state.picture.version, rules, to });
    }
  }
}
