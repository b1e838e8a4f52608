import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { framedRowSteps } from './framedRows.ts';
import type { Step } from './mainJob.ts';
import { inView, said, select, selected } from './policyRows.ts';
import type { Session } from './session.ts';
import { forgottenMs, until, untilSeen } from './until.ts';

/** Keeps, in the window, which rows are lit up whenever a key goes down: it may be others a moment before and after. */
const watchLit = `litAtKeys = [];
addEventListener('keydown', () => {
  const labels = document.querySelectorAll('.pane .monaco-list-row.selected .label-name');
  litAtKeys.push(...[...labels].map(({ textContent }) => textContent.replace(/^\\d+\\. /, '')));
}, true);`;

/** Counts, in the window, how often the text has the keyboard at a moment at which a key would come to it. */
const watchKeyboard = `keyboardInText = 0;
addEventListener('focusin', () => {
  const look = () => { keyboardInText += document.activeElement?.closest('.monaco-editor') ? 1 : 0; };
  setTimeout(look, 0);
});`;

/** A key whose rows cannot be known is refused, and says so. */
const refusalIn = ({ workbench }: Session): Locator =>
  workbench.notifications.toast(/Other rows were selected meanwhile/);

/** Edits the rule of a row by a key. It is pressed again where it was refused, or lost by a window that is busy: then nothing was edited. */
async function edit(session: Session, label: string, key: string): Promise<void> {
  const { workbench } = session;
  const before = await workbench.editors.text();
  const refusal = refusalIn(session);
  const isEdited = async (): Promise<boolean> => (await workbench.editors.text()) !== before;
  await until(`an edit by ${key}`, async () => {
    await select(session, label);
    await workbench.press(key);
    const isAnswered = async (): Promise<boolean> => (await isEdited()) || (await refusal.isVisible());
    await until('an answer', isAnswered, forgottenMs / 1000).catch(() => undefined);
    const isDone = await isEdited();
    await (isDone ? undefined : workbench.notifications.clear());
    return isDone;
  });
}

