import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Step } from './mainJob.ts';
import { inView, said, select, selected } from './policyRows.ts';
import type { Session } from './session.ts';
import { forgottenMs, until, untilSeen } from './until.ts';

/** Counts, in the window, how often the text has the keyboard at a moment at which a key would come to it. */
const watchKeyboard = `keyboardInText = 0;
addEventListener('focusin', () => {
  const look = () => { keyboardInText += document.activeElement?.closest('.monaco-editor') ? 1 : 0; };
  setTimeout(look, 0);
});`;

/** A key that comes while rows are redrawn, with other rows selected since, is refused, and says so. */
const refusalIn = ({ workbench }: Session): Locator =>
  workbench.notifications.toast(/Could not find out which row was meant/);

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
    name: 'switches a rule off by a key, shows the changed decisions, and takes it back by another',
    async run(session, picture) {
      const { workbench } = session;
      await edit(session, '1. block payments', 'ControlOrMeta+/');
      await said(session, /"block payments" disabled: \d changed decisions?/);
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
        await page
          .locator('.pane .monaco-list-row.selected')
          .filter({ has: page.locator('.label-name', { hasText: '2. shop' }) })
          .first()
          .waitFor();
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
      await said(session, /"shop" duplicated: no changed decisions/);
      await workbench.policies.row('3. shop (copy)');
      await inView(session);
      await workbench.press('ArrowDown', 'F2');
      await workbench.quickInput.box.getByText('Rename Rule 3').waitFor();
      await workbench.quickInput.opened();
      await workbench.quickInput.type('shop of the north');
      await picture('rule-rename');
      await workbench.press('Enter');
      await selected(session, '3. shop of the north');
      await inView(session);
      await workbench.press('Delete');
      await said(session, /"shop of the north" deleted: no changed decisions/);
      await selected(session, '3. spare the api');
      await until(
        'the copy to be gone',
        async () => !(await workbench.editors.text()).includes('of the north'),
      );
      await picture('rule-deleted');
    },
  },
  {
    name: 'a key after arrow keys acts on the row with the focus',
    async run(session, picture) {
      const { workbench } = session;
      const before = await workbench.editors.text();
      await select(session, '1. block payments');
      await workbench.press('ArrowDown', 'Delete');
      await picture('focused-row');
      await said(session, /"shop" deleted:/);
      await until('it to be gone', async () => !/shop$/m.test(await workbench.editors.text()));
      await selected(session, '2. spare the api');
      await workbench.press('ControlOrMeta+z');
      await until('the text as it was', async () => (await workbench.editors.text()) === before);
      await workbench.policies.row('2. shop');
      await selected(session, '3. spare the api');
    },
  },
  {
    name: 'a key acts on all selected rows when the focused row is one of them, else on that row alone',
    async run(session) {
      const { workbench } = session;
      const before = await workbench.editors.text();
      for (const [keys, words] of [
        [['Shift+ArrowDown'], /2 rules disabled:/],
        [['Shift+ArrowDown', 'ArrowDown'], /"spare the api" disabled:/],
      ] as const) {
        await select(session, '1. block payments');
        await workbench.press(...keys, 'ControlOrMeta+/');
        await said(session, words);
        await inView(session);
        await workbench.press('ControlOrMeta+z');
        await until('the text as it was', async () => (await workbench.editors.text()) === before);
        await until(
          'the rows to say so',
          async () => !/disabled/.test(await workbench.policies.describe('3. spare the api')),
        );
      }
    },
  },
  {
    name: 'the rule at the cursor is marked, and takes neither focus nor selection from the row of the next key',
    async run(session, picture) {
      const { workbench, page } = session;
      const before = await workbench.editors.text();
      await select(session, '1. block payments');
      await workbench.editors.goTo(10);
      const marked = page.locator(
        '.pane .monaco-list-row[aria-label*="shop, "][aria-label*="at the cursor"]',
      );
      await untilSeen('the mark', () => workbench.press('ArrowRight', 'ArrowLeft'), marked.first());
      await picture('at-cursor');
      await workbench.commandByKeys('Ordinance: Focus on Policies View');
      await selected(session, '1. block payments');
      await inView(session);
      await workbench.press('ControlOrMeta+/');
      await said(session, /"block payments" disabled:/);
      await inView(session);
      await workbench.press('ControlOrMeta+z');
      await until('the text as it was', async () => (await workbench.editors.text()) === before);
    },
  },
  {
    name: 'a key that asks opens its box for its row, and keeps the keyboard there',
    async run(session) {
      const { workbench } = session;
      await select(session, '2. shop');
      await workbench.press('F2');
      await workbench.quickInput.box.getByText('Rename Rule 2').waitFor();
      await workbench.quickInput.type('shop of the south');
      await workbench.press('Enter');
      await workbench.policies.row('2. shop of the south');
      await workbench.policies.focus();
      await workbench.press('ControlOrMeta+z');
      await workbench.policies.row('2. shop');
    },
  },
  {
    name: 'rules that were deleted together are there again when that is taken back',
    async run(session, picture) {
      const { workbench } = session;
      const before = await workbench.editors.text();
      await select(session, '2. shop');
      await workbench.press('Shift+ArrowDown', 'Delete');
      await said(session, /2 rules deleted/);
      await until(
        'both to be gone',
        async () => !/shop$|spare the api/m.test(await workbench.editors.text()),
      );
      await workbench.policies.rows('2. shop').waitFor({ state: 'hidden' });
      await workbench.policies.focus();
      await workbench.press('ControlOrMeta+z');
      await until('the text as it was', async () => (await workbench.editors.text()) === before);
      await workbench.policies.row('3. spare the api');
      await picture('deleted-and-back');
      await inView(session);
      await select(session, '2. shop');
      await workbench.press('Alt+ArrowUp');
      await selected(session, '1. shop');
      await workbench.policies.row('3. spare the api');
      await workbench.press('ControlOrMeta+z');
      await until('the text as it was', async () => (await workbench.editors.text()) === before);
    },
  },
  {
    name: 'finds a rule by typing parts of its name and of its policy',
    async run(session, picture) {
      const { workbench } = session;
      await workbench.commandByKeys('Ordinance: Find Rule…');
      // Keys that come before it is there would go to the tree.
      await workbench.quickInput.box.locator('input[placeholder^="Type parts"]:focus').waitFor();
      await workbench.quickInput.type('block images');
      const found = 'block payments · vulnerability/images';
      await workbench.quickInput.entry(found).and(session.page.locator('.focused')).waitFor();
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
];
