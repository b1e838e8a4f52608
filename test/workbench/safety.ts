import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import { parseJson, writeJson } from '../../src/model/jsonText.ts';
import type { Step } from './mainJob.ts';
import { Tree } from './pages/tree.ts';
import type { Session } from './session.ts';
import { until } from './until.ts';

const policy = 'vulnerability/ci-images';
const file = 'ci-images.policy.yaml';
const path = join('policies', 'sandbox', 'vulnerability', file);

/** A colleague's edit, a merge, a conflict and a restore, without touching the mouse. */
export const safetySteps: readonly Step[] = [
  {
    name: 'pulls, and edits a rule',
    async run(session) {
      const { workbench, workspace } = session;
      await workbench.showContainer('Ordinance');
      await workbench.policies.row('sandbox');
      await workbench.commandByKeys('Ordinance: Pull Console…');
      await until('a pulled policy', () => readFile(join(workspace, path)).catch(() => undefined));
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
      await workbench.notifications.says(/was changed by somebody else.*changed/);
      await picture('drift');
      assert.deepEqual(sandbox.requests.of('PUT'), []);
    },
  },
  {
    name: 'merges both, and shows the result before anything is written',
    async run({ workbench, sandbox, workspace }, picture) {
      await workbench.commandByKeys('Ordinance: Merge with Live…');
      assert.match(await workbench.dialog.says(), /Write the merged vulnerability\/ci-images/);
      await picture('merged');
      await workbench.press('Enter');
      await workbench.notifications.says('Merged vulnerability/ci-images');
      await until('the merge in the file', async () => {
        const text = await readFile(join(workspace, path), 'utf8');
        return text.includes('checked by a colleague') && text.includes('graceDays: 14');
      });
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
    name: 'settles a conflict with keys',
    async run(session, picture) {
      const { workbench, sandbox, workspace } = session;
      await workbench.commandByKeys('Notifications: Clear All Notifications');
      // The file is the first of the open editors.
      await workbench.press('Alt+1');
      await typeGraceDays(session, '30');
      await workbench.editors.save();
      colleague(sandbox, 0, 'graceDays', '7');
      await workbench.commandByKeys('Ordinance: Merge with Live…');
      const conflicts = new Tree(workbench.page, 'Conflicts');
      await conflicts.row(/graceDays/);
      await workbench.press('Enter');
      await workbench.editors.diff.waitFor();
      await picture('conflicts');
      await workbench.press('Alt+m');
      await until('a settled conflict', async () =>
        /mine chosen/.test(await conflicts.describe(/graceDays/)),
      );
      await workbench.press('Alt+Enter');
      await workbench.dialog.says();
      await workbench.press('Enter');
      await until('the merge in the file', async () =>
        /graceDays: 30/.test(await readFile(join(workspace, path), 'utf8')),
      );
      await workbench.notifications.says('Merged vulnerability/ci-images');
      await push(session);
      assert.equal(member(sandbox, 0, 'graceDays'), '30');
      assert.match(await readFile(join(workspace, path), 'utf8'), /graceDays: 30/);
    },
  },
  {
    name: 'restores a push from the history',
    async run({ workbench, sandbox }, picture) {
      await workbench.commandByKeys('Ordinance: Focus on History View');
      const history = new Tree(workbench.page, 'History');
      await history.row(policy);
      assert.match(await history.describe(policy), /applied, 1 changed/);
      await picture('history');
      await workbench.commandByKeys('Ordinance: Restore…');
      await workbench.quickInput.entry(policy).waitFor();
      await workbench.press('Enter');
      await workbench.quickInput.entry('As it was before this push').waitFor();
      await workbench.press('Enter');
      await workbench.dialog.says();
      await workbench.press('Enter');
      await until('the old value', () => member(sandbox, 0, 'graceDays') === '7');
      await until('a push that says it restored', async () =>
        /restored/.test((await history.describe(policy)) ?? ''),
      );
      await picture('restored');
    },
  },
];

async function push({ workbench, sandbox }: Session): Promise<void> {
  const before = sandbox.requests.of('PUT').length;
  await workbench.commandByKeys('Ordinance: Push Policy…');
  await workbench.dialog.says();
  await workbench.press('Enter');
  await until('a push', () => sandbox.requests.of('PUT').length === before + 1);
  await workbench.notifications.says(/Pushed vulnerability\/ci-images to sandbox/);
}

async function openPolicy({ workbench }: Session): Promise<void> {
  await workbench.press('ControlOrMeta+p');
  await workbench.quickInput.opened();
  await workbench.page.keyboard.type('vulnerability/ci-images.policy');
  await workbench.quickInput.entry(file).waitFor();
  await workbench.press('Enter');
  await workbench.quickInput.closed();
  await workbench.page.locator('.tabs-container .tab.active', { hasText: file }).waitFor();
}

/** Replaces the grace period of the first rule, in the editor that has the focus. */
async function typeGraceDays({ workbench, workspace }: Session, days: string): Promise<void> {
  const lines = (await readFile(join(workspace, path), 'utf8')).split('\n');
  const line = lines.findIndex((text) => /^ *graceDays:/.test(text));
  assert.ok(line > 0, 'the first rule has a grace period');
  await workbench.page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
  await workbench.editors.goTo(line + 1);
  await workbench.press('End', 'Shift+Home');
  await workbench.page.keyboard.type(`graceDays: ${days}`);
  await workbench.editors.shows(new RegExp(`graceDays:\\s${days}`));
}

function colleague(sandbox: Session['sandbox'], place: number, key: string, value: string): void {
  sandbox.state.policies.editRules(policy, (rules) =>
    rules.map((rule, at) => (at === place ? new Map(rule).set(key, parseJson(value)) : rule)),
  );
}

/** A member of a live rule, as JSON. */
function member(sandbox: Session['sandbox'], place: number, key: string): string {
  const rules: JsonValue | undefined = sandbox.state.policies.get(policy).get('rules');
  assert.ok(Array.isArray(rules));
  return writeJson((rules[place] as JsonObject).get(key) ?? null);
}