export const ruleActSteps: readonly Step[] = [
  {
    name: 'a click on a policy opens its file and its row',
    async run(session, picture) {
      const { workbench } = session;
      await workbench.showContainer('Ordinance');
      await workbench.policies.expand('Vulnerability');
      const opened = workbench.editors.tab('images.policy.yaml');
      await untilSeen('the file', () => workbench.policies.select('Deployed images'), opened);
      await workbench.policies.row('1. block payments');
      await picture('click-on-policy');
    },
  },
  {
    name: 'a key that is used for the first time is about the row that was lit up then, not about one clicked after it',
    async run(session) {
      const { workbench, page } = session;
      const first = await workbench.policies.row('1. block payments');
      const other = await (await workbench.policies.row('2. shop')).boundingBox();
      assert.ok(other);
      const refusal = refusalIn(session);
      // Each is used for the first time in this window.
      for (const [key, done] of [
        ['ControlOrMeta+/', 'disabled'],
        ['ControlOrMeta+d', 'duplicated'],
        ['Delete', 'deleted'],
      ] as const) {
        const edited = page.getByLabel(new RegExp(`" ${done}:`));
        const isRefused = async (): Promise<boolean> => {
          await select(session, '1. block payments');
          const before = await workbench.editors.text();
          await workbench.press(key);
          await page.mouse.click(other.x + 100, other.y + 10);
          const isAnswered = async (): Promise<boolean> =>
            (await edited.count()) > 0 || (await refusal.isVisible());
          // A window that is busy loses a key: then nothing was edited, and it is pressed again.
          const isLost = await until('an answer', isAnswered, forgottenMs / 1000).then(
            () => false,
            () => true,
          );
          if (isLost || (await refusal.isVisible())) {
            assert.equal(await workbench.editors.text(), before);
            await workbench.notifications.clear();
            return true;
          }
          return false;
        };
        // What was selected while rows were drawn anew, and left at once, is not known: the key is refused, and may be used again.
        await until('the edit', async () => !(await isRefused()));
        assert.notEqual(await page.getByLabel(`"block payments" ${done}:`).count(), 0);
        await workbench.policies.focus();
        await workbench.press('ControlOrMeta+z');
        await first.waitFor();
        await until(
          'the text as it was',
          async () => ((await workbench.editors.text()).match(/block payments|disabled/g) ?? []).length === 1,
        );
      }
    },
  },
  {
    name: 'switches a rule off by a key, says what changes hands, and takes it back by another',
    async run(session, picture) {
      const { workbench } = session;
      await edit(session, '1. block payments', 'ControlOrMeta+/');
      await said(session, /"block payments" disabled: \d scopes? changes? hands/);
      await until('the flag', async () => /disabled: true/.test(await workbench.editors.text()));
      await until('the row to say so', async () =>
        (await workbench.policies.describe('1. block payments')).includes('disabled'),
      );
      await picture('rule-disabled');
      await workbench.policies.focus();
      await workbench.press('ControlOrMeta+z');
      await until('the text as it was', async () => !/disabled/.test(await workbench.editors.text()));
      // The editor undid it, and gave the keyboard back.
      await selected(session, '1. block payments');
      await inView(session);
    },
  },
  {
    name: 'lenses follow an edit that is taken back just as the text loses the keyboard',
    async run(session) {
      const { workbench, page } = session;
      const before = await workbench.editors.text();
      const lens = page.locator('.codelens-decoration a', { hasText: 'Rule 1 of 3 · disabled' }).first();
      await edit(session, '1. block payments', 'ControlOrMeta+/');
      await lens.waitFor();
      const row = await (await workbench.policies.row('2. shop')).boundingBox();
      assert.ok(row);
      await page.locator('.editor-group-container.active .view-lines').click();
      await workbench.editors.focused();
      await workbench.press('ControlOrMeta+z');
      await page.mouse.click(row.x + 100, row.y + 10);
      await until('the text as it was', async () => (await workbench.editors.text()) === before);
      await lens.waitFor({ state: 'detached' });
    },
  },
  {
    name: 'keeps the keyboard in the view while an edit is taken back there, so that no other key goes into the text',
    async run(session) {
      const { workbench, page } = session;
      const before = await workbench.editors.text();
      await page.evaluate(watchKeyboard);
      for (const key of ['ControlOrMeta+/', 'ControlOrMeta+d']) {
        await edit(session, '2. shop', key);
        await inView(session);
        await page.evaluate('keyboardInText = 0');
        await workbench.press('ControlOrMeta+z');
        await until('the text as it was', async () => (await workbench.editors.text()) === before);
        await selected(session, '2. shop');
        await inView(session);
        assert.equal(await page.evaluate('keyboardInText'), 0);
      }
    },
  },
  {
    name: 'moves a rule down, takes that back, and moves it again: the keys stay in the view',
    async run(session, picture) {
      const { workbench } = session;
      const before = await workbench.editors.text();
      await select(session, '1. block payments');
      for (const times of [1, 2]) {
        await workbench.press('Alt+ArrowDown');
        await selected(session, '2. block payments');
        await inView(session);
        await workbench.press('ControlOrMeta+z');
        await selected(session, '1. block payments');
        await inView(session);
        await picture(`moved-and-back-${times}`);
      }
      await until('the text as it was', async () => (await workbench.editors.text()) === before);
    },
  },
  {
    name: 'duplicates, renames and deletes by keys alone',
    async run(session, picture) {
      const { workbench } = session;
      await edit(session, '2. shop', 'ControlOrMeta+d');
      await said(session, /"shop" duplicated: nothing changes hands/);
      await selected(session, '3. shop (copy)');
      await inView(session);
      await workbench.press('F2');
      await workbench.quickInput.box.getByText('Rename Rule 3').waitFor();
      await workbench.quickInput.opened();
      await workbench.quickInput.type('shop of the north');
      await picture('rule-rename');
      await workbench.press('Enter');
      await selected(session, '3. shop of the north');
      await inView(session);
      await workbench.press('Delete');
      await said(session, /"shop of the north" deleted: nothing changes hands/);
      await selected(session, '3. spare the api');
      await until(
        'the copy to be gone',
        async () => !(await workbench.editors.text()).includes('of the north'),
      );
      await picture('rule-deleted');
    },
  },
  ...framedRowSteps,
  {
    name: 'asks for the name of a copy that was made just now, and keeps the keyboard there',
    async run(session, picture) {
      const { workbench } = session;
      await select(session, '2. shop');
      await workbench.press('ControlOrMeta+d', 'F2');
      await workbench.quickInput.box.getByText('Rename Rule 3').waitFor();
      await workbench.quickInput.type('shop of the south');
      await picture('rule-copy-rename');
      await workbench.press('Enter');
      await selected(session, '3. shop of the south');
      await inView(session);
      await workbench.press('Delete');
      await selected(session, '3. spare the api');
    },
  },
  {
    name: 'rules that were deleted together are there again when that is taken back, and a click on one is about it alone',
    async run(session, picture) {
      const { workbench, page } = session;
      const before = await workbench.editors.text();
      await select(session, '2. shop');
      await workbench.press('Shift+ArrowDown', 'Delete');
      await said(session, /2 rules deleted/);
      await until(
        'both to be gone',
        async () => !/shop$|spare the api/m.test(await workbench.editors.text()),
      );
      await workbench.policies.focus();
      await workbench.press('ControlOrMeta+z');
      await until('the text as it was', async () => (await workbench.editors.text()) === before);
      await workbench.policies.row('3. spare the api');
      await page
        .locator('.codelens-decoration a', { hasText: /Rule 2 of 3/ })
        .first()
        .waitFor();
      await picture('deleted-and-back');
      await selected(session, '2. shop');
      await page.locator('.pane .monaco-list-row[aria-label*="moves together"]').nth(1).waitFor();
      await workbench.policies.select('2. shop');
      await page
        .locator('.pane .monaco-list-row[aria-label*="moves together"]')
        .first()
        .waitFor({ state: 'detached' });
      await inView(session);
      await workbench.press('Alt+ArrowUp');
      await selected(session, '1. shop');
      await workbench.policies.row('3. spare the api');
      await workbench.press('ControlOrMeta+z');
      await until('the text as it was', async () => (await workbench.editors.text()) === before);
    },
  },
  {
    name: 'finds a rule by typing',
    async run(session, picture) {
      const { workbench } = session;
      await workbench.commandByKeys('Ordinance: Find Rule…');
      // Keys that come before it is there would go to the tree.
      await workbench.quickInput.box.locator('input[placeholder^="Type a part"]:focus').waitFor();
      await workbench.quickInput.type('block pay');
      await workbench.quickInput.entry('block payments').and(session.page.locator('.focused')).waitFor();
      await picture('find-rule');
      await workbench.press('Enter');
      await workbench.quickInput.closed();
      await session.page
        .locator('.pane .monaco-list-row.selected')
        .filter({ has: session.page.locator('.label-name', { hasText: '1. block payments' }) })
        .first()
        .waitFor();
    },
  },
  {
    name: 'a key is about the row that is lit up, however fast the keys before it and a click came',
    async run(session) {
      const { workbench } = session;
      const rules = async (): Promise<readonly string[]> =>
        (await workbench.editors.text()).split(/^ {2}- name: /m).slice(1);
      const off = async (): Promise<readonly string[]> =>
        (await rules())
          .filter((rule) => rule.includes('disabled: true'))
          .map((rule) => rule.split('\n', 1)[0] ?? '');
      const place = async (): Promise<number> =>
        (await rules()).findIndex((rule) => rule.startsWith('block payments'));
      const refusal = refusalIn(session);
      await session.page.evaluate(watchLit);
      for (let round = 1; round <= 4; round++) {
        const from = await place();
        await select(session, `${from + 1}. block payments`);
        const [key, to] = from === 2 ? ['Alt+ArrowUp', 0] : ['Alt+ArrowDown', 2];
        await workbench.press(key, key);
        // The moves are being shown, so it may be another row that is under the pointer by now.
        await workbench.policies.select(/\d\. shop$/);
        await session.page.evaluate('litAtKeys = []');
        await workbench.press('ControlOrMeta+/');
        await until('the flag', async () => (await off()).length > 0);
        const atKey = await session.page.evaluate<string[]>('litAtKeys');
        assert.deepEqual(await off(), [...new Set(atKey)]);
        await workbench.policies.focus();
        await workbench.press('ControlOrMeta+z');
        await until('the flag to be gone', async () => (await off()).length === 0);
        await until(
          'its row to say so',
          async () => !/disabled/.test(await workbench.policies.describe(/\d\. shop$/)),
        );
        // A key for a row that was clicked while it was drawn anew, and left at once for another, may find nothing that is meant.
        await until(
          'the moves, or why not',
          async () => (await place()) === to || (await refusal.isVisible()),
        );
        await workbench.notifications.clear();
      }
    },
  },
];
