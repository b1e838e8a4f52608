import './picture.css';
import { element, filled, say } from '../../../table/page/elements.ts';
import type { FromPage, PictureName, ToPage } from '../pictureMessages.ts';
import { Controls, legend } from './controls.ts';
import { withPointer } from './dragging.ts';
import { sizes } from './gridLayout.ts';
import { PictureGrid, type Place } from './pictureGrid.ts';
import { countWords, moveSentences, moveWords } from './spokenWords.ts';
import { rowTexts } from './rowTexts.ts';
import { PictureState, usualChoices, type Picture, type PictureChoices } from './pictureState.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): Kept | undefined;
  setState(state: Kept): void;
};

interface Kept {
  readonly choices: PictureChoices;
  /** What the page is of, for the extension to fill it after a reload of the window. */
  readonly again: PictureName;
}

const editor = acquireVsCodeApi();
// eslint-disable-next-line unicorn/require-post-message-target-origin -- the editor is not a window
const send = (message: FromPage): void => editor.postMessage(message);

/** Keys rest this long before sentences about a cell are asked for, in milliseconds. */
const restMs = 80;

/** One page: it outlives the pictures of it, which follow the file. */
class PictureView {
  readonly #choices: PictureChoices = { ...usualChoices, ...editor.getState()?.choices };
  readonly #problem = element('p', { role: 'alert', class: 'problem' });
  readonly #notes = element('div', { class: 'notes' });
  readonly #about = element('div', { class: 'about', role: 'region' });
  readonly #count = element('p', { class: 'status' });
  /** What is not to be missed, for those who hear the page. */
  readonly #spoken = element('p', { role: 'status', class: 'spoken', 'aria-live': 'polite' });
  readonly #heading = element('h1', {});
  readonly #top = element('div', {});
  #state: PictureState | undefined;
  #grid: PictureGrid | undefined;
  #controls: Controls | undefined;
  #asked = new Set<number>();
  #askedPreview = new Set<number>();
  #request = 0;
  #timer: number | undefined;
  #told = '';
  /** The rule that was moved, until the picture shows it at its place. */
  #moved: number | undefined;
  #isMoving = false;

  constructor() {
    document
      .querySelector('main')
      ?.replaceChildren(
        this.#heading,
        this.#problem,
        this.#notes,
        this.#top,
        this.#about,
        this.#count,
        this.#spoken,
      );
  }

