import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { policyKinds } from '../../src/core/policy/families.ts';
import type { JsonObject, JsonValue } from '../../src/core/json/json.ts';
import { writeJson } from '../../src/core/json/writeJson.ts';
import type { Session } from './session.ts';
import { until } from './until.ts';

/**
 * What Ordinance is for, from the first look at the view to a push that was taken back, as a person does it. The tour
 * takes its pictures of these steps; tests run them on the project and on the packed extension.
 */
export interface Step {
  /** Reads on after "it ". */
  readonly name: string;
  run(session: Session, picture: TakePicture): Promise<void>;
}

/** @param hovering leaves the pointer where it is */
export type TakePicture = (name: string, hovering?: 'hovering') => Promise<void>;

/** The policy that is worked on. */
const policy = 'vulnerability/ci-images';
const file = 'ci-images.policy.yaml';
const path = join('policies', 'sandbox', 'vulnerability', file);
const title = 'CI images';

/** Signs in by hand, as every user of an installed extension has to. */
export const signIn: Step = {
  name: 'signs in with an access key',
  async run({ workbench, sandbox }, picture) {
    await workbench.showContainer('Ordinance');
    await until('a signed out console', async () =>
      /signed out/.test(await workbench.policies.describe('sandbox')),
    );
    await workbench.command('Ordinance: Sign In…');
    await workbench.quickInput.opened();
    await picture('sign-in');
    await workbench.quickInput.answer(sandbox.accessKey.id);
    await workbench.quickInput.box.locator('input[type="password"]').waitFor();
    await workbench.quickInput.answer(sandbox.accessKey.secret);
    await until(
      'a console that is signed in',
      async () => !/signed out/.test(await workbench.policies.describe('sandbox')),
    );
  },
};

