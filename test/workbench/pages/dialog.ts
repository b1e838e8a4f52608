import type { Locator, Page } from 'playwright-core';

/** The modal dialog. */
export class Dialog {
  readonly box: Locator;

  constructor(page: Page) {
    this.box = page.locator('.monaco-dialog-box');
  }

  /** Waits for the dialog and returns its whole text. */
  async says(seconds = 20): Promise<string> {
    await this.box.waitFor({ timeout: seconds * 1000 });
    return this.box.locator('.dialog-message-container').innerText();
  }

  async press(button: string | RegExp): Promise<void> {
    await this.box.locator('.monaco-button', { hasText: button }).first().click();
    await this.box.waitFor({ state: 'hidden' });
  }
}
