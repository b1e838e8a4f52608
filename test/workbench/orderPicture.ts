import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { writeSampleWorkspace } from '../../scripts/lib/sample.ts';
import type { Step } from './mainJob.ts';
import { PicturePage } from './pages/picturePage.ts';
import type { Session, SessionOptions } from './session.ts';
import { until } from './until.ts';

const title = 'Order of vulnerability/images (sandbox)';

interface Rule {
  readonly name: string;
  readonly collections: readonly string[];
  readonly more?: string;
}

/** From high on. */
const blocks = '    blockThreshold:\n      enabled: true\n      value: 7\n';

/** Of collections that every sandbox has. */
const rules: readonly Rule[] = [
  { name: 'payments gateway', collections: ['payments-gateway'], more: blocks },
  { name: 'payments', collections: ['payments'], more: blocks },
  { name: 'payments api', collections: ['payments-api'] },
  { name: 'checkout and its api', collections: ['checkout-api', 'checkout'], more: blocks },
  { name: 'old checkout', collections: ['checkout'], more: '    disabled: true\n' },
  { name: 'card data', collections: ['pci-scope'], more: blocks.replace('7', '4') },
  { name: 'everything', collections: ['All'] },
  { name: 'checkout once more', collections: ['checkout', 'checkout-api'] },
];

/** A workspace with one policy in which not every rule gets something to decide. */
export const pictureSession: SessionOptions = {
  async fill(folder, url) {
    await writeSampleWorkspace(folder, url);
    const place = join(folder, 'policies/sandbox/vulnerability');
    await mkdir(place, { recursive: true });
    await writeFile(
      join(place, 'images.policy.yaml'),
      `policyType: containerVulnerability\nrules:\n${rules.map(written).join('')}`,
    );
  },
};

function written({ name, collections, more = '' }: Rule): string {
  const named = collections.map((collection) => `      - name: ${collection}\n`).join('');
  return `  # about ${name}\n  - name: ${name}\n    collections:\n${named}${more}`;
}

const open = ({ page }: Session): PicturePage => new PicturePage(page, title);
const names = rules.map(({ name }) => name);
const text = (found: { allInnerTexts(): Promise<string[]> }): Promise<string> =>
  found.allInnerTexts().then((texts) => texts.join(' '));

const spoken = (shown: PicturePage, words: RegExp): Promise<unknown> =>
  until(`${words} to be said`, async () => words.test(await text(shown.spoken)));

