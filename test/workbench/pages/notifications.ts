import type { Locator, Page } from 'playwright-core';
import { until } from '../until.ts';

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

  /** Presses a button of a notification that was there. It hides after some seconds, and is behind the bell then. */
  async press(text: string | RegExp, button: string): Promise<void> {
    const kept = this.#page.locator('.notifications-center .notification-list-item', { hasText: text });
    const shown = this.toast(text).or(kept).first().locator('.monaco-button', { hasText: button });
    const bell = this.#page.locator('.statusbar-item[id="status.notifications"]');
    await until(`${button} to be pressed`, async () => {
      if (!(await shown.isVisible())) {
        await bell.click();
      }
      return shown.click({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
    });
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
