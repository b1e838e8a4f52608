import type { Locator, Page } from 'playwright-core';

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

  /** Presses, with the keyboard, the button that has it. */
  async accept(): Promise<void> {
    await this.box.locator('.monaco-button:focus').waitFor();
    await this.#page.keyboard.press('Enter');
    await this.box.waitFor({ state: 'hidden' });
  }
}
