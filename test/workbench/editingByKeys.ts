import assert from 'node:assert/strict';
import type { Spelling } from '../../src/core/policy/policyFile.ts';
import type { Step } from './mainJob.ts';
import type { Session } from './session.ts';
import { appears, until, untilSeen } from './until.ts';

/** What a person does in a short policy of two rules without the mouse; every step leaves the file as it found it. */
export function editingByKeys(spelling: Spelling, file: string): Step[] {
  const named = (name: string): RegExp => new RegExp(`name"?: "?${name}`.replaceAll(' ', '.'));
  return [
    {
      name: `mends all mistakes of a kind with the keyboard (${spelling})`,
      async run(session) {
        const { workbench } = session;
        await open(session, file);
        await goToWord(session, 'graceDay');
        const menu = workbench.page.locator('.action-widget');
        await untilSeen(
          'the fix for all',
          () => workbench.press('ControlOrMeta+.'),
          menu.locator('.monaco-list-row', { hasText: 'Fix all 2' }).first(),
        );
        const row = menu.locator('.monaco-list-row.focused', { hasText: 'Fix all 2' });
        await until('the fix for all to be chosen', async () => {
          if (await row.isVisible()) {
            return true;
          }
          await workbench.press('ArrowDown');
          return false;
        });
        await workbench.press('Enter');
        // Not all of the file need be in sight.
        await until('mended names', async () => {
          const text = await workbench.editors.text();
          return /graceDays/.test(text) && !/graceDay\b/.test(text);
        });
        await revert(session);
      },
    },
    {
      name: `renames a rule with F2 (${spelling})`,
      async run(session) {
        const { workbench } = session;
        await open(session, file);
        await goToWord(session, 'Rule 1');
        const box = workbench.page.locator('.rename-box input, .rename-box textarea').first();
        await untilSeen('the box for the name', () => workbench.press('F2'), box);
        await box.fill('Front door');
        await workbench.press('Enter');
        await workbench.editors.shows(named('Front door'));
        await revert(session);
      },
    },
    {
      name: `previews and moves a rule by its lenses (${spelling})`,
      async run(session) {
        const { workbench } = session;
        const { page, editors } = workbench;
        await open(session, file);
        const lens = (title: string) =>
          editors.active.locator('.codelens-decoration a', { hasText: title }).first();
        const hover = page.locator('.monaco-editor .monaco-hover').filter({ hasText: 'Covers' }).first();
        // A lens that is drawn anew under the pointer takes no click.
        await untilSeen('the preview', () => lens('Rule 1 of 2').click(), hover);
        assert.match((await hover.innerText()).replaceAll('\u00a0', ' '), /Rule 1 of 2 · alerts/);
        await workbench.press('Escape');
        // The cursor follows the rule; lines that scroll out of view are not drawn.
        const moved = page.locator('.monaco-breadcrumbs', { hasText: '2. Rule 1' });
        // A lens that was drawn before the last edit is refused, and drawn anew.
        const refused = workbench.notifications.toast(/The file changed/);
        await until('the rule to move', async () => {
          if (!/Rule.2[^]*Rule.1/.test(await editors.text())) {
            await lens('Move Down').click();
          }
          await appears(moved.or(refused).first());
          if (await moved.isVisible()) {
            return true;
          }
          await workbench.notifications.clear();
          return false;
        });
        // The row of the rule in the tree is shown later, and must not take the keyboard.
        await page.waitForTimeout(500);
        const inEditor = await page.evaluate<boolean>(
          "document.activeElement?.closest('.editor-instance') !== null",
        );
        assert.ok(inEditor, 'the keyboard is still in the editor');
        await revert(session);
      },
    },
  ];
}

async function open({ workbench }: Session, file: string): Promise<void> {
  await workbench.openFile(file);
  await workbench.editors.shows(/policyType|Rule/);
  await workbench.editors.goTo(1);
  await workbench.editors.shows(/Rule.1/);
}

export async function revert({ workbench, page }: Session): Promise<void> {
  await workbench.command('File: Revert File');
  await page.locator('.editor-group-container.active .tab.active:not(.dirty)').waitFor();
}

/** Puts the cursor into the first occurrence of a text. */
async function goToWord({ workbench }: Session, word: string): Promise<void> {
  const [line, column] = await until(`${word} in sight`, async () => {
    const lines = (await workbench.editors.text()).split('\n');
    const found = lines.findIndex((each) => each.includes(word));
    return found >= 0 && ([found + 1, (lines[found] ?? '').indexOf(word) + 2] as const);
  });
  await workbench.editors.goTo(line, column);
}
