import type { Locator, Page } from 'playwright-core';
import { beginningWith } from './exactly.ts';

/** The box at the top: palette, pick lists, input boxes, steps of a multi-step input. */
export class QuickInput {
  readonly #page: Page;
  readonly box: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.box = page.locator('.quick-input-widget');
  }

  async opened(): Promise<void> {
    await this.box.locator('input').first().waitFor({ state: 'visible' });
  }

  /** Types into the box in place of what it holds, and accepts. */
  async answer(text: string): Promise<void> {
    await this.opened();
    await this.box.locator('input[type="text"], input[type="password"]').first().fill(text);
    await this.#page.keyboard.press('Enter');
  }

  /** Picks the entry with this label. */
  async pick(label: string | RegExp): Promise<void> {
    await this.opened();
    await this.entry(label).click();
  }

  entry(label: string | RegExp): Locator {
    const text = typeof label === 'string' ? beginningWith(label) : label;
    return this.box
      .locator('.monaco-list-row')
      .filter({ has: this.#page.locator('.label-name', { hasText: text }) })
      .first();
  }

  async closed(): Promise<void> {
    await this.box.waitFor({ state: 'hidden' });
  }
}
