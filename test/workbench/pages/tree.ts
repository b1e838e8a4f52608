import type { Locator, Page } from 'playwright-core';
import { appears, forgottenMs, patienceSeconds, until, untilSeen } from '../until.ts';
import { exactly } from './exactly.ts';

/** Rows of the list itself, without those that stick to its top. */
const anyRow = '.monaco-list-rows .monaco-list-row';
/** Pixels: less than a screenful of rows, and two rows. */
const scrollStep = 300;
const smallStep = 44;
/** Pixels from the frame within which a list begins to scroll by itself while something is dragged. */
const edge = 40;

/** Where a row is taken and dropped on: on its text. */
const grip = { x: 120, y: 11 };
/** Pixels that a list may be off its end. */
const almost = 1;

/** The tree of one view, found by the view's title. Rows are found by their label, scrolled to when they are not in sight. */
export class Tree {
  readonly #page: Page;
  readonly #pane: Locator;

  constructor(page: Page, title: string) {
    this.#page = page;
    this.#pane = page.locator('.pane', { has: page.locator(`.pane-header[aria-label^="${title}"]`) });
  }

  /** The view itself, for what is not a row: welcome content, messages. */
  get pane(): Locator {
    return this.#pane;
  }

  /** Rows in sight whose label is exactly this. */
  rows(label: string | RegExp): Locator {
    const text = typeof label === 'string' ? exactly(label) : label;
    return this.#pane.locator(anyRow).filter({ has: this.#page.locator('.label-name', { hasText: text }) });
  }

  /** The row with this label, brought into sight. Waits for it to appear. */
  async row(label: string | RegExp, seconds = patienceSeconds): Promise<Locator> {
    const rows = this.rows(label);
    const list = this.#pane.locator('.monaco-list').first();
    await list.waitFor({ timeout: seconds * 1000 });
    const end = Date.now() + seconds * 1000;
    let step = scrollStep;
    for (;;) {
      const place = await this.#placeOf(rows.first(), list);
      if (place === 'in sight') {
        break;
      }
      if (Date.now() > end) {
        throw new Error(`no row ${String(label)}; in sight are: ${(await this.labels()).join(' | ')}`);
      }
      if (place !== 'unknown') {
        step = place === 'above' ? -smallStep : smallStep;
      }
      if (await this.#goesOn(list, step)) {
        const before = await this.#position();
        await list.hover();
        await this.#page.mouse.wheel(0, step);
        // A wheel that was lost is turned again.
        await until('rows that move', async () => (await this.#position()) !== before, 2).catch(() => false);
      } else if (place === 'unknown') {
        step = -step;
        await this.#page.waitForTimeout(50);
      } else {
        break;
      }
    }
    return rows.first();
  }

  /** Labels of the rows in sight, from top to bottom. */
  async labels(): Promise<string[]> {
    const rows = await this.#pane.locator(anyRow).all();
    const placed = await Promise.all(
      rows.map(async (row) => ({
        index: Number(await row.getAttribute('data-index')),
        label: (await row.locator('.label-name').first().textContent()) ?? '',
      })),
    );
    return placed.toSorted((a, b) => a.index - b.index).map(({ label }) => label);
  }

  /** What a row says about itself: label, description and state, as a screen reader hears it. */
  async describe(label: string | RegExp): Promise<string> {
    return (await (await this.row(label)).getAttribute('aria-label')) ?? '';
  }

  async expand(label: string | RegExp): Promise<void> {
    await this.#toggle(label, 'true');
  }

  async collapse(label: string | RegExp): Promise<void> {
    await this.#toggle(label, 'false');
  }

  async #toggle(label: string | RegExp, expanded: 'true' | 'false'): Promise<void> {
    const wanted = this.#page.locator(`[aria-expanded="${expanded}"]`);
    await untilSeen(
      `row ${String(label)} to open or close`,
      async () => {
        const row = await this.row(label);
        if ((await row.and(wanted).count()) === 0) {
          await row.locator('.monaco-tl-twistie').click();
        }
      },
      this.rows(label).first().and(wanted),
    );
  }

  async select(label: string | RegExp, options: { readonly add?: boolean } = {}): Promise<void> {
    await (await this.row(label)).click(options.add ? { modifiers: ['ControlOrMeta'] } : {});
  }

  /** Gives the list the keyboard, with the selection as it is. */
  async focus(): Promise<void> {
    await this.#pane.locator('.monaco-list').first().focus();
  }

  /** Presses a key on a row until it is called something else: a window that is busy loses a key. */
  async key(label: string, key: string, becomes: string): Promise<void> {
    const there = this.rows(becomes).first();
    await until(`row ${label} to become ${becomes}`, async () => {
      const row = await this.row(label, forgottenMs / 1000).catch(() => undefined);
      if (row && !(await there.isVisible())) {
        await row.click();
        await this.focus();
        await this.#page.keyboard.press(key);
      }
      return appears(there);
    });
  }

  /** Presses an inline action of a row, by the name in its tooltip. A row that is drawn anew under the pointer takes it away. */
  async action(label: string | RegExp, name: string): Promise<void> {
    await until(`${name} of row ${String(label)}`, async () => {
      const row = await this.row(label);
      const timeout = forgottenMs;
      return row
        .hover({ timeout })
        .then(() => row.getByRole('button', { name }).first().click({ timeout }))
        .then(
          () => true,
          () => false,
        );
    });
  }

  /** Picks an entry of a row's context menu. A menu that closes before it was clicked is opened again. */
  async menu(label: string | RegExp, entry: string): Promise<void> {
    const item = this.#page.getByRole('menuitem', { name: entry }).first();
    await until('the entry to be picked', async () => {
      if (!(await item.isVisible())) {
        await (await this.row(label)).click({ button: 'right' });
        await appears(item);
      }
      // A menu that has just opened does not take a click yet: one that stays is clicked again.
      return item
        .click({ timeout: forgottenMs })
        .then(() => item.waitFor({ state: 'hidden', timeout: forgottenMs }))
        .then(
          () => true,
          () => false,
        );
    });
  }

  /**
   * Drops one row onto another, with several selected rows all of them, until it is called something else. The editor forgets a
   * drop on rows that it is just drawing anew; then a person drags again.
   */
  async drag(from: string | RegExp, onto: string | RegExp, becomes: string): Promise<void> {
    const there = this.rows(becomes).first();
    await until(`row ${String(from)} to become ${becomes}`, async () => {
      await this.#dragOnce(from, onto).catch((error: unknown) =>
        console.log(`not dragged: ${String(error)}`),
      );
      return appears(there);
    });
  }

