import type { Locator, Page } from 'playwright-core';
import { untilSeen } from '../until.ts';

/** The modal dialog. */
export class Dialog {
  readonly box: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.box = page.locator('.monaco-dialog-box');
  }

  /** Waits for the dialog and returns its whole text. */
  async says(): Promise<string> {
    await this.box.waitFor();
    return this.box.locator('.dialog-message-container').innerText();
  }

  async press(button: string | RegExp): Promise<void> {
    await this.box.locator('.monaco-button', { hasText: button }).first().click();
    await this.box.waitFor({ state: 'hidden' });
  }

  /** Goes to a button with the keyboard, and presses it: in questions of a push the comparison has the keyboard first. */
  async choose(button: string): Promise<void> {
    await this.box.locator('.monaco-button:focus').waitFor();
    const wanted = this.box.locator('.monaco-button:focus', { hasText: button });
    await untilSeen('the button', () => this.#page.keyboard.press('Tab'), wanted);
    await this.accept();
  }

  /** Presses, with the keyboard, the button that has it. */
  async accept(): Promise<void> {
    await this.box.locator('.monaco-button:focus').waitFor();
    await this.#page.keyboard.press('Enter');
    await this.box.waitFor({ state: 'hidden' });
  }
}
