import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { writeSampleWorkspace } from '../../scripts/lib/sample.ts';
import type { Step } from './mainJob.ts';
import type { Session } from './session.ts';
import { until, untilSeen } from './until.ts';

const collections = `collections:
  - name: payments
    images:
      - registry.example/payments/*
  - name: payments api
    images:
      - registry.example/payments/api*
`;

const rule = (name: string, collection: string, blocks: boolean): string =>
  `  - name: ${name}\n    collections:\n      - name: ${collection}\n` +
  (blocks ? '    blockThreshold:\n      enabled: true\n      value: 7\n' : '');

const policy =
  'policyType: containerVulnerability\nrules:\n' +
  rule('block payments', 'payments', true) +
  rule('spare the api', 'payments api', false);

const testFile = 'images.policy-test.yaml';
const policyFile = 'images.policy.yaml';

/** A policy whose second rule decides for nothing, and a file of tests that is still empty. */
export async function fillForPolicyTests(folder: string, url: string): Promise<void> {
  await writeSampleWorkspace(folder, url);
  const place = join(folder, 'policies/sandbox/vulnerability');
  await mkdir(place, { recursive: true });
  await writeFile(join(place, policyFile), policy);
  await writeFile(join(place, testFile), '');
  await writeFile(join(folder, 'policies/sandbox/collections.yaml'), collections);
}

/** Types until there is a proposal, and takes it. */
async function complete({ workbench, page }: Session, typed: string, proposal: RegExp): Promise<void> {
  await page.keyboard.type(typed);
  const row = page.locator('.suggest-widget.visible .monaco-list-row', { hasText: proposal }).first();
  await untilSeen(
    `a proposal ${String(proposal)}`,
    async () => {
      if (!(await row.isVisible())) {
        await workbench.press('Control+Space');
      }
    },
    row,
  );
  const focused = page.locator('.suggest-widget.visible .monaco-list-row.focused', { hasText: proposal });
  await until('the proposal to be chosen', async () => {
    if (await focused.first().isVisible()) {
      return true;
    }
    await workbench.press('ArrowDown');
    return false;
  });
  await workbench.press('Enter');
}

/** The row of the test in the Testing view, which says what became of it. The row of its file may be closed. */
async function shownAs({ workbench, page }: Session, outcome: 'Passed' | 'Failed'): Promise<Locator> {
  await workbench.showContainer('Testing');
  const rows = page.locator('.test-explorer .monaco-list-row');
  const row = rows.and(page.getByLabel(new RegExp(`${test}.*${outcome}`))).first();
  const closed = rows
    .and(page.locator('[aria-expanded="false"]'))
    .filter({ hasText: 'vulnerability/images' });
  await untilSeen(
    `a test that has ${outcome.toLowerCase()}`,
    async () => {
      if (await closed.isVisible()) {
        await closed.locator('.monaco-tl-twistie').click();
      }
    },
    row,
  );
  return row;
}

const test = 'payments are blocked';
const written = `policy: vulnerability/images
tests:
  - name: ${test}
    every:
      collections: payments
    expect:
      blocks: at least high`;

