import type { Locator, Page } from 'playwright-core';

/** The open editors. */
export class Editors {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
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

  get diff(): Locator {
    return this.#page.locator('.editor-group-container.active .monaco-diff-editor').first();
  }

  /** The lines in sight. */
  async text(): Promise<string> {
    await this.active.locator('.view-line').first().waitFor();
    const lines = await this.active.locator('.view-line').all();
    const placed = await Promise.all(
      lines.map(async (line) => ({
        top: Number.parseFloat(/top:\s*([\d.-]+)/.exec((await line.getAttribute('style')) ?? '')?.[1] ?? '0'),
        text: ((await line.textContent()) ?? '').replaceAll(' ', ' '),
      })),
    );
    return placed
      .toSorted((a, b) => a.top - b.top)
      .map(({ text }) => text)
      .join('\n');
  }

  /** Waits until the lines in sight say this. */
  async shows(text: string | RegExp, seconds = 20): Promise<void> {
    await this.active
      .locator('.view-lines', { hasText: text })
      .first()
      .waitFor({ timeout: seconds * 1000 });
  }

  /** Squiggles in sight. */
  squiggles(severity: 'error' | 'warning' | 'info'): Locator {
    return this.active.locator(`.squiggly-${severity}`);
  }

  async focus(): Promise<void> {
    await this.active.locator('.view-lines').first().click();
  }

  /** Puts the cursor into a line (1-based) of the editor in front. */
  async goTo(line: number, column = 1): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+g');
    const input = this.#page.locator('.quick-input-widget input[type="text"]').first();
    await input.fill(`:${line}:${column}`);
    await this.#page.keyboard.press('Enter');
    await this.#page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  async save(): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+s');
    await this.#page.locator('.editor-group-container.active .tab.active:not(.dirty)').waitFor();
  }
}
