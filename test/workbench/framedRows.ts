import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Step } from './mainJob.ts';
import { inView, said, select, selected } from './policyRows.ts';
import type { Session } from './session.ts';
import { until, untilSeen } from './until.ts';

/** The row that arrow keys would go on from, once it is none that is selected. */
async function framed({ page }: Session): Promise<string> {
  const row = page.locator('.pane .monaco-list-row.focused:not(.selected) .label-name').first();
  return (await row.textContent()) ?? '';
}

/** A key did nothing but bring the frame and the selection together. */
const onlySelected = ({ workbench }: Session): Locator =>
  workbench.notifications.toast(/press the key again for the row that is selected now/);

/** Has the view follow the cursor to a rule, and gives it the keyboard. */
async function follow(session: Session, line: number, label: string): Promise<void> {
  const { workbench, page } = session;
  await workbench.editors.goTo(line);
  const followed = page
    .locator('.pane .monaco-list-row.selected')
    .filter({ has: page.locator('.label-name', { hasText: label }) });
  await untilSeen(label, () => workbench.press('ArrowRight', 'ArrowLeft'), followed);
  await workbench.commandByKeys('Ordinance: Focus on Policies View');
  await inView(session);
}

/** After `ruleActSteps` opened the file. */
export const framedRowSteps: readonly Step[] = [
  {
    name: 'a key after arrow keys selects the row with the frame, and acts on it when it is pressed again',
    async run(session, picture) {
      const { workbench } = session;
      const before = await workbench.editors.text();
      await select(session, '1. block payments');
      await workbench.press('ArrowDown', 'Delete');
      await onlySelected(session).waitFor();
      await selected(session, '2. shop');
      await inView(session);
      await picture('framed-row');
      assert.equal(await workbench.editors.text(), before);
      await workbench.notifications.clear();
      await workbench.policies.focus();
      await workbench.press('Delete');
      await said(session, /"shop" deleted:/);
      await until('it to be gone', async () => !/shop$/m.test(await workbench.editors.text()));
      await workbench.press('ControlOrMeta+z');
      await until('the text as it was', async () => (await workbench.editors.text()) === before);
    },
  },
  {
    name: 'a row that was found by its letters, or in the box that finds rows, is selected before a key acts on it',
    async run(session, picture) {
      const { workbench, page } = session;
      const before = await workbench.editors.text();
      await workbench.policies.row('3. spare the api');
      const box = page.locator('.pane .monaco-tree-type-filter:visible');
      const findShop = async (): Promise<void> => {
        await untilSeen('the box', () => workbench.press('F3'), box);
        await page.keyboard.type('shop');
        await framed(session);
      };
      const ways: readonly (readonly [string, () => Promise<void>])[] = [
        ['by its number', () => workbench.press('2')],
        ['in the box, left by Enter', async () => (await findShop(), workbench.press('Enter'))],
        ['in the box, closed by Escape', async () => (await findShop(), workbench.press('Escape'))],
        [
          'in the box, closed by the mouse',
          async () => (await findShop(), box.locator('.codicon-close').click()),
        ],
      ];
      for (const [way, find] of ways) {
        await select(session, '1. block payments');
        await find();
        await inView(session);
        // Which one that is, is the editor's matter.
        const found = await framed(session);
        await picture(`found-${way}`);
        await workbench.press('Delete');
        await onlySelected(session).waitFor();
        await selected(session, found);
        assert.equal(await workbench.editors.text(), before, way);
        await workbench.notifications.clear();
        await workbench.policies.focus();
        await until('no box', async () => (await workbench.press('Escape'), !(await box.isVisible())));
      }
    },
  },
  {
    name: 'a key after a row was taken out of the selection acts on the rows that are left',
    async run(session) {
      const { workbench, page } = session;
      const before = await workbench.editors.text();
      await select(session, '1. block payments');
      await page.keyboard.down('ControlOrMeta');
      for (const [label, count] of [
        ['2. shop', 2],
        ['3. spare the api', 3],
        ['2. shop', 2],
      ] as const) {
        await workbench.policies.select(label);
        await until(
          label,
          async () => (await page.locator('.pane .monaco-list-row.selected').count()) === count,
        );
      }
      await page.keyboard.up('ControlOrMeta');
      assert.equal(await framed(session), '2. shop');
      await workbench.press('ControlOrMeta+/');
      await said(session, /2 rules disabled:/);
      await workbench.policies.focus();
      await workbench.press('ControlOrMeta+z');
      await until('the text as it was', async () => (await workbench.editors.text()) === before);
      const isOff = async (): Promise<boolean> =>
        (await workbench.policies.describe('1. block payments')).includes('disabled');
      await until('its row to say so', async () => !(await isOff()));
    },
  },
  {
    name: 'a row that the view followed the cursor to is given the frame before a key acts on it, unless it was clicked',
    async run(session) {
      const { workbench } = session;
      const before = await workbench.editors.text();
      await select(session, '1. block payments');
      await follow(session, 10, '2. shop');
      await workbench.press('Delete');
      await onlySelected(session).waitFor();
      await selected(session, '2. shop');
      assert.equal(await workbench.editors.text(), before);
      await workbench.notifications.clear();
      await follow(session, 16, '3. spare the api');
      await select(session, '3. spare the api');
      await workbench.press('ControlOrMeta+/');
      await said(session, /"spare the api" disabled:/);
      await workbench.policies.focus();
      await workbench.press('ControlOrMeta+z');
      await until('the text as it was', async () => (await workbench.editors.text()) === before);
    },
  },
  {
    name: 'rows that are selected from the frame on are none with a row that the view followed the cursor to',
    async run(session) {
      const { workbench } = session;
      const before = await workbench.editors.text();
      await select(session, '1. block payments');
      await follow(session, 16, '3. spare the api');
      await workbench.press('Shift+ArrowDown', 'Delete');
      await onlySelected(session).waitFor();
      await selected(session, '2. shop');
      assert.equal(await workbench.editors.text(), before);
      await workbench.notifications.clear();
    },
  },
];
