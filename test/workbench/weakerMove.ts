import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, stringAt, type JsonObject } from '../../src/core/json/json.ts';
import { parseJson } from '../../src/core/json/jsonText.ts';
import { said } from './policyRows.ts';
import type { Step } from './mainJob.ts';
import type { Session } from './session.ts';
import { until } from './until.ts';
import { editRules } from '../sandbox/editRules.ts';

const policy = 'vulnerability/images';
const title = 'Deployed images';
const file = 'images.policy.yaml';
const path = join('policies', 'sandbox', 'vulnerability', file);

const rule = (name: string, collection: string, blocksFrom?: number): object => ({
  name,
  collections: [{ name: collection }],
  alertThreshold: { disabled: false, value: 4 },
  ...(blocksFrom !== undefined && { blockThreshold: { enabled: true, value: blocksFrom } }),
});

/** Of collections that every sandbox has. */
const rules = [
  rule('payments gateway: block critical', 'payments-gateway', 9),
  rule('payments: block high', 'payments', 7),
  rule('payments api: alert', 'payments-api'),
  rule('checkout: block critical', 'checkout', 9),
  rule('everything: alert', 'All'),
];

/**
 * What Ordinance is for, in eight pictures: a move that weakens a decision, its plan, a colleague who was faster, the merge and the
 * result. The tour makes the moving picture of the README of it.
 */
export const weakerMove: readonly Step[] = [
  {
    name: 'shows the rules of a small policy in order',
    async run({ workbench, sandbox, workspace }, picture) {
      const document = parseJson(JSON.stringify({ rules }));
      assert.ok(isJsonObject(document));
      sandbox.state.policies.replace(policy, document);
      await workbench.showContainer('Ordinance');
      await workbench.policies.row('sandbox');
      await workbench.choose('Ordinance: Pull Policy', policy);
      await until('a pulled policy', () => readFile(join(workspace, path)).catch(() => undefined));
      // Without the contents of collections, the changed decisions of a move are unknown.
      await workbench.command('Ordinance: Pull Collections');
      const collections = join(workspace, 'policies', 'sandbox', 'collections.yaml');
      await until('the collections', () => readFile(collections).catch(() => undefined));
      await workbench.policies.expand('Vulnerability');
      await workbench.policies.expand(title);
      await workbench.policies.select('3. payments api: alert');
      await workbench.editors.tab(file).waitFor();
      await picture('film-1-rules');
    },
  },
  {
    name: 'counts the decision that a dragged rule weakens',
    async run(session, picture) {
      const { workbench } = session;
      await workbench.policies.drag(
        '3. payments api: alert',
        '2. payments: block high',
        '2. payments api: alert',
      );
      await said(session, /weaker/);
      await picture('film-2-moved');
    },
  },
  {
    name: 'shows the weaker decision first in the plan',
    async run({ workbench, sandbox }, picture) {
      sandbox.requests.clear();
      await workbench.policies.select(title);
      await workbench.command('Ordinance: Push Policy…');
      await workbench.review.ready();
      await workbench.editors.shows(/weaker/);
      await workbench.editors.shows(/payments\/api/);
      await workbench.notifications.clear();
      await picture('plan');
      await picture('film-3-plan');
      assert.deepEqual(sandbox.requests.of('PUT'), []);
    },
  },
  {
    name: 'sends nothing over the edit of a colleague, and merges both',
    async run({ workbench, sandbox, workspace }, picture) {
      editRules(sandbox.state, policy, (live) =>
        live.map((one) =>
          nameOf(one).startsWith('checkout')
            ? new Map(one).set('notes', 'Agreed with the checkout team.')
            : one,
        ),
      );
      await workbench.command('Ordinance: Push Policy…');
      await workbench.notifications.says(policy);
      assert.deepEqual(sandbox.requests.of('PUT'), []);
      await picture('film-4-refused');
      await workbench.notifications.press(policy, 'Merge…');
      await workbench.editors.tab(/ordinance-merge/).waitFor();
      await workbench.editors.shows(/Agreed\swith\sthe\scheckout\steam/);
      await workbench.notifications.clear();
      await picture('film-5-merge');
      await workbench.editors.focused();
      await workbench.press('Alt+Enter');
      await until('the merge in the file', async () =>
        (await readFile(join(workspace, path), 'utf8')).includes('Agreed with the checkout team.'),
      );
      await workbench.editors.tab(/ordinance-merge/).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'asks before it weakens a decision, pushes once and keeps both changes',
    async run(session, picture) {
      const { workbench, sandbox } = session;
      await workbench.notifications.clear();
      await workbench.policies.select(title);
      await workbench.command('Ordinance: Push Policy…');
      await workbench.review.push();
      await workbench.dialog.says();
      await picture('film-6-question');
      await workbench.dialog.press(/^Weaken/);
      await workbench.review.applied();
      await picture('receipt');
      await picture('film-7-applied');
      assert.equal(sandbox.requests.of('PUT').length, 1);
      assert.deepEqual(liveRules(session).map(nameOf).slice(0, 3), [
        'payments gateway: block critical',
        'payments api: alert',
        'payments: block high',
      ]);
      assert.ok(
        liveRules(session).some((one) => stringAt(one, 'notes') === 'Agreed with the checkout team.'),
      );
    },
  },
];

const nameOf = (one: JsonObject): string => stringAt(one, 'name') ?? '';

function liveRules({ sandbox }: Session): JsonObject[] {
  const live = sandbox.state.policies.get(policy).get('rules');
  assert.ok(Array.isArray(live));
  return live.filter(isJsonObject);
}
