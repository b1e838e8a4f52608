import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'node:test';
import type { Page } from 'playwright-core';
import { writeSampleWorkspace } from '../../scripts/lib/sample.ts';
import type { Step } from './mainJob.ts';
import { testSteps } from './testSteps.ts';
import { until } from './until.ts';

const policy = `policyType: containerVulnerability
rules:
  - name: odd one
    collections:
      - name: Unheard of
  - name: everything
    collections:
      - name: All
`;

const steps: readonly Step[] = [
  {
    name: 'asks for a resource and leads to the rule that decides, by keys alone',
    async run({ workbench, page }) {
      await workbench.showContainer('Ordinance');
      await workbench.commandByKeys('Ordinance: Which Rule Applies…');
      const { box } = workbench.quickInput;
      const focused = box.locator('.monaco-list-row.focused');
      await box.locator('.quick-input-title', { hasText: 'Which Rule Applies' }).waitFor();
      await workbench.quickInput.type('nam');
      await focused.filter({ hasText: 'image: nam' }).waitFor();
      await workbench.press('ArrowDown');
      await focused.filter({ hasText: 'namespace=' }).waitFor();
      await workbench.press('Enter');
      await focused.filter({ hasText: 'has no value' }).waitFor();
      await workbench.quickInput.type('registry.example/payments/api namespace=dev');
      await focused.filter({ hasText: 'namespace: dev' }).waitFor();
      await workbench.press('Enter');
      await focused
        .filter({ hasText: /not certain: "everything" \(#2\) applies, or a rule above/ })
        .waitFor();
      assert.match(await focused.innerText(), /Unknown: "odd one" \(#1\)/);
      await workbench.press('Enter');
      await workbench.editors.shows('name: everything');
      const row = page.locator('.part.sidebar .monaco-list-row.selected', { hasText: 'everything' });
      await until('the row of the rule', () => row.isVisible());
      // The progress of the search goes a moment after its answer.
      await until('no message', async () => (await page.locator('.notification-toast').count()) === 0);
    },
  },
  {
    name: 'shows the rule in a tree whose rows are all closed',
    async run({ workbench, page }) {
      await collapseAll(page);
      await workbench.commandByKeys('Ordinance: Which Rule Applies…');
      const { box } = workbench.quickInput;
      const focused = box.locator('.monaco-list-row.focused');
      await box.locator('.quick-input-title', { hasText: 'Which Rule Applies' }).waitFor();
      await workbench.quickInput.type('registry.example/payments/api namespace=dev');
      await focused.filter({ hasText: 'namespace: dev' }).waitFor();
      await workbench.press('Enter');
      await focused.filter({ hasText: '"everything" (#2)' }).waitFor();
      await workbench.press('Enter');
      const row = page.locator('.part.sidebar .monaco-list-row.selected', { hasText: '2. everything' });
      await until('the row of the rule', () => row.isVisible());
    },
  },
  {
    name: 'opens what was pulled in a tree whose rows are all closed',
    async run({ workbench, page }) {
      await collapseAll(page);
      await workbench.commandByKeys('Ordinance: Pull Console');
      await page
        .locator('.monaco-dialog-box')
        .getByRole('button', { name: /^Keep (All )?Mine/ })
        .first()
        .click();
      const family = page.locator('.part.sidebar .monaco-list-row', { hasText: 'Compliance' });
      await until('the families of the console', () => family.first().isVisible());
    },
  },
];

async function collapseAll(page: Page): Promise<void> {
  const header = page.locator('.pane-header[aria-label^="Policies"]');
  const rows = page.locator('.part.sidebar .monaco-list-row', { hasText: 'Vulnerability' });
  await until('a tree whose rows are closed', async () => {
    await header.hover();
    // A header that is drawn anew under the pointer hides its buttons.
    await header
      .getByRole('button', { name: 'Collapse All' })
      .click({ timeout: 5000 })
      .catch(() => undefined);
    return (await rows.count()) === 0;
  });
}

suite(
  'which rule decides',
  testSteps(steps, {
    async fill(folder, url) {
      await writeSampleWorkspace(folder, url);
      const place = join(folder, 'policies/sandbox/vulnerability');
      await mkdir(place, { recursive: true });
      await writeFile(join(place, 'images.policy.yaml'), policy);
    },
  }),
);
