import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'node:test';
import type { Locator } from 'playwright-core';
import { isJsonObject } from '../../src/core/json/json.ts';
import type { Step } from './mainJob.ts';
import type { Session } from './session.ts';
import { testSteps } from './testSteps.ts';
import { until, untilSeen } from './until.ts';
import { editRules } from '../sandbox/editRules.ts';

const policy = 'vulnerability/ci-images';
const path = join('policies', 'sandbox', 'vulnerability', 'ci-images.policy.yaml');

/** What became of rules, where one looks; and a conflict, decided by keys in its document. */
const steps: readonly Step[] = [
  {
    name: 'has a letter at a rule that was changed here, and a lens over it',
    async run(session) {
      const { workbench, workspace, page } = session;
      await page
        .locator('.part.activitybar')
        .getByRole('tab', { name: /^Ordinance/ })
        .waitFor();
      await workbench.commandByKeys('Ordinance: Focus on Policies View');
      await page.locator('.part.sidebar .monaco-list-row', { hasText: 'sandbox' }).first().waitFor();
      await workbench.choose('Ordinance: Pull Policy', policy);
      await until('a pulled policy', () => readFile(join(workspace, path)).catch(() => undefined));
      await workbench.quickInput.file('vulnerability/ci-images.policy');
      await workbench.quickInput.entry('ci-images.policy.yaml').and(page.locator('.focused')).waitFor();
      await workbench.press('Enter');
      await workbench.editors.shows('policyType');
      // The tree opens the rule to which the keys of a person move the cursor.
      await untilSeen(
        'the rule at the cursor',
        async () => {
          await workbench.editors.goTo(40);
          await workbench.press('ArrowDown');
          await workbench.editors.goTo(7);
          await workbench.press('ArrowDown');
        },
        page.locator('.part.sidebar .monaco-list-row', { hasText: '1. payments-cache' }).first(),
      );
      await edit(session, /graceDays: \d+/, 'graceDays: 77');
      await lens(session, 'Not pushed: changed').waitFor();
      await ruleRow(session, 'changed, not pushed').waitFor();
      await session.picture('live-edited-light');
    },
  },
  {
    name: 'says of a policy that it has problems while a rule names a collection that the console does not have',
    async run(session) {
      const { page, workspace } = session;
      const file = join(workspace, path);
      const before = await readFile(file, 'utf8');
      const status = page.locator('.statusbar-item', { hasText: /sandbox: edited, has problems/ });
      await edit(session, /(collections:\s+- name: ).*/, '$1nowhere');
      await ruleRow(session, 'edited, has problems').waitFor();
      await status.waitFor();
      await writeFile(file, before);
      await status.waitFor({ state: 'detached' });
      await ruleRow(session, 'has problems').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'says who changed live, where it is read again',
    async run(session) {
      colleague(session, 0, 'their note');
      colleague(session, 1, 'another note');
      await session.workbench.commandByKeys('Ordinance: Refresh Policies');
      await lens(session, /Live: changed by colleague/)
        .first()
        .waitFor();
      await ruleRow(session, 'changed on the console').first().waitFor();
      await session.settled();
      await session.picture('live-drift-light');
    },
  },
  {
    name: 'decides a conflict in its document by keys, and writes it',
    async run(session) {
      const { workbench, workspace, sandbox } = session;
      editRules(sandbox.state, policy, (rules) =>
        rules.map((rule, at) =>
          at === 0 && isJsonObject(rule) ? new Map(rule).set('graceDays', '9') : rule,
        ),
      );
      await workbench.commandByKeys('Ordinance: Merge with Live…');
      await workbench.editors.shows(/graceDays\s\(changed\son\sboth\ssides,\sunresolved\)/);
      await workbench.editors.focused();
      await lens(session, 'Accept Base').waitFor();
      await session.settled();
      await session.picture('live-conflict-light');
      await workbench.commandByKeys('Preferences: Toggle between Light/Dark Themes');
      await session.page.locator('.monaco-workbench.vs-dark').waitFor();
      await session.settled();
      await session.picture('live-conflict-dark');
      await workbench.editors.focus();
      await workbench.press('Alt+m');
      await workbench.editors.shows(/every\sconflict\sis\sresolved/);
      await workbench.press('Alt+Enter');
      await until('the merge in the file', async () => {
        const text = await readFile(join(workspace, path), 'utf8');
        return text.includes('graceDays: 77') && text.includes('their note');
      });
      await workbench.editors.tab(/ordinance-merge/).waitFor({ state: 'detached' });
      await lens(session, 'Not pushed: changed').waitFor();
      await session.settled();
      await session.picture('live-merged-dark');
    },
  },
  {
    name: 'brings the row of a rule into sight that is moved far by a key of its file',
    async run(session) {
      const { workbench, page } = session;
      const atCursor = (label: RegExp): Promise<void> =>
        page
          .locator('.part.sidebar .monaco-list-row[aria-label*="at the cursor"]')
          .filter({ has: page.locator('.label-name', { hasText: label }) })
          .waitFor();
      await workbench.press('Control+End', 'ArrowUp');
      await atCursor(/^[3-9]\d\. /);
      await workbench.press('ControlOrMeta+k', 'Alt+Home');
      await atCursor(/^1\. /);
    },
  },
];

function colleague({ sandbox }: Session, place: number, note: string): void {
  editRules(sandbox.state, policy, (rules) =>
    rules.map((rule, at) => (at === place ? new Map(rule).set('notes', note) : rule)),
  );
}

/** As somebody with another editor would; the window follows the file. */
async function edit({ workspace }: Session, from: RegExp, to: string): Promise<void> {
  const file = join(workspace, path);
  const text = await readFile(file, 'utf8');
  assert.match(text, from);
  await writeFile(file, text.replace(from, to));
}

function lens({ page }: Session, says: string | RegExp): Locator {
  return page.locator('.editor-group-container.active .codelens-decoration', { hasText: says });
}

function ruleRow({ page }: Session, says: string): Locator {
  return page.locator(`.part.sidebar .monaco-list-row[aria-label*="${says}"]`);
}

suite('rules at work', testSteps(steps));
