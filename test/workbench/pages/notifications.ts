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
    const toasts = this.#page.locator('.notification-toast');
    // From the last one: whoever is closed leaves those above it where they were.
    for (let left = await toasts.count(); left > 0; left -= 1) {
      const toast = toasts.nth(left - 1);
      const quickly = { timeout: 1000 };
      await toast.hover(quickly).catch(() => undefined);
      await toast
        .locator('.codicon-notifications-clear')
        .click(quickly)
        .catch(() => undefined);
    }
  }
}
