import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { patienceMs, TreeDrawing, type DrawnRow } from '../../../../src/vscode/policies/treeDrawing.ts';

const console: DrawnRow = { id: 'console', parent: undefined };
const policy: DrawnRow = { id: 'policy', parent: console };
const other: DrawnRow = { id: 'other', parent: console };
const rows = [console, policy, other];
const below = (row: DrawnRow | undefined): readonly DrawnRow[] =>
  row === undefined
    ? [console]
    : row === console
      ? [policy, other]
      : [1, 2].map((each) => ({ id: `${row.id}/${each}`, parent: row }));

/** What happens, in so many milliseconds. */
interface Act {
  readonly at: number;
  readonly what: 'draw' | 'show' | 'toggle';
  readonly row: DrawnRow;
}

/** How long the editor gathers changes after the first. */
const gatheredMs = 200;

/**
 * The editor's side of a tree, as its extension host and its window behave: the first change is drawn at once, those within a while
 * after it together; one drawing at a time; what lies in a row is forgotten when its drawing begins, or when it is asked for, and known
 * again when the answer to the last question came.
 */
class Editor {
  readonly drawing: TreeDrawing;
  readonly #late: () => number;
  readonly #tasks: { readonly at: number; readonly run: () => void }[] = [];
  readonly #content = new Map<string, readonly DrawnRow[]>();
  readonly #expanded = new Set(['console', 'policy', 'other']);
  /** What the window got of each row that it asked for. */
  readonly #shown = new Map<string, readonly DrawnRow[]>();
  readonly #asked = new Map<string, number>();
  #now = 1000;
  #questions = 0;
  #queue: Promise<void> = Promise.resolve();
  #gathered: (DrawnRow | undefined)[] = [];
  #calls = 0;
  #gathering: object | undefined;
  readonly #mends: boolean;
  /** How many drawings it loses from now on. */
  losses = 0;