export const mainJob: readonly Step[] = [
  {
    name: 'pulls every policy of a console',
    async run({ workbench, workspace }, picture) {
      await workbench.showContainer('Ordinance');
      await workbench.policies.row('sandbox');
      await workbench.command('Ordinance: Pull Console');
      await until(
        'a file for every policy',
        async () => (await pulled(workspace)).length === policyKinds.length,
      );
      await workbench.policies.expand('Vulnerability');
      await until('a policy in sync', async () => /in sync/.test(await workbench.policies.describe(title)));
      await picture('pulled');
    },
  },
  {
    name: 'shows the rules of a policy in order and opens one',
    async run({ workbench, sandbox }, picture) {
      await workbench.policies.expand(title);
      const [first = '', second = ''] = namesOf(sandbox.state.policies.get(policy).get('rules'));
      await workbench.policies.row(`2. ${second}`);
      await workbench.policies.select(`1. ${first}`);
      await workbench.editors.tab(file).waitFor();
      await workbench.editors.shows(first);
      await picture('rules');
    },
  },
  {
    name: 'underlines a mistake where it is',
    async run({ workbench, workspace }, picture) {
      const lines = (await readFile(join(workspace, path), 'utf8')).split('\n');
      const line = lines.findIndex((text) => /^\s+value: \d/.test(text)) + 1;
      assert.notEqual(line, 0);
      await workbench.editors.focus();
      await workbench.editors.goTo(line);
      await workbench.press('End', 'Shift+Home');
      await workbench.page.keyboard.type('value: high');
      const squiggle = workbench.editors.squiggles('error').first();
      await squiggle.waitFor();
      await workbench.editors.hover(squiggle, /number|integer/);
      await picture('squiggle', 'hovering');
      await workbench.press('Escape');
      while (await workbench.editors.isDirty(file)) {
        await workbench.press('ControlOrMeta+z');
      }
      await squiggle.waitFor({ state: 'detached' });
      await until('a policy in sync', async () => /in sync/.test(await workbench.policies.describe(title)));
    },
  },
  {
    name: 'edits a rule',
    async run({ workbench, workspace }) {
      const lines = (await readFile(join(workspace, path), 'utf8')).split('\n');
      const line = lines.findIndex((text) => /^\s+graceDays: 0$/.test(text)) + 1;
      assert.notEqual(line, 0);
      await workbench.editors.focus();
      await workbench.editors.goTo(line);
      await workbench.press('End', 'Backspace');
      await workbench.page.keyboard.type('14');
      await until('an edited policy', async () => /edited/.test(await workbench.policies.describe(title)));
    },
  },
  {
    name: 'moves a rule by dragging it',
    async run({ workbench, sandbox }, picture) {
      const names = namesOf(sandbox.state.policies.get(policy).get('rules'));
      await workbench.policies.drag(`4. ${names[3]}`, `2. ${names[1]}`, `2. ${names[3]}`);
      await workbench.policies.row(`3. ${names[1]}`);
      assert.ok(await workbench.editors.isDirty(file));
      await picture('dragged');
    },
  },
  {
    name: 'moves a rule with a key',
    async run({ workbench, sandbox }, picture) {
      const [first] = namesOf(sandbox.state.policies.get(policy).get('rules'));
      await workbench.policies.key(`1. ${first}`, 'Alt+ArrowDown', `2. ${first}`);
      await picture('moved');
    },
  },
  {
    name: 'shows what a push would do and sends nothing',
    async run({ workbench, sandbox }, picture) {
      sandbox.requests.clear();
      await workbench.policies.select(title);
      await workbench.command('Ordinance: Push Policy…');
      await workbench.editors.shows(/Moved/);
      await workbench.editors.shows(/graceDays/);
      await workbench.page.locator('.statusbar-item', { hasText: /sandbox: edited/ }).waitFor();
      await picture('plan-without-changed-decisions');
      await workbench.command('Ordinance: Compare Plan with Live');
      await workbench.editors.diff.waitFor();
      await picture('difference');
      assert.deepEqual(sandbox.requests.of('PUT'), []);
    },
  },
  {
    name: 'pushes the plan that is shown, once, and says how it ended in its place',
    async run({ workbench, sandbox, workspace }, picture) {
      const before = namesOf(sandbox.state.policies.get(policy).get('rules'));
      sandbox.requests.clear();
      await workbench.command('Ordinance: Push Policy…');
      await workbench.review.ready();
      await picture('review');
      assert.deepEqual(sandbox.requests.of('PUT'), []);
      await workbench.review.push();
      await workbench.review.applied();
      await picture('result-without-changed-decisions');
      assert.equal(sandbox.requests.of('PUT').length, 1);
      const [a, b, c, d, ...rest] = before;
      assert.deepEqual(namesOf(sandbox.state.policies.get(policy).get('rules')), [d, a, b, c, ...rest]);
      await until('a policy in sync', async () => /in sync/.test(await workbench.policies.describe(title)));
      assert.equal(graceDays(sandbox.state.policies.get(policy), a), '14');
      assert.match(await readFile(join(workspace, path), 'utf8'), /graceDays: 14$/m);
    },
  },
  {
    name: 'takes the push back',
    async run({ workbench, sandbox }, picture) {
      const [d, a, b, c, ...rest] = namesOf(sandbox.state.policies.get(policy).get('rules'));
      await workbench.review.button('Undo…').click();
      await workbench.review.button('Undo Push').waitFor();
      await workbench.review.push();
      await until('the old order', () => namesOf(sandbox.state.policies.get(policy).get('rules'))[3] === d);
      assert.deepEqual(namesOf(sandbox.state.policies.get(policy).get('rules')), [a, b, c, d, ...rest]);
      assert.equal(graceDays(sandbox.state.policies.get(policy), a), '0');
      await workbench.policies.expand(title);
      await workbench.policies.row(`1. ${a}`);
      await picture('undone');
    },
  },
];

async function pulled(workspace: string): Promise<string[]> {
  const found: string[] = [];
  for await (const name of glob('policies/sandbox/*/*.policy.yaml', { cwd: workspace })) {
    found.push(name);
  }
  return found;
}

/** Of the rule with this name, as it is spelled. */
function graceDays(document: JsonObject, name: string | undefined): string {
  const rules = document.get('rules');
  assert.ok(Array.isArray(rules));
  const rule = rules.find((one) => one instanceof Map && one.get('name') === name);
  assert.ok(rule instanceof Map);
  return writeJson(rule.get('graceDays') ?? null);
}

function namesOf(rules: JsonValue | undefined): string[] {
  assert.ok(Array.isArray(rules));
  return rules.map((rule) => {
    const name: unknown = rule instanceof Map ? rule.get('name') : undefined;
    assert.ok(typeof name === 'string');
    return name;
  });
}
