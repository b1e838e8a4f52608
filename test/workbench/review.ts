import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { writeJson } from '../../src/core/json/writeJson.ts';
import type { Step } from './mainJob.ts';
import { pointersSeen, safetySteps } from './safety.ts';
import type { Session } from './session.ts';
import { untilSeen } from './until.ts';

const path = join('policies', 'sandbox', 'vulnerability', 'ci-images.policy.yaml');
const [pullsAndEdits] = safetySteps;

/** From a pulled policy to a verified push and its undo, in one tab and by the keyboard alone. */
export const reviewSteps: readonly Step[] = [
  ...(pullsAndEdits ? [pullsAndEdits] : []),
  {
    name: 'shows the plan of a push and sends nothing, also when it is canceled',
    async run({ workbench, sandbox, page }, picture) {
      sandbox.requests.clear();
      await workbench.commandByKeys('Ordinance: Push Policy…');
      await workbench.review.ready();
      await workbench.editors.shows(/graceDays:\s\d+\s->\s14/);
      await picture('reviewed');
      await untilSeen(
        'the policy behind the plan',
        () => workbench.press('Escape'),
        page.locator('.tabs-container .tab.active', { hasText: 'ci-images.policy.yaml' }),
      );
      await planTabs(page).waitFor({ state: 'detached' });
      assert.deepEqual(sandbox.requests.of('PUT'), []);
    },
  },
  {
    name: 'leads from the plan to a rule and back, and says that it is out of date after what is typed there',
    async run({ workbench, sandbox, page, workspace }, picture) {
      await workbench.commandByKeys('Ordinance: Push Policy…');
      await workbench.review.ready();
      await untilSeen(
        'the rule in its file',
        // In the file it would be a new line.
        async () => ((await planInFront(page).isVisible()) ? workbench.press('Enter') : undefined),
        page.locator('.tabs-container .tab.active', { hasText: 'ci-images.policy.yaml' }),
      );
      await workbench.editors.holds('vulnerability/ci-images.policy.yaml');
      await workbench.editors.focused();
      const lines = (await readFile(join(workspace, path), 'utf8')).split('\n');
      const line = lines.findIndex((text) => text.trimStart().startsWith('graceDays:'));
      await workbench.editors.goTo(line + 1);
      await workbench.press('End', 'Shift+Home');
      await page.keyboard.type('graceDays: 21');
      await workbench.editors.shows(/graceDays:\s21/);
      await untilSeen('the plan in front', () => workbench.press('Alt+2'), planInFront(page));
      await workbench.editors.shows(/Out\sof\sdate/);
      await picture('out-of-date');
      await workbench.commandByKeys('Ordinance: Refresh Plan');
      await workbench.review.ready();
      await workbench.editors.shows(/graceDays:\s\d+\s->\s21/);
      await picture('refreshed');
      assert.deepEqual(sandbox.requests.of('PUT'), []);
    },
  },
  {
    name: 'pushes it with a key, and the plan says how that ended',
    async run({ workbench, sandbox }, picture) {
      await workbench.review.push();
      await workbench.review.applied();
      assert.equal(sandbox.requests.of('PUT').length, 1);
      assert.equal(graceDays(sandbox), '21');
      await picture('pushed-by-keys');
    },
  },
  {
    name: 'undoes it with a key after its plan was shown, in the same tab',
    async run({ workbench, sandbox, page }, picture) {
      await untilSeen(
        'the plan of the undo',
        () => workbench.press('ControlOrMeta+z'),
        workbench.review.button(/Undo Push on sandbox/),
      );
      assert.equal(sandbox.requests.of('PUT').length, 1, 'to look at it sends nothing');
      await workbench.review.push();
      await workbench.editors.shows(/RESULT,.*Undone:/);
      assert.equal(sandbox.requests.of('PUT').length, 2);
      assert.notEqual(graceDays(sandbox), '21');
      assert.equal(await planTabs(page).count(), 1, 'one tab for both');
      await picture('undone-by-keys');
      assert.deepEqual(await page.evaluate(pointersSeen), [], 'by the keyboard alone');
    },
  },
  {
    name: 'closes the result with a key, and leads back to the policy',
    async run({ workbench, page }) {
      await untilSeen(
        'the policy behind the result',
        () => workbench.press('Escape'),
        page.locator('.tabs-container .tab.active', { hasText: 'ci-images.policy.yaml' }),
      );
      await planTabs(page).waitFor({ state: 'detached' });
    },
  },
];

function planTabs(page: Page): Locator {
  return page.locator('.tabs-container .tab', { hasText: '.ordinance-plan' });
}

function planInFront(page: Page): Locator {
  return planTabs(page).and(page.locator('.active'));
}

/** Of the first rule of live. */
function graceDays(sandbox: Session['sandbox']): string {
  const rules = sandbox.state.policies.get('vulnerability/ci-images').get('rules');
  assert.ok(Array.isArray(rules));
  const [first] = rules;
  return first instanceof Map ? writeJson(first.get('graceDays') ?? null) : '';
}
