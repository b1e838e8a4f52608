import { element, setText } from '../../../table/page/elements.ts';
import { oncePerFrame } from '../../../table/page/oncePerFrame.ts';
import type { FromPage, MovedRules, PictureName, ToPage } from '../pictureMessages.ts';
import { ActiveSentences, StatusRegions } from './statusRegions.ts';
import { AskedColumns } from './askedColumns.ts';
import { Controls, legend } from './controls.ts';
import { withPointer, type PressKind } from './dragging.ts';
import { sizes } from './gridLayout.ts';
import {
  defaultChoices,
  PictureState,
  placeIn,
  readerPlaceIn,
  type Picture,
  type PictureChoices,
  type Place,
  type ReaderPlace,
} from './pictureState.ts';
import { selectionAfterEdit, selectionAfterMove } from './ruleSelection.ts';
import { keyedAction } from './pictureKeys.ts';
import { PictureGrid } from './pictureGrid.ts';
import { endWords, leftWords } from './pictureTexts.ts';

export interface SavedState {
  readonly choices: PictureChoices;
  readonly here?: ReaderPlace | undefined;
  /** The policy of the page, so that the extension can fill it after a reload of the window. */
  readonly again: PictureName;
}

/** The editor, as the page sees it. */
interface PageHost {
  send(message: FromPage): void;
  /** The last saved state, also from before a reload of the window. */
  readonly kept: SavedState | undefined;
  keep(state: SavedState): void;
}

/** One page: it outlives the pictures of it, which follow the file. */
export class PictureView {
  readonly #page: PageHost;
  readonly #choices: PictureChoices;
  readonly #problem = element('p', { role: 'alert', class: 'problem' });
  readonly #notes = element('div', { class: 'notes' });
  readonly #status = new StatusRegions();
  readonly #heading = element('h1', {});
  readonly #top = element('div', {});
  #state: PictureState | undefined;
  #grid: PictureGrid | undefined;
  #controls: Controls | undefined;
  readonly #asked: AskedColumns;
  readonly #words: ActiveSentences;
  /** The rules that were moved, until the picture shows them at their places. */
  #moved: MovedRules | undefined;
  #isMoving = false;
  readonly #later = oncePerFrame(() => this.#update());