  show(picture: Picture): void {
    const { title, notes, words } = picture;
    const before = this.#state?.picture;
    document.title = title;
    say(this.#heading, title);
    say(this.#problem, '');
    this.#notes.replaceChildren(...notes.map((note) => element('p', {}, note)));
    this.#about.setAttribute('aria-label', words.marks);
    this.#asked = new Set();
    this.#askedPreview = new Set();
    this.#isMoving = false;
    this.#state = new PictureState(picture, this.#choices);
    if (this.#grid && before?.list === picture.list) {
      const { place, rule } = this.#grid;
      const column = before.columns[this.#grid.column ?? -1]?.names[0];
      const name = before.rules[rule ?? -1]?.name;
      this.#grid.refresh(this.#state);
      this.#follow(place, name, column);
    } else {
      this.#build(this.#state);
    }
    if (this.#moved !== undefined) {
      this.#grid?.goTo(this.#moved);
      this.#moved = undefined;
    }
    editor.setState({ choices: this.#choices, again: picture.again });
    this.#ask();
    this.#say();
  }

  /** The reader stays at the rule and the collection, wherever they are now. */
  #follow({ row, column }: Place, ruleName: string | undefined, columnName: string | undefined): void {
    const [state, grid] = [this.#state, this.#grid];
    if (!state || !grid) {
      return;
    }
    const { rules, columns } = state.picture;
    const rule =
      rules[state.rows[row] ?? -1]?.name === ruleName
        ? undefined
        : rules.findIndex((one) => one.name === ruleName);
    const at = state.columns.findIndex((place) => columns[place]?.names.includes(columnName ?? ''));
    const to = rule === undefined || ruleName === undefined ? row : state.rows.indexOf(rule);
    grid.go(to === -1 ? row : to, columnName === undefined || at === -1 ? column : at + 1);
  }

  explain({ text, again }: Extract<ToPage, { kind: 'problem' }>): void {
    say(this.#problem, text);
    editor.setState({ choices: this.#choices, again });
  }

  learn(message: Extract<ToPage, { version: number }>): void {
    const state = this.#state;
    if (!state || message.version !== state.picture.version || message.kind === 'picture') {
      return;
    }
    switch (message.kind) {
      case 'cells':
        state.add(message.cells);
        this.#update();
        break;
      case 'preview':
        state.learn(message);
        this.#grid?.refresh();
        this.#sayMove();
        break;
      case 'about':
        if (message.request === this.#request && !state.move) {
          this.#sayAbout(message.sentences);
        }
        break;
      default:
        message satisfies never;
    }
  }

  tell({ text, rule }: Extract<ToPage, { kind: 'told' }>): void {
    this.#told = text;
    this.#moved = rule;
    if (rule === undefined) {
      this.#leave();
      this.#isMoving = false;
    }
    this.#say();
  }

  #build(state: PictureState): void {
    const grid = new PictureGrid(state, () => this.#need());
    this.#grid = grid;
    grid.element.setAttribute('aria-label', state.picture.title);
    this.#controls = new Controls(state.picture, this.#choices, {
      onChoice: () => {
        this.#told = '';
        this.#update();
      },
      onSize: (by) => this.#zoom(by),
      onList: (list) => send({ kind: 'list', list }),
      onLeave: () => grid.focus(),
    });
    this.#top.replaceChildren(this.#controls.element, legend(state.picture));
    document.querySelector('main > .grid')?.remove();
    this.#about.before(grid.element);
    grid.element.addEventListener('keydown', (event) => this.#onKey(event));
    grid.element.addEventListener('dblclick', () => this.#enter());
    grid.element.addEventListener(
      'wheel',
      (event) => {
        if (event.ctrlKey) {
          event.preventDefault();
          this.#zoom(event.deltaY < 0 ? 1 : -1);
        }
      },
      { passive: false },
    );
    grid.element.addEventListener('pointerup', () => this.#ask());
    withPointer(grid, {
      begin: (row) => {
        const rule = this.#state?.rows[row];
        return rule !== undefined && rule !== this.#state?.rest && !this.#isMoving;
      },
      onOver: (row) => this.#lookAt(row),
      onDrop: () => this.#commit(),
    });
    grid.refresh();
    grid.focus();
  }

  /** Asks for the cells in sight that are not known. */
  #need(): void {
    const [state, grid] = [this.#state, this.#grid];
    if (!state || !grid) {
      return;
    }
    const { version } = state.picture;
    const columns = grid.needed.filter((column) => !this.#asked.has(column));
    if (columns.length > 0) {
      columns.forEach((column) => this.#asked.add(column));
      send({ kind: 'cells', version, columns });
    }
    const { move } = state;
    if (move && grid.needed.some((column) => !this.#askedPreview.has(column))) {
      this.#askedPreview = new Set(grid.needed);
      send({ kind: 'preview', version, rule: move.rule, to: move.to, columns: grid.needed });
    }
  }

  #update(): void {
    const rule = this.#grid?.rule;
    this.#state?.update();
    this.#grid?.refresh();
    if (rule !== undefined && this.#grid?.rule !== rule) {
      this.#grid?.goTo(rule);
    }
    const picture = this.#state?.picture;
    if (picture) {
      editor.setState({ choices: this.#choices, again: picture.again });
    }
    this.#say();
  }

  #zoom(by: number): void {
    this.#choices.size = Math.max(0, Math.min(sizes.length - 1, this.#choices.size + by));
    this.#update();
  }

  /** Sentences about the active cell, when keys rest. */
  #ask(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const [state, grid] = [this.#state, this.#grid];
      if (!state || !grid || state.move) {
        return;
      }
      const { rule, column } = grid;
      this.#request += 1;
      if (state.choices.asText && rule !== undefined && grid.place.column > 0) {
        // The row may be too narrow for it.
        this.#sayAbout([rowTexts(state, rule)[grid.place.column - 1] ?? '']);
        return;
      }
      send({
        kind: 'about',
        version: state.picture.version,
        request: this.#request,
        ...(rule !== undefined && { rule }),
        ...(column !== undefined && { column }),
      });
    }, restMs);
  }

  #onKey(event: KeyboardEvent): void {
    const [state, grid] = [this.#state, this.#grid];
    if (!state || !grid) {
      return;
    }
    const { row, column } = grid.place;
    const command = event.ctrlKey || event.metaKey;
    const last = state.rows.length - 1;
    const keys: Readonly<Record<string, () => void>> = event.altKey
      ? {
          ArrowDown: () => this.#lookAt(row + 1),
          ArrowUp: () => this.#lookAt(row - 1),
          Home: () => this.#lookAt(0),
          End: () => this.#lookAt(last),
        }
      : command
        ? {
            ArrowDown: () => grid.go(last, column),
            ArrowUp: () => grid.go(0, column),
            Home: () => grid.go(0, 0),
            End: () => grid.go(last, Number.MAX_SAFE_INTEGER),
            z: () => send({ kind: 'undo' }),
          }
        : {
            ArrowDown: () => grid.go(row + 1, column),
            ArrowUp: () => grid.go(row - 1, column),
            ArrowRight: () => grid.go(row, column + 1),
            ArrowLeft: () => grid.go(row, column - 1),
            PageDown: () => grid.go(row + grid.page, column),
            PageUp: () => grid.go(Math.max(0, row - grid.page), column),
            Home: () => grid.go(row, 0),
            End: () => grid.go(row, Number.MAX_SAFE_INTEGER),
            Enter: () => this.#enter(),
            Escape: () => this.#leave(),
            '/': () => this.#controls?.rules.focus(),
            '+': () => this.#zoom(1),
            '=': () => this.#zoom(1),
            '-': () => this.#zoom(-1),
          };
    const action = keys[event.key];
    if (action) {
      event.preventDefault();
      event.stopPropagation();
      action();
      this.#ask();
    }
  }

  #enter(): void {
    const [state, grid] = [this.#state, this.#grid];
    if (!state || !grid) {
      return;
    }
    if (state.move) {
      this.#commit();
    } else if (grid.isAtMore) {
      this.#choices.allColumns = true;
      this.#update();
    } else if (grid.rule !== undefined && grid.rule !== state.rest) {
      send({ kind: 'reveal', version: state.picture.version, rule: grid.rule });
    }
  }

  /** Shows what would be if the active rule stood where a row is shown. */
  #lookAt(row: number): void {
    const [state, grid] = [this.#state, this.#grid];
    const rule = state?.move?.rule ?? grid?.rule;
    if (!state || !grid || this.#isMoving || rule === undefined || rule === state.rest) {
      return;
    }
    const over = state.rows[Math.max(0, Math.min(row, state.rows.length - 1))];
    const to = over === undefined || over === state.rest ? state.rest - 1 : state.placeNow(over);
    if (to === state.placeNow(rule)) {
      return;
    }
    state.lookAt(rule, to);
    this.#askedPreview = new Set();
    this.#told = '';
    if (!state.move) {
      send({ kind: 'leave' });
    }
    grid.refresh(state, rule);
    this.#sayMove();
    this.#say();
    this.#ask();
  }

  #leave(): void {
    const [state, grid] = [this.#state, this.#grid];
    const move = state?.move;
    if (!state || !grid || !move || this.#isMoving) {
      return;
    }
    state.move = undefined;
    state.update();
    send({ kind: 'leave' });
    grid.refresh();
    grid.goTo(move.rule);
    this.#told ||= filled(state.picture.words.left, state.picture.rules[move.rule]?.name ?? '');
    this.#sayAbout([]);
    this.#say();
    this.#ask();
  }

  #commit(): void {
    const state = this.#state;
    const move = state?.move;
    if (state && move && !this.#isMoving) {
      this.#isMoving = true;
      send({ kind: 'move', version: state.picture.version, rule: move.rule, to: move.to });
    }
  }

  #sayAbout(sentences: readonly string[]): void {
    this.#about.classList.remove('preview', 'milder');
    this.#about.replaceChildren(...sentences.map((sentence) => element('p', {}, sentence)));
  }

  #sayMove(): void {
    const state = this.#state;
    const move = state?.move;
    if (!state || !move) {
      return;
    }
    this.#about.classList.add('preview');
    this.#about.classList.toggle('milder', move.isMilder);
    this.#about.replaceChildren(...moveSentences(state));
    this.#say();
  }

  /** One line that is also spoken: how much is shown, and what just happened. */
  #say(): void {
    const state = this.#state;
    if (state) {
      const count = countWords(state);
      say(this.#count, [this.#told, count].filter((part) => part !== '').join(' · '));
      const text = [moveWords(state), this.#told, count].find((part) => part !== '') ?? '';
      if (this.#spoken.textContent !== text) {
        say(this.#spoken, text);
      }
    }
  }
}

const view = new PictureView();

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  switch (data.kind) {
    case 'picture':
      view.show(data);
      break;
    case 'problem':
      view.explain(data);
      break;
    case 'told':
      view.tell(data);
      break;
    case 'cells':
    case 'preview':
    case 'about':
      view.learn(data);
      break;
    default:
      data satisfies never;
  }
});
send({ kind: 'ready' });
