import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { JsonObject } from '../../src/core/json/json.ts';
import { writeJson } from '../../src/core/json/writeJson.ts';
import { agree } from './firstSteps.ts';
import type { Step } from './mainJob.ts';
import type { Session } from './session.ts';
import { until, untilSeen } from './until.ts';

const policy = 'vulnerability/images';
const file = 'images.policy.yaml';
const path = join('policies', 'sandbox', 'vulnerability', file);
let began = 0;

/** What the README has as the second thing to try, without a pointer. Assertions are about what happened; the time is told. */
export const colleagueSteps: readonly Step[] = [
  {
    name: 'pulls a policy and edits a rule',
    async run(session) {
      const { workbench, workspace, page } = session;
      await page.evaluate(watchPointer);
      await page
        .locator('.part.activitybar')
        .getByRole('tab', { name: /^Ordinance/ })
        .waitFor();
      await workbench.commandByKeys('Ordinance: Focus on Policies View');
      await page.locator('.pane [aria-label^="Console sandbox"]').first().waitFor();
      await workbench.choose('Ordinance: Pull Policy', policy);
      await until('a pulled policy', () => textOf(workspace).catch(() => undefined));
      await open(session);
      const line = (await textOf(workspace)).split('\n').findIndex((text) => /^\s+blockMsg: /.test(text));
      assert.ok(line > 0);
      await workbench.editors.goTo(line + 1);
      await workbench.press('End', 'Shift+Home');
      await page.keyboard.type('blockMsg: Ask us');
      await workbench.editors.shows(/blockMsg:\sAsk\sus/);
      await workbench.editors.save();
    },
  },
  {
    name: 'lets a colleague add a rule, and change what was changed here',
    async run(session, picture) {
      const { workbench, sandbox } = session;
      began = Date.now();
      await workbench.commandByKeys("Ordinance: Simulate a Colleague's Edit…");
      await workbench.quickInput.entry('Add a rule').waitFor();
      await picture('play-a-colleague');
      await workbench.quickInput.choose('Add a rule');
      await until('the rule in live', () => member(sandbox, -2, 'name') === '"A colleague was here"');
      await workbench.choose("Ordinance: Simulate a Colleague's Edit…", 'Change the same field as you');
      await until('the change in live', () => member(sandbox, 0, 'blockMsg') === '"Changed by a colleague"');
    },
  },
  {
    name: 'is refused, and merges: the conflict is settled by a key',
    async run(session, picture) {
      const { workbench, sandbox, workspace, page } = session;
      sandbox.requests.clear();
      await workbench.commandByKeys('Ordinance: Push Policy…');
      await workbench.notifications.says(/differed from the base/);
      await picture('refused');
      assert.deepEqual(sandbox.requests.of('PUT'), []);
      await workbench.commandByKeys('Ordinance: Merge with Live…');
      await workbench.editors.shows(/blockMsg\s\(changed\son\sboth\ssides,\sunresolved\)/);
      await workbench.editors.focused();
      await picture('conflict');
      const settled: Locator = page.locator('.monaco-list-row[aria-label*="resolved"]').first();
      await untilSeen('a settled conflict', () => workbench.press('Alt+m'), settled);
      await workbench.press('Alt+Enter');
      await until('the merge in the file', async () => {
        const text = await textOf(workspace);
        return text.includes('A colleague was here') && text.includes('blockMsg: Ask us');
      });
      assert.deepEqual(sandbox.requests.of('PUT'), []);
    },
  },
  {
    name: 'pushes the merge: both sides are live',
    async run(session, picture) {
      const { workbench, sandbox, page } = session;
      await workbench.notifications.says(/Merged vulnerability\/images/);
      await workbench.commandByKeys('Ordinance: Push Policy…');
      await agree(session);
      await workbench.review.applied();
      await picture('pushed-merge');
      assert.equal(sandbox.requests.of('PUT').length, 1);
      assert.equal(member(sandbox, -2, 'name'), '"A colleague was here"');
      assert.equal(member(sandbox, 0, 'blockMsg'), '"Ask us"');
      assert.deepEqual(await page.evaluate(pointersSeen), [], 'by the keyboard alone');
      console.log(
        `  from a colleague's edit to a pushed merge: ${Math.round((Date.now() - began) / 1000)} s`,
      );
    },
  },
];

/** Keeps, in the window, every use of a pointer but its moves. */
const watchPointer = `pointersSeen = [];
for (const type of ['pointerdown', 'mousedown', 'wheel', 'contextmenu']) {
  addEventListener(type, () => pointersSeen.push(type), true);
}`;
const pointersSeen = 'pointersSeen';

async function open({ workbench, page }: Session): Promise<void> {
  await workbench.quickInput.file('vulnerability/images.policy');
  await workbench.quickInput.entry(file).and(page.locator('.focused')).waitFor();
  await workbench.press('Enter');
  await workbench.quickInput.closed();
  await workbench.editors.holds('vulnerability/images.policy.yaml');
}

const textOf = (workspace: string): Promise<string> => readFile(join(workspace, path), 'utf8');

/** A member of a live rule, as JSON. */
function member({ state }: Session['sandbox'], place: number, key: string): string {
  const rules = state.policies.get(policy).get('rules');
  assert.ok(Array.isArray(rules));
  return writeJson((rules.at(place) as JsonObject).get(key) ?? null);
}
