import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import type { PlanOutcome } from '../../../src/core/sync/outcomes.ts';
import type { AffectedReport, ReportOfPolicy } from '../../../src/core/sync/countAffected.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { lensesOf } from '../lensesOf.ts';
import { consoleId, edit, fileOf, policy, run } from '../mainJob.ts';
import { Pages } from '../resources/pages.ts';
import { SafetyWorld } from '../safety/world.ts';

const name = 'vulnerability/images';
const other = 'vulnerability/serverless';
const containers = 'compliance/container';
const unlisted = 'compliance/host';
const first =
  '  - name: pay $(flame)\n    collections:\n      - name: payments\n    alertThreshold:\n      disabled: true\n';

suite('counting affected resources', () => {
  let world: SafetyWorld;
  let pages: Pages;
  const asked = (): readonly string[] =>
    world.sandbox.requests.of('GET', `/${name}/impacted`).map(({ query }) => query);

  before(async () => {
    world = await SafetyWorld.open(name, other, containers, unlisted);
    await edit(name, (text) => text.replace(/^rules:\n/m, `rules:\n${first}`));
    pages = new Pages();
  });

  after(async () => {
    pages.restore();
    await window.showTextDocument(fileOf(name));
    await commands.executeCommand('workbench.action.files.revert');
    await world.close();
  });

  test('images that get another rule are counted and shown, what becomes weaker first', async () => {
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
      /^Another rule applies to \d+ images\. .*Decisions: \d+ becomes? weaker.*Checked: \d+ images/,
    );
    assert.equal(page.rows.length, report.affected.length);
    assert.ok(page.column('ruleAfter').every((rule) => rule === 'pay $(flame)'));
    assert.ok(page.column('name').every((image) => String(image).startsWith('registry.example/')));
    assert.equal(page.column('change')[0], 'weaker');
    // Each rule that is concerned is asked about once, and nothing is written.
    assert.equal(new Set(asked()).size, asked().length);
    assert.ok(asked().length >= report.asked && report.asked > 0);
    assert.equal(world.puts, puts);
  });

  test('from the plan that is shown it is that plan which is counted, without another look at live', async () => {
    const outcome = await run<PlanOutcome>('ordinance.policy.push', policy(name));
    assert.equal(outcome?.kind, 'plan');
    const uri = window.activeTextEditor?.document.uri;
    const lenses = await lensesOf(uri, 20);
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
      /^Nothing to count: the console does not list the resources of vulnerability\/serverless\./,
    );
    assert.equal(world.sandbox.requests.all().length, count);
  });

  test('of a plan of several policies each is counted, in one table, and what cannot be counted is said', async () => {
    for (const also of [containers, unlisted]) {
      await edit(also, (text) =>
        text.replace(/^rules:\n/m, 'rules:\n  - name: all of them\n    collections:\n      - name: All\n'),
      );
    }
    const several = await waitFor('the plan of several', async () => {
      await run('ordinance.policies.pushEdited', { kind: 'console', consoleId: consoleId() });
      const document = window.activeTextEditor?.document;
      return document?.uri.path.includes('push of several') ? document : undefined;
    });
    const lenses = await lensesOf(several.uri, 20);
    const lens = lenses.find(({ command }) => command?.title === 'Count Affected Resources')?.command;
    assert.equal(lens?.command, 'ordinance.plan.countAffected');
    const reads = world.sandbox.requests.of('GET', `/policies/${name}`).length;
    const lists = asked().length;
    const reports = await run<readonly ReportOfPolicy[]>(lens.command, ...(lens.arguments ?? []));
    assert.deepEqual(reports?.map(({ kind }) => kind.name).toSorted(), [containers, name]);
    assert.ok(asked().length > lists);
    assert.equal(
      world.sandbox.requests.of('GET', `/policies/${name}`).length - reads,
      asked().length - lists,
      'only resources of rules are read',
    );
    const page = pages.last;
    await waitFor('rows to their end', () => page.end !== undefined);
    assert.match(page.title, /^Affected by a push of 2 policies: /);
    assert.equal(page.rows.length, reports?.flatMap(({ report }) => report.affected).length);
    assert.deepEqual([...new Set(page.column('policy').map(String))].toSorted(), [containers, name]);
    const note = page.start?.note ?? '';
    assert.match(
      note,
      /^(?:vulnerability\/images|compliance\/container): .*\n(?:vulnerability\/images|compliance\/container): .*\n/,
    );
    assert.match(note, /Nothing to count: the console does not list the resources of compliance\/host/);
    const changes = page.column('change');
    assert.ok(changes.lastIndexOf('weaker') < changes.indexOf('stricter') || !changes.includes('stricter'));
    // What is not shown any more is not counted.
    await run('ordinance.plan.close', several.uri);
    world.messages.clear();
    assert.equal(await run('ordinance.plan.countAffected', several.uri), undefined);
    assert.match(world.messages.last?.text ?? '', /no longer available/);
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
