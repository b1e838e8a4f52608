import type { Locator, Page } from 'playwright-core';
import { appears, until, untilSeen } from '../until.ts';
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

  /** Opens it by a key and waits until it holds the keyboard, with what the key puts into it. */
  async open(key: string, prefix: string): Promise<void> {
    const focused = this.box.locator('input:focus');
    await until(`the box of ${key}`, async () => {
      await untilSeen(`the box of ${key}`, () => this.#page.keyboard.press(key), focused);
      return (await this.#value())?.startsWith(prefix);
    });
  }

  /** Looks a file up. The key for that, pressed once more on a box that was slow to come, would open the next file. */
  async file(path: string): Promise<void> {
    await this.open('F1', '>');
    await this.type(path);
  }

  /** Types into the box, once it has the keyboard, until it holds just this text. */
  async type(text: string): Promise<void> {
    await until(`the box to hold ${text}`, async () => {
      // What is typed before goes to an editor or a list.
      await this.box.locator('input:focus').waitFor();
      await this.#page.keyboard.press('ControlOrMeta+a');
      await this.#page.keyboard.type(text);
      return (await this.#value()) === text;
    });
  }

  /** Whether keys go to the box, as soon as they do. */
  async hasKeyboard(): Promise<boolean> {
    return appears(this.box.locator('input:focus'));
  }

  /** Undefined: the box has not got the keyboard. */
  async #value(): Promise<string | undefined> {
    const [value] = await this.box
      .locator('input:focus')
      .evaluateAll((inputs) => inputs.map((input) => (input as unknown as { value: string }).value));
    return value;
  }

  /** Types into the box in place of what it holds, and accepts. */
  async answer(text: string): Promise<void> {
    await this.opened();
    await this.box.locator('input[type="text"], input[type="password"]').first().fill(text);
    await this.#page.keyboard.press('Enter');
  }

  /** Narrows a list to the entry with this label, once it has entries, and takes it with the keyboard. */
  async choose(label: string): Promise<void> {
    await this.entry(label).waitFor();
    await this.type(label);
    await this.entry(label).and(this.#page.locator('.focused')).waitFor();
    await this.#page.keyboard.press('Enter');
    await this.closed();
  }

  /** Picks the entry with this label. */
  async pick(label: string | RegExp): Promise<void> {
    await this.opened();
    await this.entry(label).waitFor();
    await this.take(this.entry(label));
  }

  /** @param says what else it says, as the folder of a file */
  entry(label: string | RegExp, says = ''): Locator {
    const text = typeof label === 'string' ? beginningWith(label) : label;
    return this.box
      .locator('.monaco-list-row', { hasText: says })
      .filter({ has: this.#page.locator('.label-name', { hasText: text }) })
      .first();
  }

  /** Clicks an entry until it is gone: entries are drawn anew while one aims at them. */
  async take(entry: Locator): Promise<void> {
    await until('the entry to be taken', async () => {
      await entry.click({ timeout: 2000 }).catch(() => undefined);
      return !(await entry.isVisible());
    });
  }

  async closed(): Promise<void> {
    await this.box.waitFor({ state: 'hidden' });
  }
}