export const policyTestSteps: readonly Step[] = [
  {
    name: 'completes what a test says while it is typed',
    async run(session) {
      const { workbench, page } = session;
      await workbench.showContainer('Ordinance');
      await workbench.openFile(`vulnerability/${testFile}`);
      await workbench.editors.focus();
      await complete(session, 'pol', /^policy/);
      await complete(session, 'vulnerability/im', /vulnerability\/images/);
      await workbench.press('Enter');
      await complete(session, 'te', /^tests/);
      await complete(session, 'na', /^name/);
      await page.keyboard.type(test);
      await workbench.press('Enter');
      await complete(session, 'ev', /^every/);
      await complete(session, 'coll', /^collections/);
      await complete(session, 'pay', /^payments$/);
      await workbench.press('Enter', 'Backspace');
      await complete(session, 'exp', /^expect/);
      await complete(session, 'blo', /^blocks/);
      await complete(session, 'at l', /^at least high$/);
      await until('the whole test', async () => (await workbench.editors.text()).trimEnd() === written);
      await workbench.editors.save();
    },
  },
  {
    name: 'shows in the Testing view that it holds',
    async run(session, picture) {
      await shownAs(session, 'Passed');
      await picture('policy-test-passed');
    },
  },
  {
    name: 'fails after a rule was dragged above the one that it needs',
    async run(session, picture) {
      const { workbench } = session;
      await workbench.showContainer('Ordinance');
      await workbench.policies.expand('Vulnerability');
      await workbench.policies.expand('Deployed images');
      // A row that is drawn anew under the pointer begins no drag.
      await session.settled();
      await workbench.policies.drag('2. spare the api', '1. block payments', '1. spare the api');
      await workbench.policies.row('1. spare the api');
      await picture('policy-test-dragged');
      await shownAs(session, 'Failed');
      await picture('policy-test-failed');
    },
  },
  {
    name: 'leads from the failing test to the counterexample and the rule that decides',
    async run(session, picture) {
      const { workbench, page } = session;
      await (await shownAs(session, 'Failed')).click();
      const peek = page.locator('.peekview-widget');
      const message = peek.locator('.view-lines', { hasText: /spare.the.api.*applies/ }).first();
      await untilSeen('the result', () => workbench.commandByKeys('Test: Peek Output'), message);
      const said = (await message.innerText()).replaceAll('\u00a0', ' ');
      assert.match(said, /Expected: blocks from high or stricter\. Instead: "spare the api" \(#1\) applies/);
      assert.match(said, /For example: image registry\.example\/payments\/api/);
      await picture('policy-test-peek');
      const rule = peek.locator('.view-lines', { hasText: /name:.spare.the.api/ }).first();
      await rule.waitFor();
      await untilSeen(
        'the rule',
        () => peek.getByRole('button', { name: 'Open File', exact: true }).last().click(),
        page.locator('.monaco-breadcrumbs', { hasText: '1. spare the api' }),
      );
      await workbench.editors.active.locator('.codelens-decoration a', { hasText: '1 test fails' }).waitFor();
      await picture('policy-test-rule');
    },
  },
  {
    name: 'is green again when the move is taken back',
    async run(session, picture) {
      const { workbench, page } = session;
      await workbench.editors.focus();
      await until('the order as it was', async () => {
        const isBack = /block payments[^]*spare the api/.test(await workbench.editors.text());
        if (!isBack) {
          await workbench.press('ControlOrMeta+z');
          await page.waitForTimeout(300);
        }
        return isBack;
      });
      await shownAs(session, 'Passed');
      await workbench.editors.active
        .locator('.codelens-decoration a', { hasText: '1 test passes' })
        .waitFor();
      await workbench.openFile(`vulnerability/${testFile}`);
      await until('no problem', async () => (await workbench.editors.squiggles('error').count()) === 0);
      await picture('policy-test-green');
    },
  },
  {
    name: 'renames a rule in its tests too, and takes both back by one key',
    async run({ workbench, workspace }) {
      const path = join(workspace, 'policies/sandbox/vulnerability', testFile);
      const naming = written.replace('blocks: at least high', 'rule: block payments');
      await writeFile(path, naming);
      await workbench.editors.shows(/rule:\sblock\spayments/);
      await workbench.showContainer('Ordinance');
      await workbench.policies.select('1. block payments');
      await workbench.policies.focus();
      await workbench.press('F2');
      await workbench.quickInput.box.getByText('Rename Rule 1').waitFor();
      await workbench.quickInput.type('stop payments');
      await workbench.press('Enter');
      await workbench.policies.row('1. stop payments');
      await until('the test to be edited', () => workbench.editors.isDirty(testFile));
      await workbench.policies.focus();
      await workbench.press('ControlOrMeta+z');
      await workbench.policies.row('1. block payments');
      await until('the test as it was', async () => !(await workbench.editors.isDirty(testFile)));
      await workbench.openFile(`vulnerability/${testFile}`);
      await workbench.editors.shows(/rule:\sblock\spayments/);
    },
  },
];
