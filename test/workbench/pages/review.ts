import type { Locator, Page } from 'playwright-core';
import { untilSeen } from '../until.ts';

/** The plan in front, which is pushed where it is shown. */
export class Review {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The button above the plan that says this. */
  button(title: string | RegExp): Locator {
    return this.#page
      .locator('.editor-group-container.active .codelens-decoration a', { hasText: title })
      .first();
  }

  /** Waits for a plan that can be pushed and has the keyboard. */
  async ready(): Promise<void> {
    await this.button(/^\W*(Push|Undo Push|Redo Push|Restore)/).waitFor();
    await this.#page.locator('.editor-group-container.active .monaco-editor.focused').first().waitFor();
  }

  /** Pushes the plan in front, with the key for it. Pressed twice it is pushed once. */
  async push(): Promise<void> {
    await this.ready();
    await untilSeen(
      'the push',
      () => this.#page.keyboard.press('ControlOrMeta+Enter'),
      this.#page
        .locator('.editor-group-container.active .view-lines', { hasText: /Push\srequested|RESULT/ })
        .or(this.#page.locator('.monaco-dialog-box'))
        .first(),
    );
  }

  /** Waits until the plan says that its push was applied. */
  async applied(): Promise<void> {
    await this.#page
      .locator('.editor-group-container.active .view-lines', { hasText: /RESULT,.*applied/ })
      .first()
      .waitFor();
  }
}