  /** @param mends told once more to draw what it dropped, as soon as that is known, or when it had its time */
  constructor(late: () => number, { mends }: { readonly mends: boolean } = { mends: false }) {
    this.#late = late;
    this.#mends = mends;
    this.drawing = new TreeDrawing(() => this.#now);
  }

  /** Goes on until nothing is left to be done, looking after each task. */
  async run(look: () => void): Promise<void> {
    await settled();
    for (let next = this.#next(); next; next = this.#next()) {
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await settled();
      look();
    }
  }

  later(ms: number, run: () => void): void {
    this.#tasks.push({ at: this.#now + ms, run });
  }

  /** Told by the extension. */
  changed(changedRows: readonly DrawnRow[] | undefined): void {
    this.drawing.began(changedRows);
    this.#calls++;
    this.#gathered.push(...(changedRows ?? [undefined]));
    if (this.#mends) {
      this.later(patienceMs + gatheredMs, () => {
        const lost = this.drawing.lost();
        if (lost.length > 0) {
          this.changed(lost.every((row) => row !== undefined) ? [...lost] : undefined);
        }
      });
    }
    if (!this.#gathering) {
      this.#draw();
    }
    const gathering = (this.#gathering = {});
    this.later(gatheredMs, () => {
      if (this.#gathering === gathering) {
        this.#gathering = undefined;
        if (this.#calls > 1) {
          this.#draw();
        }
        this.#calls = 0;
      }
    });
  }

  /** A row is shown by the program: what lies in it is asked for where it is not known. */
  show(row: DrawnRow): void {
    if (this.#isKnown(row)) {
      void this.#contentOf(row);
    }
  }

  plan(acts: readonly Act[]): void {
    for (const { at, what, row } of acts) {
      this.later(at, () => {
        if (what === 'draw') {
          this.changed([row]);
        } else if (what === 'show') {
          this.show(row);
        } else {
          this.toggle(row);
        }
      });
    }
  }

  toggle(row: DrawnRow): void {
    if (!this.#isShown(row)) {
      return;
    }
    if (this.#expanded.delete(row.id)) {
      this.drawing.closed(row);
    } else {
      this.#expanded.add(row.id);
      this.drawing.opened(row);
      void this.#list(row);
    }
  }

  async open(): Promise<void> {
    await this.#list(undefined);
  }

  /** Whether it knows all rows that the window shows. */
  get isWhole(): boolean {
    return rows.every(
      (row) =>
        !this.#isShown(row) ||
        (this.#isKnown(row) && (!this.#expanded.has(row.id) || this.#content.has(row.id))),
    );
  }

  /** Rows that are open, and of which the window shows something else than what lies in them. */
  get wrong(): readonly string[] {
    return [undefined, ...rows]
      .filter((row) => !row || (this.#isShown(row) && this.#expanded.has(row.id)))
      .map((row) => row?.id ?? '')
      .filter((id) => this.#shown.get(id)?.length !== below(rows.find((row) => row.id === id)).length);
  }

  #next() {
    this.#tasks.sort((a, b) => a.at - b.at);
    return this.#tasks.shift();
  }

  #draw(): void {
    const all = this.#gathered;
    this.#gathered = [];
    this.#queue = this.#queue.then(async () => {
      if (all.includes(undefined)) {
        this.#content.clear();
        this.#asked.clear();
        await this.#list(undefined);
        return;
      }
      const known = rows.filter((row) => all.includes(row) && this.#isKnown(row));
      const highest = known.filter((row) => !row.parent || !known.includes(row.parent));
      for (const row of highest) {
        this.#forget(row);
        this.drawing.forgotten(row);
      }
      await this.#wait();
      if (this.losses > 0) {
        this.losses--;
        return;
      }
      await Promise.all(highest.map(async (row) => this.#list(row)));
    });
  }

  /** What the window does: asks for a row that is open, and for all below. */
  async #list(row: DrawnRow | undefined): Promise<void> {
    await this.#wait();
    if (row && !(this.#isShown(row) && this.#expanded.has(row.id))) {
      return;
    }
    const content = await this.#contentOf(row);
    this.#shown.set(row?.id ?? '', content);
    await Promise.all(content.filter((each) => rows.includes(each)).map(async (each) => this.#list(each)));
  }

  async #contentOf(row: DrawnRow | undefined): Promise<readonly DrawnRow[]> {
    const id = row?.id ?? '';
    const known = this.#content.get(id);
    if (known) {
      return known;
    }
    const question = ++this.#questions;
    this.#asked.set(id, question);
    this.#forget(row);
    const listed = this.drawing.listing(row);
    const content = below(row);
    await this.#wait();
    if (listed(content) && this.#mends) {
      this.changed(row && [row]);
    }
    if (this.#asked.get(id) !== question || (row && !this.#isKnown(row))) {
      return [];
    }
    content.forEach((each) => this.drawing.forgotten(each));
    this.#content.set(id, content);
    return content;
  }

  #forget(row: DrawnRow | undefined): void {
    const content = this.#content.get(row?.id ?? '');
    this.#content.delete(row?.id ?? '');
    content?.forEach((each) => this.#forget(each));
  }

  #isKnown(row: DrawnRow): boolean {
    return this.#content.get(row.parent?.id ?? '')?.some(({ id }) => id === row.id) ?? false;
  }

  #isShown(row: DrawnRow): boolean {
    return !row.parent || (this.#expanded.has(row.parent.id) && this.#isShown(row.parent));
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => this.later(this.#late(), resolve));
  }
}

async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) {
    await Promise.resolve();
  }
}

const acts = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 1500 }),
    what: fc.constantFrom<Act['what']>('draw', 'draw', 'draw', 'show', 'toggle'),
    row: fc.constantFrom(...rows),
  }),
  { maxLength: 12 },
);

test('whenever the editor does not know all rows that it shows, that is known', async () => {
  await fc.assert(
    fc.asyncProperty(
      acts,
      fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1 }),
      async (all, lates) => {
        let asked = 0;
        const editor = new Editor(() => lates[asked++ % lates.length] ?? 1);
        void editor.open();
        await editor.run(() => undefined);
        assert.ok(editor.isWhole);
        assert.equal(editor.drawing.isOn, false);
        editor.plan(all);
        await editor.run(() => assert.ok(editor.isWhole || editor.drawing.isUnknown));
      },
    ),
  );
});

test('what the editor drops while it does several things at once is drawn once more, until the window shows all rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      acts,
      fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1 }),
      fc.nat({ max: 1 }),
      async (all, lates, losses) => {
        let asked = 0;
        const editor = new Editor(() => lates[asked++ % lates.length] ?? 1, { mends: true });
        void editor.open();
        await editor.run(() => undefined);
        assert.deepEqual(editor.wrong, []);
        // What is asked for to show a row looks like the drawing that was lost: that is found out where the row cannot be shown.
        editor.losses = all.some(({ what }) => what === 'show') ? 0 : losses;
        editor.plan(all);
        await editor.run(() => undefined);
        assert.deepEqual(editor.wrong, []);
      },
    ),
    // What is shown at just the time at which it is asked for is rare.
    { numRuns: 1000 },
  );
});