  async #dragOnce(from: string | RegExp, onto: string | RegExp): Promise<void> {
    const seconds = forgottenMs / 1000;
    const target = await this.row(onto, seconds);
    const source = await this.row(from, seconds);
    const mouse = this.#page.mouse;
    await source.hover({ position: grip, timeout: forgottenMs });
    const box = await target.boundingBox({ timeout: forgottenMs });
    if (box === null) {
      throw new Error(`row ${String(onto)} is gone`);
    }
    const [x, y] = [box.x + grip.x, box.y + grip.y];
    await mouse.down();
    try {
      await mouse.move(x, y, { steps: 8 });
      // The list says so once it would take the drop.
      await untilSeen(
        `row ${String(onto)} to take the drop`,
        async () => {
          await mouse.move(x + 1, y);
          await mouse.move(x, y);
        },
        target.and(this.#page.locator('.drop-target')),
        seconds,
      );
    } finally {
      await mouse.up();
    }
  }

  /** Rows just outside of the list's frame are there, too, but no pointer reaches them; at its edge they run away. */
  async #placeOf(row: Locator, list: Locator): Promise<'above' | 'in sight' | 'below' | 'unknown'> {
    const [inner, outer] = await Promise.all([
      row.count().then((count) => (count === 0 ? null : row.boundingBox())),
      list.boundingBox(),
    ]);
    if (inner === null || outer === null) {
      return 'unknown';
    }
    if (inner.y < outer.y + edge) {
      return 'above';
    }
    return inner.y + inner.height > outer.y + outer.height - edge ? 'below' : 'in sight';
  }

  /** Whether there are more rows that way. */
  async #goesOn(list: Locator, step: number): Promise<boolean> {
    const [inner, outer] = await Promise.all([
      this.#pane.locator('.monaco-list-rows').first().boundingBox(),
      list.boundingBox(),
    ]);
    if (inner === null || outer === null) {
      return false;
    }
    return step > 0 ? inner.y + inner.height > outer.y + outer.height + almost : inner.y < outer.y - almost;
  }

  async #position(): Promise<string> {
    const rows = this.#pane.locator('.monaco-list-rows').first();
    return (await rows.getAttribute('style')) ?? '';
  }
}
