import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { policyKinds } from '../../src/core/policy/families.ts';
import { exactly } from './pages/exactly.ts';
import type { Step } from './mainJob.ts';
import type { Session } from './session.ts';
import { until } from './until.ts';

/** What the README says somebody does first, in a folder where nothing is. Assertions are about what happened; the time is told. */
let began = 0;
let edited = '';

export const firstSteps: readonly Step[] = [
  {
    name: 'offers in an empty folder what can be done there',
    async run({ workbench, page }, picture) {
      began = Date.now();
      await workbench.showContainer('Ordinance');
      await page
        .locator('.welcome-view-content', { hasText: 'This folder has no console yet' })
        .first()
        .waitFor();
      const { quickInput } = workbench;
      const usable = [
        'Ordinance: Add Console…',
        'Ordinance: Install Command Line…',
        'Ordinance: Try the Sandbox',
      ];
      let offered: readonly string[] = [];
      // Not all that is offered is known at once, and a palette that is open stays as it is.
      await until('just what can be done', async () => {
        await quickInput.open('F1', '>');
        await quickInput.type('>Ordinance: ');
        await quickInput.entry(exactly('Ordinance: Add Console…')).waitFor();
        const labels = await quickInput.box.locator('.monaco-list-row .label-name').allInnerTexts();
        offered = labels
          .filter((label) => label.startsWith('Ordinance: ') && !/ Focus on |: Show /.test(label))
          .toSorted();
        return isDeepStrictEqual(offered, usable);
      }).catch(() => assert.deepEqual(offered, usable));
      await picture('palette-empty');
      await workbench.press('Escape');
      await quickInput.closed();
    },
  },
  {
    name: 'tries the sandbox, pulls all, and has the first policy open',
    async run({ workbench, workspace }, picture) {
      await workbench.commandByKeys('Ordinance: Try the Sandbox');
      const use = workbench.quickInput.entry('Use workspace');
      await use.and(workbench.page.locator('.focused')).waitFor();
      await workbench.press('Enter');
      await workbench.notifications.says(/sandbox is ready/);
      await workbench.policies.row('sandbox');
      await picture('sandbox-ready');
      await workbench.notifications.press(/sandbox is ready/, 'Pull All');
      await until(
        'a file for every policy',
        async () => (await files(workspace)).length === policyKinds.length,
      );
      const tab = workbench.page.locator('.tabs-container .tab.active', { hasText: /\.policy\.yaml/ });
      await tab.waitFor();
      edited =
        (await files(workspace)).find((path) => path.endsWith('vulnerability/images.policy.yaml')) ?? '';
      await picture('first-policy');
    },
  },
  {
    name: 'edits a rule and saves it, which sends nothing',
    async run({ workbench, workspace }) {
      await workbench.openFile('vulnerability/images.policy.yaml');
      const line = (await textOf(workspace)).split('\n').findIndex((text) => /^\s+blockMsg: /.test(text)) + 1;
      assert.notEqual(line, 0);
      await workbench.editors.focus();
      await workbench.editors.goTo(line);
      await workbench.press('End', 'Shift+Home');
      await workbench.page.keyboard.type('blockMsg: Ask us');
      await workbench.editors.shows(/blockMsg:\sAsk\sus/);
      await workbench.editors.save();
      await until('the file', async () => /blockMsg: Ask us$/m.test(await textOf(workspace)));
      assert.deepEqual(await pushes(workspace), []);
    },
  },
  {
    name: 'pushes it, and is told that every rule arrived',
    async run(session, picture) {
      const { workbench, workspace } = session;
      await workbench.command('Ordinance: Push Policy…');
      await agree(session);
      await workbench.review.applied();
      await picture('pushed');
      await until('a verdict in the journal', async () => (await pushes(workspace)).length > 0);
      console.log(`  from an empty folder to a verified push: ${Math.round((Date.now() - began) / 1000)} s`);
    },
  },
];

/** Pushes what the review shows: nothing is asked beside it. */
export async function agree({ workbench }: Session): Promise<void> {
  await workbench.review.push();
}

async function files(workspace: string): Promise<string[]> {
  const found: string[] = [];
  for await (const name of glob('policies/sandbox/*/*.policy.yaml', { cwd: workspace })) {
    found.push(name.replaceAll('\\', '/'));
  }
  return found;
}

const textOf = (workspace: string): Promise<string> => readFile(join(workspace, edited), 'utf8');

/** Pushes that the journal says were applied. */
async function pushes(workspace: string): Promise<string[]> {
  const found: string[] = [];
  for await (const name of glob('.ordinance/**/*.jsonl', { cwd: workspace })) {
    const text = await readFile(join(workspace, name), 'utf8');
    found.push(...text.split('\n').filter((line) => /"applied"/.test(line)));
  }
  return found;
}
