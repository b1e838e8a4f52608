import assert from 'node:assert/strict';
import { commands, languages, window } from 'vscode';
import type { CodeAction, Diagnostic } from 'vscode';
import type { TestConsole } from '../../sandbox/testConsole.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { Inputs } from '../inputs.ts';
import { consoleId, edit, Messages, revert, run, startSandbox } from '../mainJob.ts';

suite('a collection that a rule names and nobody has', () => {
  let sandbox: TestConsole;
  let messages: Messages;

  before(async () => {
    sandbox = await startSandbox();
    messages = new Messages();
    await run('ordinance.console.pull', { kind: 'console', consoleId: consoleId() });
  });

  after(async () => {
    messages.restore();
    await sandbox.close();
  });

  test('a collection that is not there is made by a quick fix, after its lists were asked for, and the finding goes', async () => {
    const name = 'vulnerability/serverless';
    const wanted = 'made-by-fix';
    messages.clear();
    const document = await edit(name, (text) => text.replace('name: All', `name: ${wanted}`));
    await window.showTextDocument(document);
    const finding = (): Diagnostic | undefined =>
      languages
        .getDiagnostics(document.uri)
        .find(({ code }) => typeof code === 'object' && code.value === 'unknown-collection');
    const { range } = await waitFor('the finding', finding);
    // The editor forgets the commands of its answer after 100 ms, which may be over before the answer is here.
    const command = await waitFor('the fix', async () => {
      const actions = await commands.executeCommand<CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        range,
      );
      return actions.find(({ title }) => title === `Create Collection ${wanted}…`)?.command;
    });
    const [row, given] = (command.arguments ?? []) as [unknown, unknown];
    assert.equal(given, wanted);
    const inputs = new Inputs();
    const answers = ['made by a test', 'Functions', 'fn-*, -fn-old*'];
    try {
      inputs.answers.push(...answers);
      const posts = sandbox.requests.of('POST', '/collections').length;
      await run('_ordinance.collections.create', row, given);
      assert.equal(sandbox.requests.of('POST', '/collections').length, posts, 'not without a yes');
      assert.match(messages.last?.text ?? '', /Add the collection made-by-fix to sandbox\?/);
      assert.match(messages.last?.detail ?? '', /Functions: fn-\*, -fn-old\*/);
      assert.deepEqual(
        inputs.asked.map(({ title, step }) => [title, step]),
        ['1/2', '2/2', '3/3'].map((step) => ['Add Collection made-by-fix', step]),
      );
      inputs.answers.push(...answers);
      messages.confirmPush('Add');
      await run('_ordinance.collections.create', row, given);
    } finally {
      inputs.restore();
    }
    await waitFor('the finding to go', () => finding() === undefined);
    messages.clear();
    await run('_ordinance.collections.create', row, given);
    assert.match(messages.last?.text ?? '', /exists now/);
    await revert(document);
  });
});
