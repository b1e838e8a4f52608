import assert from 'node:assert/strict';
import { languages, Uri, window, workspace } from 'vscode';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { Messages, policy, run } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';
import { World } from './world.ts';

suite('a mistake in ordinance.yaml', () => {
  const file = Uri.joinPath(surroundings().folder, 'ordinance.yaml');
  let world: World;
  let messages: Messages;
  let original: Uint8Array;

  before(async () => {
    messages = new Messages();
    original = await workspace.fs.readFile(file);
    world = new World();
    await world.ready();
  });

  after(async () => {
    await workspace.fs.writeFile(file, original);
    await run('ordinance.policies.refresh');
    messages.restore();
    world.dispose();
  });

  test('leaves the console where it is, makes no request to it, and is said in the words of its problem', async () => {
    const [console] = world.consoles.consoles;
    assert.ok(console);
    const text = Buffer.from(original)
      .toString()
      .replace(/^( +)url:/m, '$1protcted: true\n$1url:');
    const line = text.slice(0, text.indexOf('protcted')).split('\n').length - 1;
    await workspace.fs.writeFile(file, Buffer.from(text));
    const flawed = await waitFor('the mistake to be seen', () => {
      const now = world.consoles.get(console.id);
      return now?.access === 'flawed' && now;
    });
    assert.equal(flawed.fault?.line, line);
    assert.match(flawed.fault?.reason ?? '', /[^.]\?$/, 'a question is a sentence already');
    assert.equal(world.consoles.faults[0], flawed.fault);

    await run('ordinance.policies.refresh');
    await run('ordinance.policy.pull', policy('vulnerability/host'));
    assert.ok(messages.last?.text.includes(flawed.fault.reason), messages.last?.text);

    await run('ordinance.console.openFile', { kind: 'console', consoleId: console.id });
    assert.equal(window.activeTextEditor?.selection.active.line, line);
    const problem = await waitFor('its problem to be shown', () =>
      languages.getDiagnostics(file).find(({ range }) => range.start.line === line),
    );
    assert.ok(flawed.fault.reason.includes(problem.message), `${flawed.fault.reason} | ${problem.message}`);
  });
});
