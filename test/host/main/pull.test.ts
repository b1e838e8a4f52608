import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { commands, languages, workspace } from 'vscode';
import { policyKinds } from '../../../src/core/policy/families.ts';
import { commandIds } from '../../../src/generated/manifest.ts';
import type { TestConsole } from '../../sandbox/testConsole.ts';
import type { PullReport } from '../../../src/core/sync/outcomes.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { consoleId, edit, fileOf, Messages, run, save, startSandbox } from '../mainJob.ts';

const target = { kind: 'console', consoleId: consoleId() };

suite('pull', () => {
  let sandbox: TestConsole;
  let messages: Messages;

  before(async () => {
    // All of their rules, as their tests are about some of the last ones.
    sandbox = await startSandbox({});
    messages = new Messages();
  });

  after(async () => {
    messages.restore();
    await sandbox.close();
  });

  test('every command of the manifest is there', async () => {
    const known = await commands.getCommands(true);
    assert.deepEqual(
      commandIds.filter((id) => !known.includes(id)),
      [],
    );
  });

  test('brings all policies into files', async () => {
    const report = await run<PullReport>('ordinance.console.pull', target);
    assert.deepEqual(report?.failed, [], JSON.stringify(messages.last));
    assert.equal(report?.written.length, 21);
    for (const { name } of policyKinds) {
      assert.ok((await workspace.fs.stat(fileOf(name))).size > 0, name);
    }
  });

  test('a second time changes nothing', async () => {
    const report = await run<PullReport>('ordinance.console.pull', target);
    assert.equal(report?.unchanged.length, 21);
    assert.equal(report?.written.length, 0);
  });

  test('leaves nothing to complain about but what is meant, while a mistake in any of the files is found', async () => {
    for (const { name } of policyKinds) {
      const uri = fileOf(name);
      // What the guide of the sample workspace leads to.
      const meant = name === 'vulnerability/ci-images' ? ['redundant-rule', 'shadowed-rule'] : [];
      const codes = (): string[] =>
        languages
          .getDiagnostics(uri)
          .map(({ code }) => String(typeof code === 'object' ? code.value : code))
          .toSorted((a, b) => a.localeCompare(b));
      const document = await edit(name, (text) => `]${text}`);
      await waitFor(`a diagnostic on ${name}`, () => codes().some((code) => !meant.includes(code)));
      await edit(name, (text) => text.slice(1));
      await waitFor(`only what is meant on ${name}`, () => isDeepStrictEqual(codes(), meant)).catch(() => {
        assert.deepEqual(codes(), meant);
      });
      await save(document);
    }
  });

  test('lists failures together and loses nothing', async () => {
    sandbox.faults.next(
      { method: 'GET', path: 'compliance/host', count: 10 },
      { kind: 'status', status: 500, when: 'before' },
    );
    messages.clear();
    const report = await run<PullReport>('ordinance.console.pull', target);
    assert.deepEqual(
      report?.failed.map(({ ref }) => ref.policy),
      ['compliance/host'],
    );
    assert.equal(report?.unchanged.length, policyKinds.length - 1);
    assert.match(
      messages.last?.text ?? '',
      new RegExp(`1 of ${policyKinds.length} policies of sandbox not pulled.*compliance/host`),
    );
    assert.ok((await workspace.fs.stat(fileOf('compliance/host'))).size > 0);
  });
});
