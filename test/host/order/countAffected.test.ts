import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import type { CodeLens } from 'vscode';
import type { PlanOutcome } from '../../../src/core/sync/outcomes.ts';
import type { AffectedReport } from '../../../src/core/sync/countAffected.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { edit, fileOf, policy, run } from '../mainJob.ts';
import { Pages } from '../resources/pages.ts';
import { SafetyWorld } from '../safety/world.ts';

const name = 'vulnerability/images';
const other = 'vulnerability/serverless';
const first =
  '  - name: pay $(flame)\n    collections:\n      - name: payments\n    alertThreshold:\n      disabled: true\n';

suite('counting affected resources', () => {
  let world: SafetyWorld;
  let pages: Pages;
  const asked = (): readonly string[] =>
    world.sandbox.requests.of('GET', `/${name}/impacted`).map(({ query }) => query);

  before(async () => {
    world = await SafetyWorld.open(name, other);
    await edit(name, (text) => text.replace(/^rules:\n/m, `rules:\n${first}`));
    pages = new Pages();
  });

  after(async () => {
    pages.restore();
    await window.showTextDocument(fileOf(name));
    await commands.executeCommand('workbench.action.files.revert');
    await world.close();
  });

  test('images that get another rule are counted and shown, what becomes milder first', async () => {
    const puts = world.puts;
    const report = await run<AffectedReport>('ordinance.policy.countAffected', policy(name));
    assert.ok(report && report.counts.handed > 2, JSON.stringify(world.messages.last));
    assert.equal(report.counts.perhaps, 0);
    const page = pages.last;
    await waitFor('rows to their end', () => page.end !== undefined);
    assert.equal(page.end, '');
    assert.match(page.title, /^Affected by a push of vulnerability\/images: /);
    assert.match(
      page.start?.note ?? '',
      /^MILDER for \d+ images?\. (?:Perhaps milder for \d+ images?\. )?Another rule for \d+ images\. .*Looked at: \d+ images/,
    );
    assert.equal(page.rows.length, report.affected.length);
    assert.ok(page.column('ruleAfter').every((rule) => rule === 'pay $(flame)'));
    assert.ok(page.column('name').every((image) => String(image).startsWith('registry.example/')));
    assert.equal(page.column('change')[0], 'milder');
    // Each rule that is concerned is asked about once, and nothing is written.
    assert.equal(new Set(asked()).size, asked().length);
    assert.ok(asked().length >= report.asked && report.asked > 0);
    assert.equal(world.puts, puts);
  });

  test('from the plan that is shown it is that plan which is counted, without another look at live', async () => {
    const outcome = await run<PlanOutcome>('ordinance.policy.previewPush', policy(name));
    assert.equal(outcome?.kind, 'plan');
    const uri = window.activeTextEditor?.document.uri;
    const lenses = await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', uri, 20);
    const lens = lenses.find(({ command }) => command?.title === 'Count Affected Resources')?.command;
    assert.ok(lens, lenses.map(({ command }) => command?.title).join());
    const reads = world.sandbox.requests.of('GET', `/policies/${name}`).length;
    const lists = asked().length;
    await commands.executeCommand(lens.command, ...((lens.arguments ?? []) as unknown[]));
    assert.ok(asked().length > lists);
    assert.equal(
      world.sandbox.requests.of('GET', `/policies/${name}`).length - reads,
      asked().length - lists,
      'only resources of rules are read',
    );
  });

  test('a policy of which the console lists nothing says so before it asks for anything', async () => {
    world.messages.clear();
    const count = world.sandbox.requests.all().length;
    assert.equal(await run('ordinance.policy.countAffected', policy(other)), undefined);
    assert.match(
      world.messages.last?.text ?? '',
      /does not list resources for rules of vulnerability\/serverless/,
    );
    assert.equal(world.sandbox.requests.all().length, count);
  });

  test('where no decision changes there is nothing to count', async () => {
    await edit(name, (text) =>
      text.replace(first, '').replace(/^( *)- name: (.*)\n/m, '$1- name: $2\n$1  notes: mine\n'),
    );
    world.messages.clear();
    const lists = asked().length;
    await run('ordinance.policy.countAffected', policy(name));
    assert.match(world.messages.last?.text ?? '', /No decision changes/);
    assert.equal(asked().length, lists);
  });
});
