import type { FrameLocator, Locator, Page } from 'playwright-core';
import { until } from '../until.ts';

/** The picture of a policy in the tab that is in front. */
export class PicturePage {
  readonly #page: Page;
  readonly #frame: FrameLocator;
  readonly grid: Locator;
  readonly spoken: Locator;
  readonly about: Locator;
  readonly notes: Locator;
  readonly rules: Locator;
  readonly collections: Locator;
  readonly theory: Locator;

  constructor(page: Page, title: string) {
    this.#page = page;
    // One frame for each page that is in front, and within it the one with the content.
    this.#frame = page.frameLocator('iframe.webview.ready >> visible=true').frameLocator('#active-frame');
    this.grid = this.#frame.getByRole('grid', { name: title });
    this.spoken = this.#frame.getByRole('status');
    this.about = this.#frame.locator('.about');
    this.notes = this.#frame.locator('.notes');
    this.rules = this.#frame.getByRole('searchbox', { name: 'Filter rules by name' });
    this.collections = this.#frame.getByRole('searchbox', { name: 'Filter collections by name' });
    this.theory = this.#frame.getByRole('checkbox', { name: 'Show overlaps in theory' });
  }

  button(name: string): Locator {
    return this.#frame.getByRole('button', { name, exact: true });
  }

  /** What has the keyboard. */
  get focused(): Locator {
    return this.#frame.locator(':focus');
  }

  /** What a screen reader is on. */
  async active(): Promise<string> {
    // One look: the cell is drawn anew at any moment.
    return this.grid.evaluate((grid) => {
      const id = grid.getAttribute('aria-activedescendant') ?? '';
      return grid.ownerDocument.getElementById(id)?.getAttribute('aria-label') ?? '';
    });
  }

  /** Names of the rules that are drawn, from top to bottom. */
  async drawn(): Promise<string[]> {
    const rows = await this.grid.locator('.body .row').evaluateAll((all) =>
      all.map((row) => ({
        place: Number(row.getAttribute('aria-rowindex')),
        text: row.querySelector('.label')?.textContent ?? '',
      })),
    );
    return rows.toSorted((a, b) => a.place - b.place).map(({ text }) => text);
  }

  /** Names of the rules that are selected. */
  async selected(): Promise<string[]> {
    return this.grid.locator('.body .row[aria-selected=true] .label').allInnerTexts();
  }

  /** Whether keys go to the picture. */
  async hasFocus(): Promise<boolean> {
    return this.grid.evaluate(
      (grid) => grid.ownerDocument.hasFocus() && grid.ownerDocument.activeElement === grid,
    );
  }

  /** Makes a rule that is drawn the active one. */
  async goTo(rule: string): Promise<void> {
    const { x, y } = await this.middleOf(rule);
    await this.#page.mouse.click(x, y);
  }

  /** What is said of a rule in a collection; undefined where nothing is drawn. */
  async cell(rule: string, collection: string): Promise<string | undefined> {
    const labels = await this.#row(rule)
      .getByRole('gridcell')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    const start = `${collection}: `;
    return labels.find((label) => label?.startsWith(start))?.slice(start.length);
  }

  /** The collections in which a rule has a mark that can be seen. */
  async seen(rule: string): Promise<string[]> {
    return this.#row(rule)
      .locator('.state:not(.apart, .waiting)')
      .evaluateAll((all) =>
        all
          .filter((one) => {
            const [cell, name, grid] = [
              one,
              one.parentElement?.querySelector('.name'),
              one.closest('.grid'),
            ].map((part) => part?.getBoundingClientRect());
            return cell && name && grid && cell.left >= name.right - 1 && cell.right <= grid.right;
          })
          .map((one) => one.getAttribute('aria-label')?.split(': ')[0] ?? ''),
      );
  }

  #row(rule: string): Locator {
    return this.grid
      .locator('.body .row')
      .filter({ has: this.#frame.locator('.label').getByText(rule, { exact: true }) });
  }

  /** Where the pointer takes hold of a rule. */
  async middleOf(rule: string): Promise<{ readonly x: number; readonly y: number }> {
    const label = this.grid.locator('.body .label').getByText(rule, { exact: true });
    // Rows that are drawn anew at that moment are nowhere.
    const box = await until(`${rule} in sight`, async () => (await label.boundingBox()) ?? undefined);
    return { x: box.x + 10, y: box.y + box.height / 2 };
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.#page.keyboard.press(key);
    }
  }
}
