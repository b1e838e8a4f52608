import type { FrameLocator, Locator, Page } from 'playwright-core';

/** The table in the tab that is in front. */
export class TablePage {
  readonly #page: Page;
  readonly #frame: FrameLocator;
  readonly grid: Locator;
  readonly filter: Locator;
  readonly status: Locator;

  constructor(page: Page, title: string) {
    this.#page = page;
    // One frame for each page that is in front, and within it the one with the content.
    this.#frame = page.frameLocator('iframe.webview.ready >> visible=true').frameLocator('#active-frame');
    this.grid = this.#frame.getByRole('grid', { name: title });
    this.filter = this.#frame.getByRole('searchbox');
    this.status = this.#frame.getByRole('status');
  }

  button(name: string): Locator {
    return this.#frame.getByRole('button', { name, exact: true });
  }

  /** Opens the list of columns, which then moves the focus to its first checkbox. */
  async openColumns(): Promise<void> {
    await this.button('Columns').press('Enter');
    await this.#frame.locator('#columns input:focus').waitFor();
  }

  checkbox(name: string): Locator {
    return this.#frame.getByRole('checkbox', { name, exact: true });
  }

  header(title: string): Locator {
    return this.grid.getByRole('columnheader', { name: title, exact: true });
  }

  /** The first cell that says just this. */
  cell(text: string): Locator {
    return this.grid.locator('.body').getByRole('gridcell', { name: text, exact: true }).first();
  }

  async headers(): Promise<string[]> {
    const texts = await this.grid.getByRole('columnheader').allTextContents();
    return texts.map((text) => text.replaceAll(/[▲▼]/g, ''));
  }

  /** Cells of the rows that are drawn, by their place, of one column. */
  async column(title: string): Promise<string[]> {
    const place = (await this.headers()).indexOf(title);
    const rows = await this.grid.locator('.body .row').evaluateAll(
      (drawn, index) =>
        drawn.map((row) => ({
          place: Number(row.getAttribute('aria-rowindex')),
          text: row.children[index]?.textContent ?? '',
        })),
      place,
    );
    return rows.toSorted((a, b) => a.place - b.place).map(({ text }) => text);
  }

  /** What a screen reader is on. */
  async active(): Promise<string> {
    const id = await this.grid.getAttribute('aria-activedescendant');
    return (await this.#frame.locator(`[id="${id}"]`).textContent()) ?? '';
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.#page.keyboard.press(key);
    }
  }
}