  constructor(page: PageHost) {
    this.#page = page;
    this.#asked = new AskedColumns((message) => page.send(message));
    this.#words = new ActiveSentences(this.#status, (message) => page.send(message));
    this.#choices = { ...defaultChoices, ...page.kept?.choices };
    document
      .querySelector('main')
      ?.replaceChildren(this.#heading, this.#problem, this.#notes, this.#top, ...this.#status.elements);
  }

  show(picture: Picture): void {
    const { title, notes, words } = picture;
    const { picture: before, selection } = this.#state ?? {};
    // A page that was hidden begins anew.
    const here = this.#here ?? this.#page.kept?.here;
    document.title = title;
    setText(this.#heading, title);
    setText(this.#problem, '');
    this.#notes.replaceChildren(...notes.map((note) => element('p', {}, note)));
    this.#status.about.setAttribute('aria-label', words.about);
    this.#asked.forget();
    this.#isMoving = false;
    const isSameList = before?.list === picture.list;
    this.#state = new PictureState(picture, this.#choices, isSameList ? this.#state : undefined);
    if (this.#grid && isSameList) {
      const there = this.#moved && selectionAfterMove(this.#moved, picture.rules);
      this.#state.selection.select(
        there ?? selectionAfterEdit(selection?.rules ?? [], before.rules, picture.rules),
      );
      this.#grid.refresh(this.#state);
      this.#follow(here);
      const [first] = there ?? [];
      if (first !== undefined && !there?.includes(this.#grid.rule ?? -1)) {
        this.#grid.goTo(first);
      }
    } else {
      this.#build(this.#state);
      this.#follow(here?.list === picture.list ? here : undefined);
    }
    if (picture.asked) {
      this.#grid?.goTo(picture.asked.rule ?? -1);
      this.#grid?.focus();
    }
    this.#moved = undefined;
    this.#keep(picture.again);
    this.#ask();
    this.#say();
  }

  #follow(here: ReaderPlace | undefined): void {
    if (here && this.#state) {
      const { row, column } = placeIn(this.#state, here);
      this.#grid?.go(row, column);
    }
  }

  explain({ text, again }: Extract<ToPage, { kind: 'problem' }>): void {
    setText(this.#problem, text);
    this.#keep(again);
  }

  get #here(): ReaderPlace | undefined {
    return this.#state && this.#grid && readerPlaceIn(this.#state, this.#grid);
  }

  #keep(again: PictureName): void {
    this.#page.keep({ choices: this.#choices, again, here: this.#here });
  }

  learn(message: Extract<ToPage, { version: number }>): void {
    const state = this.#state;
    if (!state || message.version !== state.picture.version || message.kind === 'picture') {
      return;
    }
    switch (message.kind) {
      case 'cells':
        state.add(message.cells);
        this.#later();
        break;
      case 'preview':
        state.learn(message);
        this.#grid?.refresh();
        this.#status.showMove(state);
        break;
      case 'about':
        if (!state.move) {
          this.#words.learn(message);
        }
        break;
      default:
        message satisfies never;
    }
  }

  showResult({ text, moved }: Extract<ToPage, { kind: 'result' }>): void {
    this.#status.lastEvent = text;
    if (!moved) {
      this.#isMoving = false;
      this.#leave();
    } else {
      this.#moved = moved.version === this.#state?.picture.version ? moved : undefined;
      // The editor undoes in the file, which takes the focus there.
      this.#grid?.focus();
    }
    this.#say();
  }

  #build(state: PictureState): void {
    const grid = new PictureGrid(state, () => this.#state && this.#asked.need(this.#state, grid.seen));
    this.#grid = grid;
    grid.element.setAttribute('aria-label', state.picture.title);
    this.#controls = new Controls(state.picture, this.#choices, {
      onChoice: () => {
        this.#status.lastEvent = '';
        this.#update(true);
        this.#ask();
      },
      onSize: (by) => this.#zoom(by),
      onList: (list) => this.#page.send({ kind: 'list', list }),
      onLeave: () => grid.focus(),
    });
    this.#top.replaceChildren(this.#controls.element, legend(state.picture));
    document.querySelector('main > .grid')?.remove();
    this.#status.about.before(grid.element);
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
      press: (place, kind) => this.#press(place, kind),
      click: (place) => this.#press(place, 'only'),
      isSelected: (row) => this.#state?.selection.has(this.#state.rows[row] ?? -1) ?? false,
      begin: () => this.#begin(),
      onOver: (row) => this.#over(row),
      onDrop: () => this.#commit(),
    });
    grid.refresh();
    grid.focus();
  }

  /** Keeps the active cell in sight after a choice, or when columns move. */
  #update(isChosen = false): void {
    const [state, grid] = [this.#state, this.#grid];
    if (!state || !grid) {
      return;
    }
    const { rule } = grid;
    const { length } = state.columns;
    state.update();
    grid.refresh();
    if (isChosen || grid.rule !== rule || state.columns.length !== length) {
      grid.goTo((rule !== undefined && state.rows.includes(rule) ? rule : grid.rule) ?? -1);
    }
    if (grid.rule !== rule || state.choices.asText) {
      this.#ask(false);
    }
    this.#keep(state.picture.again);
    this.#say();
  }

  #zoom(by: number): void {
    this.#choices.size = Math.max(0, Math.min(sizes.length - 1, this.#choices.size + by));
    this.#update(true);
  }

  /** Sentences about the active cell, when keys rest. */
  #ask(isByKey = true): void {
    const [state, grid] = [this.#state, this.#grid];
    if (state && grid && (isByKey || !this.#words.isPending)) {
      this.#words.ask(state, grid, () => this.#keep(state.picture.again));
    }
  }

  #onKey(event: KeyboardEvent): void {
    const [state, grid] = [this.#state, this.#grid];
    if (!state || !grid) {
      return;
    }
    const place = { ...grid.place, last: state.rows.length - 1, page: grid.page };
    const action = keyedAction(event, place, {
      go: (row, column) => this.#press({ row, column }, 'only'),
      extend: (row) => this.#press({ row: Math.min(row, place.last), column: place.column }, 'range'),
      step: (target) => {
        const rules = state.meant(grid.rule);
        if (rules.length > 0 && !this.#lookAt(rules, state.placeAt(rules, target)) && !state.move) {
          this.#status.lastEvent = endWords(state, rules, target === 'up' || target === 'top');
          this.#say();
        }
      },
      enter: () => this.#enter(),
      leave: () => this.#leave(),
      undo: () => this.#page.send({ kind: 'undo' }),
      filter: () => this.#controls?.rules.focus(),
      zoom: (by) => this.#zoom(by),
    });
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
      this.#update(true);
    } else if (grid.rule !== undefined && grid.rule !== state.rest) {
      this.#page.send({ kind: 'reveal', version: state.picture.version, rule: grid.rule });
    }
  }

  /** Goes to a cell, and selects. What is selected stays as long as a move of it is looked at. */
  #press({ row, column }: Place, kind: PressKind): void {
    const [state, grid] = [this.#state, this.#grid];
    if (!state || !grid) {
      return;
    }
    const { selection, rows, rest } = state;
    const { size } = selection;
    const rule = rows[row];
    const active = grid.rule === rest ? undefined : grid.rule;
    const isRule = rule !== undefined && rule !== rest;
    const isFree = !state.move && !this.#isMoving;
    grid.go(row, column);
    if (isFree && kind === 'only') {
      selection.clear();
    } else if (isFree && kind === 'range') {
      const shown = rows.filter((each) => each !== rest);
      selection.extend(shown, active, isRule ? rule : (shown.at(-1) ?? rest));
    } else if (isFree && kind === 'also' && isRule) {
      const next = selection.toggle(active, rule);
      grid.goTo(next);
    }
    if (size > 0 || selection.size > 0) {
      this.#status.lastEvent = '';
      grid.refresh();
      this.#say();
    }
  }

  /** Whether what is held can be moved. Another move that is looked at is left. */
  #begin(): boolean {
    const [state, grid] = [this.#state, this.#grid];
    const rule = grid?.rule;
    if (!state || !grid || rule === undefined || this.#isMoving) {
      return false;
    }
    if (state.move && !state.move.rules.includes(rule)) {
      this.#leave();
      this.#press({ row: state.rows.indexOf(rule), column: 0 }, 'only');
    }
    return state.meant(rule).includes(rule);
  }

  /** Previews dragged rules beyond the row under the pointer. */
  #over(row: number): void {
    const [state, grid] = [this.#state, this.#grid];
    const rules = state?.meant(grid?.rule) ?? [];
    if (state && grid && !rules.includes(state.rows[row] ?? state.rest)) {
      this.#lookAt(rules, state.placeBeside(rules, row, row > grid.place.row));
    }
  }

  /**
   * Shows what would be if the first of some rules stood at a place, and the others below it. Answers whether that is something
   * else than before; nothing is shown beside a move that is being made.
   */
  #lookAt(rules: readonly number[], to: number): boolean {
    const [state, grid] = [this.#state, this.#grid];
    if (!state || !grid || this.#isMoving || rules.length === 0) {
      return true;
    }
    if (!state.lookAt(rules, to)) {
      return false;
    }
    this.#asked.forgetMove();
    this.#status.lastEvent = '';
    if (!state.move) {
      this.#page.send({ kind: 'leave' });
    }
    const held = grid.rule;
    grid.refresh(state, held !== undefined && rules.includes(held) ? held : rules[0]);
    this.#status.showMove(state);
    this.#say();
    this.#ask();
    return true;
  }

  #leave(): void {
    const [state, grid] = [this.#state, this.#grid];
    const move = state?.move;
    if (!state || !grid || this.#isMoving) {
      return;
    }
    if (!move) {
      this.#press(grid.place, 'only');
      return;
    }
    const held = grid.rule;
    state.move = undefined;
    state.update();
    this.#page.send({ kind: 'leave' });
    grid.refresh(state, held !== undefined && move.rules.includes(held) ? held : move.rules[0]);
    this.#status.lastEvent ||= leftWords(state, move.rules);
    this.#status.showSentences([]);
    this.#say();
    this.#ask();
  }

  #commit(): void {
    const state = this.#state;
    const move = state?.move;
    if (state && move && !this.#isMoving) {
      this.#isMoving = true;
      this.#page.send({ kind: 'move', version: state.picture.version, rules: move.rules, to: move.to });
    }
  }

  #say(): void {
    if (this.#state) {
      this.#status.update(this.#state);
    }
  }
}
