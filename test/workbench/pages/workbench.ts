import type { Locator, Page } from 'playwright-core';
import { appears, until, untilSeen } from '../until.ts';
import { Dialog } from './dialog.ts';
import { Editors } from './editors.ts';
import { beginningWith, exactly } from './exactly.ts';
import { Notifications } from './notifications.ts';
import { QuickInput } from './quickInput.ts';
import { Review } from './review.ts';
import { Tree } from './tree.ts';

/** The whole window. */
export class Workbench {
  readonly page: Page;
  readonly dialog: Dialog;
  readonly editors: Editors;
  readonly notifications: Notifications;
  readonly quickInput: QuickInput;
  readonly review: Review;
  /** The view "Policies" of the container "Ordinance". */
  readonly policies: Tree;

  constructor(page: Page) {
    this.page = page;
    this.dialog = new Dialog(page);
    this.notifications = new Notifications(page);
    this.quickInput = new QuickInput(page);
    this.editors = new Editors(page, this.quickInput);
    this.review = new Review(page);
    this.policies = new Tree(page, 'Policies');
  }

  /** Waits until the window can be used. */
  async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.activitybar .action-item').first().waitFor();
    await this.page.locator('.part.statusbar .statusbar-item').first().waitFor();
  }

  /** Reloads the window as a person would: the editor keeps what is open. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.command('Developer: Reload Window');
    await loaded;
    await this.ready();
  }

  /** Shows a container of the activity bar. */
  async showContainer(title: string): Promise<void> {
    const item = this.page.locator('.part.activitybar').getByRole('tab', { name: beginningWith(title) });
    await item.waitFor();
    const shown = this.page.locator('.part.sidebar .title-label', { hasText: title }).first();
    await untilSeen(
      title,
      async () => {
        if (
          (await item.getAttribute('aria-expanded')) !== 'true' &&
          (await item.getAttribute('aria-selected')) !== 'true'
        ) {
          await item.click();
        }
      },
      shown,
    );
  }

  /** Runs a command from the palette, by its whole title, with its category. */
  async command(title: string): Promise<void> {
    const entry = this.quickInput.entry(exactly(title));
    await this.#lookUp(title, entry);
    await this.quickInput.take(entry);
  }

  /** Runs a command from the palette without the mouse. */
  async commandByKeys(title: string): Promise<void> {
    const row = this.quickInput.box
      .locator('.monaco-list-row.focused')
      .filter({ has: this.page.locator('.label-name', { hasText: exactly(title) }) });
    await this.#lookUp(title, row);
    await this.page.keyboard.press('Enter');
  }

  /**
   * Runs a command that asks for one of several, and takes that, without the mouse. A view that is drawn anew just then may take the
   * keyboard from the box, which closes it: a person asks again, too.
   */
  async choose(title: string, label: string): Promise<void> {
    const { quickInput } = this;
    await until(`${label} of ${title}`, async () => {
      await this.commandByKeys(title);
      return (await appears(quickInput.entry(label))) && quickInput.hasKeyboard();
    });
    await quickInput.choose(label);
  }

  /** A palette that was open before a command could be used does not list it later: it is opened again. */
  async #lookUp(title: string, row: Locator): Promise<void> {
    await untilSeen(
      `${title} in the palette`,
      async () => {
        await this.quickInput.open('F1', '>');
        await this.quickInput.type(`>${title}`);
      },
      row,
    );
  }

  /** Opens a file of the workspace by the end of its path, and waits until the editor in front holds its text. */
  async openFile(path: string): Promise<void> {
    const [name = path, folder = ''] = path.split('/').toReversed();
    await this.quickInput.file(path);
    // What was opened last is listed until the search is done.
    const entry = this.quickInput.entry(exactly(name), folder);
    await entry.waitFor();
    await this.quickInput.take(entry);
    await this.editors.holds(path);
  }

  /** @param by pixels */
  async widenSideBar(by: number): Promise<void> {
    const box = await this.page.locator('.part.sidebar').boundingBox();
    if (box === null) {
      throw new Error('the side bar is closed');
    }
    const [x, y] = [box.x + box.width + 2, box.y + box.height / 4];
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x + by, y, { steps: 5 });
    await this.page.mouse.up();
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
    }
  }
}