export const pictureSteps: readonly Step[] = [
  {
    name: 'shows who decides where, by the collections of the console, and has the keyboard',
    async run(session, picture) {
      const { workbench } = session;
      await workbench.showContainer('Ordinance');
      await until(
        'a console that is signed in',
        async () => !/signed out/.test(await workbench.policies.describe('sandbox')),
      );
      await workbench.choose('Ordinance: Show Rule Order Map', 'vulnerability/images');
      const shown = open(session);
      await shown.grid.waitFor();
      await until('the collections of the console', async () =>
        /Collections: from the console/.test(await text(shown.notes)),
      );
      await until('the focus', () => shown.hasFocus());
      assert.deepEqual((await shown.drawn()).slice(0, -1), names);
      assert.match((await shown.drawn()).at(-1) ?? '', /^No rule: alerts on everything/);
      assert.equal(await shown.grid.getAttribute('aria-rowcount'), String(names.length + 2));
      const says = async (rule: string, collection: string, what: string | undefined): Promise<void> => {
        await until(
          `${rule} in ${collection}: ${what}`,
          async () => (await shown.cell(rule, collection)) === what,
        );
      };
      await says('payments gateway', 'payments-gateway', 'applies to all of it');
      await says('payments api', 'payments-api', 'shadowed by rules above');
      await says('card data', 'pci-scope', 'applies to some of it');
      await says('old checkout', 'checkout', 'disabled');
      await says('payments gateway', 'payments-api', undefined);
      await shown.press('ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight');
      await until('the cell', async () => (await shown.active()) === 'payments-api: shadowed by rules above');
      await until('who decides instead', async () =>
        /Rules above apply there: "payments" \(#2\)/.test(await text(shown.about)),
      );
      await picture?.('order-picture');
    },
  },
  {
    name: 'tells overlaps in theory from real ones, and shows them as these when the reader wants to see them',
    async run(session) {
      const shown = open(session);
      const says = (what: string): Promise<unknown> =>
        until(what, async () => (await shown.cell('card data', 'payments')) === what);
      await says('overlaps only in theory');
      await spoken(shown, /8 rules, 7 collections\. \d+ overlaps are only in theory/);
      await shown.theory.press('Space');
      await says('shadowed by rules above');
      await spoken(shown, /8 rules, 7 collections$/);
      await shown.theory.press('Space');
      await says('overlaps only in theory');
      await shown.grid.focus();
    },
  },
  {
    name: 'shows what a move would change before it is made, and leaves it with Escape',
    async run(session, picture) {
      const shown = open(session);
      await shown.press('Alt+ArrowUp');
      await until('what changes hands', async () => /payments\/api/.test(await text(shown.about)));
      await until('the rule where it would go', async () => (await shown.drawn())[1] === 'payments api');
      await until('a cell that changes', async () =>
        ((await shown.cell('payments api', 'payments-api')) ?? '').startsWith(
          'applies to all of it (changes: ',
        ),
      );
      await spoken(shown, /"payments api" from position 3 to 2/);
      await picture?.('order-picture-move');
      await shown.press('Escape');
      await until('the order as it was', async () => (await shown.drawn())[2] === 'payments api');
      await spoken(shown, /Not moved: "payments api"/);
    },
  },
  {
    name: 'moves the rule with Enter, takes that back, and follows the file',
    async run(session) {
      const shown = open(session);
      await shown.press('Alt+ArrowUp');
      await until('what changes hands', async () => /payments\/api/.test(await text(shown.about)));
      await shown.press('Enter');
      await until('the move', async () =>
        /"payments api" was moved to position 2/.test(await text(shown.spoken)),
      );
      await until(
        'the picture',
        async () => (await shown.cell('payments api', 'payments-api')) === 'applies to all of it',
      );
      await until('the cell', async () => (await shown.active()) === 'payments-api: applies to all of it');
      await until('the focus', () => shown.hasFocus());
      await shown.press('Control+z');
      await until('the order as it was', async () => (await shown.drawn())[2] === 'payments api');
      await until(
        'what it decides',
        async () => (await shown.cell('payments api', 'payments-api')) === 'shadowed by rules above',
      );
    },
  },
  {
    name: 'selects several rules by keys, looks at where they would go as one, moves them and takes that back',
    async run(session, picture) {
      const shown = open(session);
      await shown.goTo('payments');
      await shown.press('Shift+ArrowDown');
      await until('what is selected', async () => /^2 rules selected$/.test(await text(shown.spoken)));
      assert.deepEqual(await shown.selected(), ['payments', 'payments api']);
      await shown.press('Alt+ArrowDown');
      await until('both below', async () =>
        isDeepStrictEqual((await shown.drawn()).slice(1, 4), [
          'checkout and its api',
          'payments',
          'payments api',
        ]),
      );
      await spoken(shown, /2 rules to positions 3 to 4: "payments", "payments api"/);
      await shown.press('Alt+ArrowUp');
      await until('the order as it was', async () => (await shown.drawn())[1] === 'payments');
      await shown.press('Alt+Home');
      await until('what changes hands', async () => /payments\/gateway/.test(await text(shown.about)));
      await until('a cell that changes', async () =>
        /changes: applies to all of it/.test(
          (await shown.cell('payments gateway', 'payments-gateway')) ?? '',
        ),
      );
      await picture?.('order-picture-several');
      await shown.press('Escape');
      await until('the order as it was', async () => (await shown.drawn())[0] === 'payments gateway');
      await spoken(shown, /Not moved: 2 rules/);
      assert.deepEqual(await shown.selected(), ['payments', 'payments api']);
      await shown.press('Alt+Home', 'Enter');
      await until('the move', async () =>
        /2 rules were moved to positions 1 to 2/.test(await text(shown.spoken)),
      );
      await until('the picture', async () => (await shown.drawn())[2] === 'payments gateway');
      await until('them as what is selected', async () =>
        isDeepStrictEqual(await shown.selected(), ['payments', 'payments api']),
      );
      await until('the focus', () => shown.hasFocus());
      await shown.press('Control+z');
      await until('the order as it was', async () => (await shown.drawn())[0] === 'payments gateway');
      await until('the focus', () => shown.hasFocus());
      await shown.press('Escape');
      await until('nothing that is selected', async () => (await shown.selected()).length === 0);
    },
  },
  {
    name: 'filters by rules and collections, and leads to the rule in the file',
    async run(session) {
      const shown = open(session);
      await shown.press('/');
      await shown.rules.and(shown.focused).waitFor();
      await session.page.keyboard.type('check');
      await until('fewer rules', async () =>
        (await shown.drawn()).every((name) => name.includes('checkout')),
      );
      await shown.press('Tab');
      await shown.collections.and(shown.focused).waitFor();
      await session.page.keyboard.type('checkout-');
      await until('fewer collections', async () => (await shown.grid.getAttribute('aria-colcount')) === '2');
      await until('the count', async () => /3 of 8 rules, 1 of 7 collections/.test(await text(shown.spoken)));
      await shown.rules.focus();
      await shown.press('ArrowDown', 'Control+Home', 'Enter');
      await session.workbench.editors.shows('# about checkout and its api');
    },
  },
  {
    name: 'is shown again at the rule that has the cursor',
    async run(session) {
      await session.page.keyboard.press('Control+End');
      await session.page.keyboard.press('ArrowUp');
      await session.workbench.commandByKeys('Ordinance: Show Rule Order Map');
      const shown = open(session);
      await until('the rule', async () =>
        /"checkout once more" has position 8/.test(await text(shown.about)),
      );
      await until('the focus', () => shown.hasFocus());
    },
  },
  {
    name: 'is dragged: what would change is shown under the pointer, Escape leaves it, and a drop moves it',
    async run(session) {
      const { mouse, keyboard } = session.page;
      const shown = open(session);
      await shown.rules.fill('');
      await shown.collections.fill('');
      await until('all rules', async () => (await shown.drawn()).length === names.length + 1);
      const drag = async (rule: string, over: string): Promise<void> => {
        const [from, to] = [await shown.middleOf(rule), await shown.middleOf(over)];
        await mouse.move(from.x, from.y);
        await mouse.down();
        await mouse.move(from.x, from.y - 8, { steps: 3 });
        await mouse.move(to.x, to.y, { steps: 5 });
        await until('what changes hands', async () => /payments\/api/.test(await text(shown.about)));
        await until('the rule where it would go', async () => (await shown.drawn())[1] === 'payments api');
      };
      await drag('payments api', 'payments');
      await keyboard.press('Escape');
      await until('the order as it was', async () => (await shown.drawn())[2] === 'payments api');
      await mouse.up();
      await spoken(shown, /Not moved/);
      await drag('payments api', 'payments');
      await mouse.up();
      await until('the move', async () => /was moved to position 2/.test(await text(shown.spoken)));
      // The picture of the file that was edited comes after it, and rows are drawn anew.
      await until(
        'the picture',
        async () => (await shown.cell('payments api', 'payments-api')) === 'applies to all of it',
      );
    },
  },
  {
    name: 'drags rules that were selected by clicks as one',
    async run(session, picture) {
      const { mouse, keyboard } = session.page;
      const shown = open(session);
      const click = async (rule: string, modifier?: string): Promise<void> => {
        const { x, y } = await shown.middleOf(rule);
        await (modifier ? keyboard.down(modifier) : undefined);
        await mouse.click(x, y);
        await (modifier ? keyboard.up(modifier) : undefined);
      };
      await click('old checkout');
      await click('everything', 'Shift');
      await until('a range', async () =>
        isDeepStrictEqual(await shown.selected(), ['old checkout', 'card data', 'everything']),
      );
      await click('card data', 'Control');
      await until('without one', async () =>
        isDeepStrictEqual(await shown.selected(), ['old checkout', 'everything']),
      );
      const [from, to] = [await shown.middleOf('everything'), await shown.middleOf('payments gateway')];
      await mouse.move(from.x, from.y);
      await mouse.down();
      await mouse.move(from.x, from.y - 8, { steps: 3 });
      await mouse.move(to.x, to.y, { steps: 5 });
      await until('both above everything', async () =>
        isDeepStrictEqual((await shown.drawn()).slice(0, 2), ['old checkout', 'everything']),
      );
      await until('the changed decisions', async () => /\d changed decision/.test(await text(shown.about)));
      await picture?.('order-picture-drag');
      await keyboard.press('Escape');
      await until('the order as it was', async () => (await shown.drawn())[0] === 'payments gateway');
      await mouse.up();
      await click('payments');
      await until('nothing that is selected', async () => (await shown.selected()).length === 0);
    },
  },
  {
    name: 'opens the rule of a double click in the file, also while rows are drawn between the presses',
    async run(session) {
      const shown = open(session);
      const { x, y } = await shown.middleOf('card data');
      await session.page.mouse.dblclick(x, y, { delay: 80 });
      await until('the file to have the keyboard', async () => !(await shown.hasFocus()));
      await session.workbench.editors.shows('# about card data');
    },
  },
  {
    name: 'comes back when the window is reloaded, with the choices of its reader',
    async run(session) {
      const shown = open(session);
      await shown.collections.fill('checkout-');
      await until('fewer collections', async () => (await shown.grid.getAttribute('aria-colcount')) === '2');
      await shown.goTo('everything');
      const active = await until('the rule', async () => {
        const now = await shown.active();
        return /everything/.test(now) ? now : undefined;
      });
      await session.workbench.reload();
      const again = open(session);
      await again.grid.waitFor();
      await until('the rules', async () => (await again.drawn())[1] === 'payments api');
      assert.equal(await again.collections.inputValue(), 'checkout-');
      await until('fewer collections', async () => (await again.grid.getAttribute('aria-colcount')) === '2');
      await until('the rule', async () => (await again.active()) === active);
    },
  },
];
