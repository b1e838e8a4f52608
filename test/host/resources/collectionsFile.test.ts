import assert from 'node:assert/strict';
import { commands, DiagnosticSeverity, languages, Uri, window, workspace } from 'vscode';
import type { TestConsole } from '../../sandbox/testConsole.ts';
import type { PullReport } from '../../../src/core/sync/outcomes.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { consoleId, fileOf, Messages, policy, revert, run, startSandbox } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';

const name = 'vulnerability/images';
const console = { kind: 'console', consoleId: consoleId() };

suite('keeping collections', () => {
  let sandbox: TestConsole;
  let messages: Messages;
  const file = (): Uri => Uri.joinPath(surroundings().folder, 'policies/sandbox/collections.yaml');
  const text = async (): Promise<string | undefined> =>
    workspace.fs.readFile(file()).then(
      (bytes) => new TextDecoder().decode(bytes),
      () => undefined,
    );
  const keeping = async (on: boolean | undefined): Promise<void> =>
    workspace.getConfiguration('ordinance.pull').update('keepCollections', on, false);

  before(async () => {
    sandbox = await startSandbox();
    messages = new Messages();
    const [report] = (await run<PullReport[]>('ordinance.policy.pull', policy(name))) ?? [];
    assert.equal(report?.failed.length, 0, JSON.stringify(messages.last));
  });

  after(async () => {
    await keeping(undefined);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await workspace.fs.delete(fileOf(name));
    await workspace.fs.delete(file()).then(undefined, () => undefined);
    messages.restore();
    await sandbox.close();
  });

  test('a command keeps them once, and says when there is nothing to do', async () => {
    assert.equal(await text(), undefined, 'nobody asked for it');
    assert.equal(await run('ordinance.collections.pull', console), true, JSON.stringify(messages.last));
    const kept = await text();
    assert.match(kept ?? '', /\n {2}- name: payments\n {4}images:\n/);
    assert.doesNotMatch(kept ?? '', /owner|modified/);
    assert.match(
      messages.last?.text ?? '',
      /\d+ collections of sandbox written to policies\/sandbox\/collections\.yaml\./,
    );
    assert.equal(await run('ordinance.collections.pull', console), false);
    assert.match(
      messages.last?.text ?? '',
      /^policies\/sandbox\/collections\.yaml already covers the contents of the collections of sandbox/,
    );
    await workspace.fs.delete(file());
  });

  test('with the setting on they are kept as they are read, and anew when it is switched on', async () => {
    await keeping(true);
    await waitFor('the file', async () => (await text()) !== undefined);
    sandbox.state.collections.set('added', new Map(), 'me', '2026-01-01T00:00:00Z');
    await run('ordinance.collections.pull', console);
    assert.match((await text()) ?? '', /name: added/);
    await keeping(false);
    await workspace.fs.delete(file());
    await keeping(true);
    await waitFor('the file again', async () => (await text())?.includes('name: added') === true);
    await keeping(false);
  });

  test('edits that are not saved are not overwritten', async () => {
    await run('ordinance.collections.pull', console);
    const document = await workspace.openTextDocument(file());
    const editor = await window.showTextDocument(document);
    await editor.edit((builder) => builder.insert(document.positionAt(0), '# mine\n'));
    messages.clear();
    assert.equal(await run('ordinance.collections.pull', console), undefined);
    assert.match(messages.last?.text ?? '', /has unsaved edits/);
    await revert(document);
  });

  test('a file that cannot be read is a problem, until it can', async () => {
    const problems = (): readonly string[] => languages.getDiagnostics(file()).map(({ message }) => message);
    const good = await text();
    await workspace.fs.writeFile(file(), new TextEncoder().encode('collections: [7]\n'));
    await waitFor('the problem', () => problems().some((message) => message.includes('collections.yaml')));
    const severity = async (value: object | undefined): Promise<void> =>
      workspace.getConfiguration('ordinance.diagnostics').update('severity', value, false);
    await severity({ 'collections-file': 'off' });
    await waitFor('no problem while its severity is off', () => problems().length === 0);
    await severity({ 'collections-file': 'hint' });
    const isHint = (): boolean =>
      languages.getDiagnostics(file()).some((one) => one.severity === DiagnosticSeverity.Hint);
    await waitFor('a hint', isHint);
    await severity(undefined);
    await workspace.fs.writeFile(file(), new TextEncoder().encode(good ?? ''));
    await waitFor('no problem', () => problems().length === 0);
  });
});
