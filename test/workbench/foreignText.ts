import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Step } from './mainJob.ts';
import type { Session } from './session.ts';
import { until } from './until.ts';

const policy = 'vulnerability/ci-images';
const file = join('policies', 'sandbox', 'vulnerability', 'ci-images.policy.yaml');
/** The editor makes a link of this that runs a command by one click. */
const link = '[Details](command:workbench.action.terminal.new)';
const shown = /\[Details\] \(command:workbench\.action\.terminal\.new\)/;

async function linksIn(page: Page, place: string): Promise<readonly string[]> {
  return page
    .locator(place)
    .locator('a')
    .evaluateAll((all) => all.map((each) => each.outerHTML));
}

async function pull({ workbench, workspace }: Session): Promise<string> {
  await workbench.choose('Ordinance: Pull Policy', policy);
  const lock = join(workspace, 'policies', 'sandbox', 'ordinance.lock.json');
  await until('a pulled policy', async () => (await readFile(lock, 'utf8').catch(() => '')).includes(policy));
  return readFile(join(workspace, file), 'utf8');
}

/** What a console answers and what a repository holds, where a person sees it. */
export const foreignTextSteps: readonly Step[] = [
  {
    name: 'of a console that refuses is no link in the message',
    async run(session, picture) {
      const { workbench, page, sandbox } = session;
      await workbench.showContainer('Ordinance');
      await workbench.policies.row('sandbox');
      const body = JSON.stringify({ err: `${link} \u202enoitcetorp` });
      sandbox.faults.next(
        { method: 'GET', path: `/policies/`, count: 1000 },
        { kind: 'status', status: 400, when: 'before', body },
      );
      await workbench.choose('Ordinance: Pull Policy', policy);
      const said = await workbench.notifications.says('Details');
      await picture('refused');
      assert.match(said, shown);
      assert.match(said, /<U\+202E>/);
      assert.deepEqual(await linksIn(page, '.notification-toast .notification-list-item-message'), []);
      sandbox.faults.clear();
      await workbench.notifications.clear();
    },
  },
  {
    name: 'of a rule is no link where a push is refused, and no icon in the tree',
    async run(session, picture) {
      const { workbench, page, workspace, sandbox } = session;
      const text = await pull(session);
      const rule = `  - name: '$(zap) \u202eobyna'\n    collections:\n      - name: '${link}'\n`;
      await writeFile(join(workspace, file), text.replace(/^rules:\n/m, `rules:\n${rule}`));
      await workbench.openFile('ci-images.policy.yaml');
      sandbox.requests.clear();
      await workbench.commandByKeys('Ordinance: Push Policy…');
      const said = await workbench.notifications.says('Not pushed');
      await picture('not pushed');
      assert.match(said, shown);
      assert.deepEqual(await linksIn(page, '.notification-toast .notification-list-item-message'), []);
      assert.deepEqual(sandbox.requests.of('PUT'), []);
      await workbench.policies.expand('sandbox');
      await workbench.policies.expand('Vulnerability');
      await workbench.policies.expand('CI images');
      await until('the row of the rule', async () =>
        (await workbench.policies.labels()).find((label) => label.includes('$ (zap) <U+202E>obyna')),
      );
    },
  },
];
