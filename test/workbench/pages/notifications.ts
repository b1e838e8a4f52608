import type { Locator, Page } from 'playwright-core';

/** What pops up at the bottom right. */
export class Notifications {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The notification with this text. */
  toast(text: string | RegExp): Locator {
    return this.#page.locator('.notification-toast .notification-list-item', { hasText: text }).first();
  }

  /** Waits for a notification and returns what it says. */
  async says(text: string | RegExp): Promise<string> {
    const toast = this.toast(text);
    await toast.waitFor();
    return toast.locator('.notification-list-item-message').innerText();
  }

  async press(text: string | RegExp, button: string): Promise<void> {
    const toast = this.toast(text);
    await toast.waitFor();
    await toast.locator('.monaco-button', { hasText: button }).click();
  }

  /** Closes everything that is there. */
  async clear(): Promise<void> {
    for (const toast of await this.#page.locator('.notification-toast').all()) {
      await toast.hover().catch(() => undefined);
      await toast
        .locator('.codicon-notifications-clear')
        .click({ timeout: 1000 })
        .catch(() => undefined);
    }
  }
}
