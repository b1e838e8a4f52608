import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { JsonObject, JsonValue } from '../../src/core/json/json.ts';
import { parseJson } from '../../src/core/json/jsonText.ts';
import { writeJson } from '../../src/core/json/writeJson.ts';
import type { Step } from './mainJob.ts';
import type { Session } from './session.ts';
import { appears, until, untilSeen } from './until.ts';
import { editRules } from '../sandbox/editRules.ts';

const policy = 'vulnerability/ci-images';
/** Pulled, and never edited here. */
const other = 'vulnerability/images';
const file = 'ci-images.policy.yaml';
const path = join('policies', 'sandbox', 'vulnerability', file);

/** Live is read in the background as often as can be. */
export const safetySettings = { 'ordinance.refresh.intervalMinutes': 0.5 };

/** A colleague's edits, a merge, conflicts, an override and a restore, by the keyboard alone. */
export const safetySteps: readonly Step[] = [
  {
    name: 'pulls, and edits a rule',
    async run(session) {
      const { workbench, workspace, page } = session;
      await page.evaluate(watchPointer);
      // Its commands are in the palette by then.
      await page
        .locator('.part.activitybar')
        .getByRole('tab', { name: /^Ordinance/ })
        .waitFor();
      await workbench.commandByKeys('Ordinance: Focus on Policies View');
      await row(page, 'Policies', 'sandbox').waitFor();
      for (const each of [other, policy]) {
        await workbench.choose('Ordinance: Pull Policy', each);
        const file = join(workspace, 'policies', 'sandbox', `${each}.policy.yaml`);
        await until('a pulled policy', () => readFile(file).catch(() => undefined));
      }
      await openPolicy(session);
      await typeGraceDays(session, '14');
    },
  },
  {
    name: "is told of a colleague's edit when it pushes",
    async run({ workbench, sandbox }, picture) {
      colleague(sandbox, 1, 'notes', '"checked by a colleague"');
      sandbox.requests.clear();
      await workbench.commandByKeys('Ordinance: Push Policy…');
      await workbench.notifications.says(/differed from the base.*changed/);
      await picture('drift');
      assert.deepEqual(sandbox.requests.of('PUT'), []);
    },
  },
  {
    name: 'merges both, and shows the result before anything is written',
    async run({ workbench, sandbox, workspace }, picture) {
      await workbench.commandByKeys('Ordinance: Merge with Live…');
      await workbench.editors.shows(/no\sconflicts/);
      await workbench.editors.shows(/notes:.*"checked\sby\sa\scolleague"/);
      await workbench.editors.focused();
      await picture('merged');
      await workbench.press('Alt+Enter');
      await workbench.notifications.says('Merged vulnerability/ci-images');
      await until('the merge in the file', async () => {
        const text = await readFile(join(workspace, path), 'utf8');
        return text.includes('checked by a colleague') && text.includes('graceDays: 14');
      });
      await workbench.editors.tab(/ordinance-merge/).waitFor({ state: 'detached' });
      assert.deepEqual(sandbox.requests.of('PUT'), []);
    },
  },
  {
    name: 'pushes both changes',
    async run(session) {
      await push(session);
      const { sandbox } = session;
      assert.equal(member(sandbox, 0, 'graceDays'), '14');
      assert.equal(member(sandbox, 1, 'notes'), '"checked by a colleague"');
    },
  },
  {
    name: 'settles one conflict with a key, and another by editing the rule',
    async run(session, picture) {
      const { workbench, sandbox, workspace, page } = session;
      await clearNotifications(session);
      await comeBack(session);
      await typeGraceDays(session, '30');
      await typeNotes(session, '"checked by me"');
      await workbench.editors.save();
      colleague(sandbox, 0, 'graceDays', '7');
      colleague(sandbox, 1, 'notes', '"checked twice by a colleague"');
      await workbench.commandByKeys('Ordinance: Merge with Live…');
      await workbench.editors.shows(/2\sof\s2\sconflicts\sare\sunresolved/);
      await workbench.editors.shows(/graceDays\s\(changed\son\sboth\ssides,\sunresolved\)/);
      await workbench.editors.focused();
      await picture('conflicts');
      await workbench.press('Alt+m');
      await workbench.editors.shows(/graceDays\s\(changed\son\sboth\ssides,\sresolved:\smine\)/);
      // The next key is about the conflict at the cursor, which goes on once the choice is shown.
      await workbench.editors.cursorAt(/notes\s\(changed\son\sboth\ssides,\sunresolved\)/);
      await workbench.press('F2');
      await page
        .locator('.editor-group-container.active .codelens-decoration', { hasText: 'Save to resolve' })
        .waitFor();
      await workbench.editors.focused();
      await workbench.editors.shows(/notes:\s"?checked\sby\sme/);
      await workbench.press('End', 'Shift+Home');
      await page.keyboard.type('notes: "checked by both"');
      await picture('conflict-edit');
      await workbench.press('ControlOrMeta+s');
      await workbench.editors.shows(/every\sconflict\sis\sresolved/);
      await workbench.editors.focused();
      await workbench.press('Alt+Enter');
      await until('the merge in the file', async () => {
        const text = await readFile(join(workspace, path), 'utf8');
        return text.includes('graceDays: 30') && text.includes('checked by both');
      });
      await workbench.notifications.says('Merged vulnerability/ci-images');
      await push(session);
      assert.equal(member(sandbox, 0, 'graceDays'), '30');
      assert.equal(member(sandbox, 1, 'notes'), '"checked by both"');
    },
  },
  {
    name: 'overrides a change after its names were shown and the name of the policy was typed',
    async run(session, picture) {
      const { workbench, sandbox } = session;
      await clearNotifications(session);
      await comeBack(session);
      await typeGraceDays(session, '21');
      colleague(sandbox, 1, 'notes', '"to be overridden"');
      const before = sandbox.requests.of('PUT').length;
      await workbench.commandByKeys('Ordinance: Push Policy…');
      await workbench.notifications.press(/differed from the base of the file/, 'Override…');
      // The button of a message is pressed with the pointer here; all else goes by keys.
      await workbench.page.evaluate('pointersSeen = []');
      await workbench.review.push();
      const question = await workbench.dialog.says();
      assert.match(question, /Undo 1 change that someone else made/);
      assert.ok(question.includes(`${member(sandbox, 1, 'name')} was changed`), question);
      await picture('override');
      // The comparison has the keyboard: a second Enter is no answer. Only one way leads out.
      const { box } = workbench.dialog;
      await box.locator('.monaco-button:focus', { hasText: /^Compare$/ }).waitFor();
      await box.locator('.monaco-button', { hasText: /^Back to the Plan$/ }).waitFor();
      assert.equal(await box.locator('.monaco-button', { hasText: /^Cancel$/ }).count(), 0);
      await workbench.dialog.choose('Override…');
      await workbench.quickInput.opened();
      assert.equal(sandbox.requests.of('PUT').length, before);
      await workbench.quickInput.type(policy);
      await workbench.press('Enter');
      await until('a push', () => sandbox.requests.of('PUT').length === before + 1);
      await workbench.review.applied();
      assert.equal(member(sandbox, 0, 'graceDays'), '21');
      assert.equal(member(sandbox, 1, 'notes'), '"checked by both"');
    },
  },
  {
    name: 'shows the plan of a push, and leaves the keyboard in the history',
    async run(session) {
      const { workbench, page } = session;
      await focusHistory(session);
      await workbench.press('Enter');
      await page
        .locator('.tab.active')
        .filter({ hasText: /ci-images \d{4}-/ })
        .waitFor();
      await row(page, 'History', policy).and(page.locator('.monaco-list:focus .focused')).first().waitFor();
    },
  },
  {
    name: 'restores a push from the history',
    async run(session, picture) {
      const { workbench, workspace, sandbox, page } = session;
      await focusHistory(session);
      const picks = [
        workbench.quickInput.entry(policy),
        workbench.quickInput.entry('State before the push of', 'all later changes'),
      ];
      // A view that is drawn anew may take the keyboard from the box, which closes it: a person asks again.
      await untilSeen(
        'the plan',
        async () => {
          await workbench.commandByKeys('Ordinance: Restore…');
          for (const entry of picks) {
            if (await appears(entry.and(page.locator('.focused')))) {
              await workbench.press('Enter');
            }
          }
        },
        workbench.review.button('Restore'),
      );
      await workbench.review.push();
      await until('the old value', () => member(sandbox, 0, 'graceDays') === '30');
      await row(page, 'History', 'Restore of ').first().waitFor();
      // The file follows; what is typed before would be an edit of the state that was just taken back.
      await until('the file to follow', async () =>
        isFirstGraceDays('30', await readFile(join(workspace, path), 'utf8')),
      );
      await picture('history');
    },
  },
  {
    name: 'lists edits and what changed live in the source control view, and counts them',
    async run(session, picture) {
      const { workbench, sandbox, page } = session;
      await clearNotifications(session);
      await comeBack(session);
      await until('the editor to follow', async () => isFirstGraceDays('30', await workbench.editors.text()));
      await typeGraceDays(session, '60');
      await workbench.editors.save();
      await page.locator('.editor-group-container.active .dirty-diff-glyph').first().waitFor();
      editRules(sandbox.state, other, (rules) =>
        rules.map((rule, at) => (at === 0 ? new Map(rule).set('notes', 'by a colleague') : rule)),
      );
      // Live is read in the background: nobody asks for it here.
      const listed = (text: string | RegExp): Locator =>
        page.locator('.scm-view .monaco-list-row', { hasText: text }).first();
      await untilSeen(
        'the source control view',
        () => workbench.press('Control+Shift+g'),
        page.locator('.scm-view').first(),
      );
      await listed('Local Edits').waitFor();
      await listed(/^ci-images\.policy\.yaml/).waitFor();
      await listed('Changed on the Console').waitFor();
      await listed(/^images\.policy\.yaml/).waitFor();
      await page.locator('.statusbar-item', { hasText: /sandbox: edited · others: 1↓/ }).waitFor();
      await picture('source-control');
      assert.deepEqual(await page.evaluate(pointersSeen), [], 'by the keyboard alone');
    },
  },
];

/** Keeps, in the window, every use of a pointer but its moves. */
export const watchPointer = `pointersSeen = [];
for (const type of ['pointerdown', 'mousedown', 'wheel', 'contextmenu']) {
  addEventListener(type, () => pointersSeen.push(type), true);
}`;
export const pointersSeen = 'pointersSeen';

/** Rows of a view that say this to a screen reader, found without a pointer. */
function row(page: Page, view: string, says: string): Locator {
  return page
    .locator('.pane', { has: page.locator(`.pane-header[aria-label^="${view}"]`) })
    .locator('.monaco-list-rows .monaco-list-row')
    .and(page.locator(`[aria-label*="${says}"]`));
}

async function push({ workbench, sandbox }: Session): Promise<void> {
  const before = sandbox.requests.of('PUT').length;
  await workbench.commandByKeys('Ordinance: Push Policy…');
  await workbench.review.push();
  await until('a push', () => sandbox.requests.of('PUT').length === before + 1);
  await workbench.review.applied();
}

/** What is unexpected would be among them. */
async function clearNotifications({ workbench }: Session): Promise<void> {
  assert.equal(await workbench.notifications.toast('unexpected error').count(), 0);
  await workbench.commandByKeys('Notifications: Clear All Notifications');
}

async function openPolicy({ workbench }: Session): Promise<void> {
  await workbench.quickInput.file('vulnerability/ci-images.policy');
  await workbench.quickInput.entry(file).and(workbench.page.locator('.focused')).waitFor();
  await workbench.press('Enter');
  await workbench.quickInput.closed();
  await workbench.editors.holds('vulnerability/ci-images.policy.yaml');
}

/** To the policy, which is the first of the open editors. */
async function comeBack({ workbench, page }: Session): Promise<void> {
  await untilSeen(
    'the policy in front',
    () => workbench.press('Alt+1'),
    page.locator('.editor-group-container.active .tab.active', { hasText: file }),
  );
}

/** Replaces the grace period of the first rule, in the editor that has the focus. */
async function typeGraceDays(session: Session, days: string): Promise<void> {
  await typeMember(session, 'graceDays', days);
}

/** Replaces the notes that a colleague left. */
async function typeNotes(session: Session, notes: string): Promise<void> {
  await typeMember(session, 'notes', notes, 'checked by a colleague');
}

async function typeMember(
  { workbench, workspace, page }: Session,
  key: string,
  value: string,
  instead = '',
): Promise<void> {
  await workbench.editors.takeKeyboard();
  const lines = (await readFile(join(workspace, path), 'utf8')).split('\n');
  const line = lines.findIndex((text) => text.trimStart().startsWith(`${key}:`) && text.includes(instead));
  assert.ok(line > 0, `a rule has ${key}`);
  await workbench.editors.goTo(line + 1);
  await workbench.press('End', 'Shift+Home');
  await page.keyboard.type(`${key}: ${value}`);
  await workbench.editors.shows(new RegExp(`${key}:\\s${value.replaceAll(' ', '\\s')}`));
}

function isFirstGraceDays(days: string, text: string): boolean {
  return /graceDays:\s(\d+)/.exec(text)?.[1] === days;
}

function colleague(sandbox: Session['sandbox'], place: number, key: string, value: string): void {
  editRules(sandbox.state, policy, (rules) =>
    rules.map((rule, at) => (at === place ? new Map(rule).set(key, parseJson(value)) : rule)),
  );
}

/** A member of a live rule, as JSON. */
function member(sandbox: Session['sandbox'], place: number, key: string): string {
  const rules: JsonValue | undefined = sandbox.state.policies.get(policy).get('rules');
  assert.ok(Array.isArray(rules));
  return writeJson((rules[place] as JsonObject).get(key) ?? null);
}

async function focusHistory({ workbench, page }: Session): Promise<void> {
  await workbench.commandByKeys('Ordinance: Focus on History View');
  await row(page, 'History', policy).first().waitFor();
  // What was closed takes the keyboard late, and once more is what a person does then.
  await untilSeen(
    'the list to have the keyboard',
    async () => {
      await workbench.commandByKeys('Ordinance: Focus on History View');
      await workbench.quickInput.closed();
      await workbench.press('ArrowDown');
    },
    row(page, 'History', policy).and(page.locator('.focused')).first(),
  );
}
