import assert from 'node:assert/strict';
import { commands, window, workspace } from 'vscode';
import type { Hover, MarkdownString } from 'vscode';
import { arrayAt, type JsonObject } from '../../../src/core/json/json.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { lensesOf } from '../lensesOf.ts';
import { fileOf, policy, run } from '../mainJob.ts';
import { SafetyWorld } from './world.ts';

const name = 'vulnerability/host';
const hostile = '[eve](command:workbench.action.quit)';

suite('marks of rules', () => {
  let world: SafetyWorld;
  const lenses = async (): Promise<string[]> => {
    const found = await lensesOf(fileOf(name), 1000);
    return found.flatMap(({ command }) =>
      /^(?:Not pushed|Live|Conflict)/.test(command?.title ?? '') ? [command?.title ?? ''] : [],
    );
  };
  /** At once: whoever asks is never given what was so before. */
  const shows = async (titles: RegExp): Promise<void> => assert.match((await lenses()).join(' | '), titles);

  before(async () => {
    world = await SafetyWorld.open(name);
    await window.showTextDocument(fileOf(name));
  });

  after(() => world.close());

  test('what was changed here stands over the rule, and goes when it is taken back', async () => {
    assert.deepEqual(await lenses(), []);
    await world.annotate(name, 0, 'mine');
    await shows(/^Not pushed: changed$/);
    const document = await workspace.openTextDocument(fileOf(name));
    const { version } = document;
    await commands.executeCommand('undo');
    await waitFor('the undo', () => document.version > version);
    await shows(/^$/);
    await world.annotate(name, 0, 'mine');
    await shows(/^Not pushed: changed$/);
  });

  test('what was changed live says by whom, and nothing of it is more than text', async () => {
    const { policies } = world.sandbox.state;
    const rules = arrayAt(policies.get(name), 'rules').map((rule, at) =>
      at === 1 ? new Map(rule as JsonObject).set('notes', 'theirs') : rule,
    );
    policies.replace(name, new Map([...policies.get(name), ['rules', rules]]), hostile);
    await run('ordinance.policies.refresh', { kind: 'console', consoleId: policy(name).consoleId });
    await shows(/Live: changed by .*eve/);
    assert.ok((await lenses()).every((title) => !title.includes('](command:')));
    const document = await workspace.openTextDocument(fileOf(name));
    const [, second] = Array.from(document.getText().matchAll(/^ *- name: /gm), ({ index }) => index);
    const hovers = await commands.executeCommand<Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      document.positionAt((second ?? 0) + 10),
    );
    const texts = hovers.flatMap(({ contents }) => contents.map((one) => (one as MarkdownString).value));
    assert.ok(
      texts.every((text) => !text.includes('](command:')),
      texts.join('\n'),
    );
  });

  test('where both changed a member the lens says so, and leads to the merge', async () => {
    world.colleague(name, 0, 'theirs');
    await run('ordinance.policies.refresh', { kind: 'console', consoleId: policy(name).consoleId });
    await shows(/Conflict with the live policy/);
    world.messages.clear();
    world.say('Merge');
    const found = await lensesOf(fileOf(name), 1000);
    const conflict = found.find(({ command }) => command?.title === 'Conflict with the live policy')?.command;
    assert.equal(conflict?.command, 'ordinance.policy.merge');
    assert.equal(await run('ordinance.policy.merge', ...(conflict?.arguments as [unknown])), 'open');
    world.say('Abandon Merge');
    await run('ordinance.merge.cancel');
  });

  test('a pull makes everything as it was', async () => {
    world.say('Overwrite');
    await run('ordinance.policy.pull', policy(name));
    await shows(/^$/);
  });
});
