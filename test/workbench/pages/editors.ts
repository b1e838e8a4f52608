import type { Locator, Page } from 'playwright-core';
import { until, untilSeen } from '../until.ts';
import type { QuickInput } from './quickInput.ts';

/** The open editors. */
export class Editors {
  readonly #page: Page;
  readonly #quickInput: QuickInput;

  constructor(page: Page, quickInput: QuickInput) {
    this.#page = page;
    this.#quickInput = quickInput;
  }

  /** The tab with this name. */
  tab(name: string | RegExp): Locator {
    return this.#page.locator('.tabs-container .tab', { hasText: name }).first();
  }

  async isDirty(name: string | RegExp): Promise<boolean> {
    return /\bdirty\b/.test((await this.tab(name).getAttribute('class')) ?? '');
  }

  /** The text editor that is in front. */
  get active(): Locator {
    return this.#page.locator('.editor-group-container.active .editor-instance').first();
  }

  /** Waits until the editor in front holds the text of the file whose path ends like this: its tab is there before. */
  async holds(path: string): Promise<void> {
    await this.#page.locator(`.editor-group-container.active [data-uri$="/${path}"]`).first().waitFor();
  }

  get diff(): Locator {
    return this.#page.locator('.editor-group-container.active .monaco-diff-editor').first();
  }

  /** The lines in sight. */
  async text(): Promise<string> {
    await this.active.locator('.view-line').first().waitFor();
    // In one go: lines come and go while they are asked one by one.
    const placed = await this.active.locator('.view-line').evaluateAll((lines) =>
      lines.map((line) => ({
        top: Number.parseFloat(/top:\s*([\d.-]+)/.exec(line.getAttribute('style') ?? '')?.[1] ?? '0'),
        text: (line.textContent ?? '').replaceAll('\u00a0', ' '),
      })),
    );
    return placed
      .toSorted((a, b) => a.top - b.top)
      .map(({ text }) => text)
      .join('\n');
  }

  /** Waits until the lines in sight say this. */
  async shows(text: string | RegExp): Promise<void> {
    await this.active.locator('.view-lines', { hasText: text }).first().waitFor();
  }

  /** Squiggles in sight. */
  squiggles(severity: 'error' | 'warning' | 'info'): Locator {
    return this.active.locator(`.squiggly-${severity}`);
  }

  /** Rests the pointer on something in the text until the editor explains it in words like these. */
  async hover(target: Locator, text: RegExp): Promise<void> {
    const box = this.#page.locator('.monaco-editor .monaco-hover').filter({ hasText: text }).first();
    // New text or new findings close a hover that is about to open.
    await untilSeen(
      'a hover',
      async () => {
        const place = await target.boundingBox();
        if (place !== null) {
          await this.#page.mouse.move(place.x + place.width / 2, place.y - 200);
          await this.#page.mouse.move(place.x + place.width / 2, place.y + place.height / 2, { steps: 4 });
        }
      },
      box,
    );
  }

  async focus(): Promise<void> {
    await this.active.locator('.view-lines').first().click();
  }

  /** Puts the cursor into a line (1-based) of the editor in front. */
  async goTo(line: number, column = 1): Promise<void> {
    const cursor = this.#page.locator('.statusbar-item', {
      hasText: new RegExp(`Ln ${line}, Col ${column}\\b`),
    });
    await untilSeen(
      `the cursor in line ${line}`,
      async () => {
        await this.#quickInput.open('ControlOrMeta+g', ':');
        await this.#quickInput.type(`:${line}:${column}`);
        await this.#page.keyboard.press('Enter');
        await this.#quickInput.closed();
      },
      cursor,
    );
    await this.takeKeyboard();
  }

  /** Waits until the cursor is in a line in sight that says this. */
  async cursorAt(text: RegExp): Promise<void> {
    const topOf = async (part: Locator): Promise<number | undefined> =>
      (
        await part
          .first()
          .boundingBox({ timeout: 2000 })
          .catch(() => null)
      )?.y;
    await until(`the cursor in ${text}`, async () => {
      const line = await topOf(this.active.locator('.view-line', { hasText: text }));
      const cursor = await topOf(this.active.locator('.cursors-layer .cursor'));
      return line !== undefined && cursor !== undefined && Math.abs(line - cursor) < 2;
    });
  }

  /** Gives the keyboard to the editor in front of the first group. A busy window may lose it with a box that closes. */
  async takeKeyboard(): Promise<void> {
    await untilSeen(
      'the keyboard in the editor',
      () => this.#page.keyboard.press('ControlOrMeta+1'),
      this.#page.locator('.editor-group-container.active .monaco-editor.focused').first(),
    );
  }

  /** Waits until the editor in front has the keyboard. */
  async focused(): Promise<void> {
    await this.#page.locator('.editor-group-container.active .monaco-editor.focused').first().waitFor();
  }

  async save(): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+s');
    await this.#page.locator('.editor-group-container.active .tab.active:not(.dirty)').waitFor();
  }
}
