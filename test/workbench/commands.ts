import assert from 'node:assert/strict';
import { readFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Step } from './mainJob.ts';
import { selected } from './policyRows.ts';
import type { Session } from './session.ts';
import { until, untilSeen } from './until.ts';

/** Other than that of the sample, and nobody is signed in to it. */
const otherFile = 'policies/other/vulnerability/host.policy.yaml';
const treeFile = 'policies/sandbox/vulnerability/ci-images.policy.yaml';
const names = ['a', 'b', 'c', 'd', 'e', 'f'];

const header = 'policyType: ciImagesVulnerability\nrules:\n';
const rules = (all: readonly string[]): string =>
  all.map((name) => `  - name: ${name}\n    collections:\n      - name: All\n`).join('');

/** Two consoles, a policy of each. */
export async function twoConsoles(folder: string, url: string): Promise<void> {
  const files: Readonly<Record<string, string>> = {
    'ordinance.yaml': `consoles:\n  sandbox:\n    url: ${url}\n  other:\n    url: http://127.0.0.1:9\n`,
    [treeFile]: header + rules(names),
    [otherFile]: `# on top\n${header.replace('ciImages', 'host')}${rules(['x', 'y'])}`,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

const ordered = async ({ workbench }: Session): Promise<string> =>
  (await workbench.policies.labels()).flatMap((label) => /^\d+\. (\w)$/.exec(label)?.[1] ?? []).join('');

/** The labels of the selected rows. */
async function selectedRules({ page }: Session): Promise<string> {
  const labels = page.locator('.pane .monaco-list-row.selected .label-name');
  return (await labels.allTextContents()).toSorted().join(' ');
}

async function waitForOrder(session: Session, order: string): Promise<void> {
  let now = '';
  await until(`the order ${order}`, async () => (now = await ordered(session)) === order).catch(() =>
    assert.equal(now, order),
  );
}

/** Presses until the order is another one: a window that is busy loses a key, and only then it stays what it was. */
async function pressForOrder(session: Session, key: string, order: string): Promise<void> {
  const before = await ordered(session);
  for (let presses = 0; presses < 3 && (await ordered(session)) === before; presses++) {
    await session.workbench.policies.focus();
    await session.workbench.press(key);
    await until('another order', async () => (await ordered(session)) !== before, 15).catch(() => undefined);
  }
  await waitForOrder(session, order);
}

/** A row that is drawn anew under the pointer is not selected. */
async function selectBoth(session: Session, first: string, second: string): Promise<void> {
  const { policies } = session.workbench;
  await until('both to be selected', async () => {
    await policies.select(first);
    await policies.select(second, { add: true });
    return (await selectedRules(session)) === `${first} ${second}`;
  });
}

/** What a person means by a key or a command, and what the window has to make of it. */
export const commandSteps: readonly Step[] = [
  {
    name: 'moves several rules with a key, again and again, as one block',
    async run(session, picture) {
      const { policies } = session.workbench;
      await session.workbench.showContainer('Ordinance');
      await policies.expand('sandbox');
      await policies.expand('Vulnerability');
      await policies.expand('CI images');
      await selectBoth(session, '2. b', '3. c');
      await pressForOrder(session, 'Alt+ArrowDown', 'adbcef');
      await picture('block');
      await pressForOrder(session, 'Alt+ArrowDown', 'adebcf');
      await pressForOrder(session, 'Alt+End', 'adefbc');
      await pressForOrder(session, 'Alt+ArrowUp', 'adebcf');
    },
  },
  {
    name: 'drags a block by one of its rules, and lets go of it when another row is selected',
    async run(session) {
      const { policies } = session.workbench;
      // The block is selected anew: which rows stay selected is the choice of the editor.
      await selectBoth(session, '4. b', '5. c');
      await policies.drag('4. b', '2. d', '2. b');
      await waitForOrder(session, 'abcdef');
      await until('the block to be let go', async () => {
        await policies.select('1. a');
        await policies.select('3. c');
        return (await selectedRules(session)) === '3. c';
      });
      await pressForOrder(session, 'Alt+ArrowDown', 'abdcef');
      await pressForOrder(session, 'Alt+ArrowUp', 'abcdef');
      await session.settled();
    },
  },
  {
    name: 'leaves the rule of the tree alone when a key of the editor finds none',
    async run(session, picture) {
      const { workbench, workspace } = session;
      await workbench.openFile(otherFile);
      await workbench.editors.focus();
      await workbench.press('ControlOrMeta+Home');
      // The key is the editor's once it knows the language of the file.
      await untilSeen(
        'what the key says',
        () => workbench.press('ControlOrMeta+k', 'Alt+ArrowDown'),
        workbench.notifications.toast(/no rule of a policy at the cursor/),
      );
      await picture('no-rule');
      await waitForOrder(session, 'abcdef');
      assert.equal(await readFile(join(workspace, treeFile), 'utf8'), header + rules(names));
    },
  },
  {
    name: 'names what a command of the palette would act on',
    async run({ workbench, sandbox }, picture) {
      sandbox.requests.clear();
      await workbench.command('Ordinance: Pull Policy');
      await workbench.quickInput.entry('vulnerability/host of other').waitFor();
      await workbench.quickInput.entry('vulnerability/ci-images of sandbox').waitFor();
      await picture('which-policy');
      assert.deepEqual(sandbox.requests.of('GET', 'ci/images'), []);
      await workbench.press('Escape');
      await workbench.quickInput.closed();
    },
  },
  {
    name: 'adds a rule without the mouse',
    async run(session, picture) {
      const { workbench } = session;
      const { quickInput } = workbench;
      await workbench.policies.menu('CI images', 'Add Rule…');
      await quickInput.answer('new');
      await quickInput.box.locator('.monaco-list-row.focused').waitFor();
      await picture('add-rule');
      await workbench.press('Enter');
      await until('the step of the position', async () =>
        /3\/3/.test((await quickInput.box.locator('.quick-input-title').textContent()) ?? ''),
      );
      await workbench.press('Enter');
      await quickInput.closed();
      // The view takes the keyboard for the new row. A box that opens before that is closed.
      await selected(session, '1. new');
    },
  },
  {
    name: 'asks for a key only where something answers, and for a refused secret in the same box',
    async run({ workbench, sandbox, workspace }, picture) {
      const { quickInput, page } = { quickInput: workbench.quickInput, page: workbench.page };
      const says = quickInput.box.locator('.quick-input-message');
      const title = quickInput.box.locator('.quick-input-title');
      await workbench.command('Ordinance: Add Console…');
      await quickInput.answer('http://127.0.0.1:9');
      await says.filter({ hasText: /Press Enter again/ }).waitFor();
      await picture('no-answer');
      await quickInput.answer(sandbox.url);
      // It is listed already, which is said before a second console of it is made.
      await says.filter({ hasText: /already has this address, as sandbox/ }).waitFor();
      await workbench.press('Enter');
      await title.filter({ hasText: '2/5' }).waitFor();
      await quickInput.answer('third');
      await title.filter({ hasText: '3/5' }).waitFor();
      await workbench.press('Enter');
      await title.filter({ hasText: '4/5' }).waitFor();
      await quickInput.answer(sandbox.accessKey.id);
      const secret = quickInput.box.locator('input[type="password"]');
      await secret.waitFor();
      await quickInput.answer('wrong');
      await says.filter({ hasText: /does not accept the access key/ }).waitFor();
      await picture('refused');
      assert.equal(await secret.count(), 1, 'it is still the box of the secret');
      await secret.and(page.locator(':focus')).waitFor();
      assert.match((await title.textContent()) ?? '', /5\/5/);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(sandbox.accessKey.secret);
      await page.keyboard.press('Enter');
      await quickInput.closed();
      await until('the console to be written', async () =>
        /third:/.test(await readFile(join(workspace, 'ordinance.yaml'), 'utf8')),
      );
      await workbench.policies.row('third');
    },
  },
];
