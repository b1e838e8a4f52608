import assert from 'node:assert/strict';
import { Uri, workspace } from 'vscode';
import type { TestConsole } from '../../sandbox/testConsole.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { Inputs } from '../inputs.ts';
import { consoleId, Messages, run, startSandbox } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';

const sourceId = consoleId();
const file = Uri.joinPath(surroundings().folder, 'ordinance.yaml');

suite('signing in to the SSPM service', () => {
  let sandbox: TestConsole;
  let messages: Messages;
  let inputs: Inputs;
  let original: string;

  const reads = async (): Promise<boolean> => {
    await run('ordinance.posture.refresh');
    return (await run('ordinance.posture.openJson', { sourceId, kind: 'catalog' })) !== undefined;
  };
  const rewrite = async (change: (text: string) => string): Promise<void> => {
    await workspace.fs.writeFile(file, new TextEncoder().encode(change(original)));
  };

  before(async () => {
    sandbox = await startSandbox();
    messages = new Messages();
    inputs = new Inputs();
    original = new TextDecoder().decode(await workspace.fs.readFile(file));
    await run('ordinance.posture.signOut', { sourceId });
  });

  after(async () => {
    await workspace.fs.writeFile(file, new TextEncoder().encode(original));
    inputs.restore();
    messages.restore();
    await sandbox.close();
  });

  test('a wrong client is refused and not kept', async () => {
    inputs.answers.push('OAuth2 client', 'nobody', 'wrong-secret-here');
    messages.clear();
    assert.equal(await run('ordinance.posture.signIn', { sourceId }), undefined);
    assert.match(inputs.asked.at(-1)?.problems[0] ?? '', /does not accept/);
    assert.ok(inputs.asked.at(-1)?.password, 'and is typed again where it was typed');
    assert.deepEqual(
      inputs.asked.map(({ step }) => step),
      ['1/3', '2/3', '3/3'],
    );
    assert.deepEqual(messages.shown, []);
    assert.equal(await reads(), false);
  });

  test('an OAuth2 client is asked for with the places its secret goes to', async () => {
    const { id, secret } = surroundings().accessKey;
    inputs.asked.length = 0;
    inputs.answers.push('OAuth2 client', id, secret);
    assert.equal(await run('ordinance.posture.signIn', { sourceId }), true, JSON.stringify(messages.last));
    const last = inputs.asked.at(-1);
    assert.ok(last?.password);
    assert.match(last.prompt, /127\.0\.0\.1.* only/);
    assert.equal(await reads(), true, JSON.stringify(messages.last));
  });

  test('another token address in the file means signed out: the secret goes nowhere new', async () => {
    const elsewhere = await startElsewhere(sandbox);
    await rewrite((text) =>
      text.replace(/sspmTokenUrl: .*/, `sspmTokenUrl: ${elsewhere.url}/oauth2/access_token`),
    );
    await waitFor('a signed out service', async () => !(await reads()));
    messages.clear();
    inputs.asked.length = 0;
    await run('ordinance.posture.signIn', { sourceId });
    assert.match(messages.last?.text ?? '', /changed since you signed in/);
    const token = 'oauth2/access_token';
    const detail = messages.last?.detail ?? '';
    assert.ok(detail.includes(`Login: ${elsewhere.url}/${token} (was ${sandbox.url}/${token})`), detail);
    assert.deepEqual(inputs.asked, []);
    assert.deepEqual(elsewhere.requests.all(), []);
    await rewrite((text) => text);
    await waitFor('a service that is signed in', reads);
    await rewrite((text) => text.replace(/sspmUrl: .*/, `sspmUrl: ${elsewhere.url}`));
    await waitFor('a signed out service', async () => !(await reads()));
    assert.deepEqual(elsewhere.requests.all(), []);
    await rewrite((text) => text);
    await waitFor('a service that is signed in', reads);
    await elsewhere.close();
  });

  test('a token is pasted, and no longer used after signing out', async () => {
    await run('ordinance.posture.signOut', { sourceId });
    const { id, secret } = surroundings().accessKey;
    const answer = await fetch(`${sandbox.url}/oauth2/access_token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    // As it is pasted out of a page.
    inputs.answers.push('Token', `\u200b${token}\ufeff\n`);
    assert.equal(await run('ordinance.posture.signIn', { sourceId }), true, JSON.stringify(messages.last));
    assert.equal(await reads(), true);
    await run('ordinance.posture.signOut', { sourceId });
    sandbox.requests.clear();
    assert.equal(await reads(), false);
    assert.deepEqual(sandbox.requests.all(), []);
  });

  test('a command of the user settings prints the token', async () => {
    const { id, secret } = surroundings().accessKey;
    const script = `fetch(process.argv[1], { method: 'POST', headers: { authorization: 'Basic ' + btoa(process.argv[2]) },
      body: new URLSearchParams({ grant_type: 'client_credentials' }) }).then((a) => a.json()).then((b) => console.log(b.access_token))`;
    const command = [process.execPath, '-e', script, `${sandbox.url}/oauth2/access_token`, `${id}:${secret}`];
    const settings = workspace.getConfiguration('ordinance.sspm');
    await settings.update('tokenCommands', { [sandbox.url]: command }, true);
    try {
      await waitFor('a service that is signed in', reads);
    } finally {
      await settings.update('tokenCommands', undefined, true);
    }
    await waitFor('a signed out service', async () => !(await reads()));
  });
});

async function startElsewhere(sandbox: TestConsole): Promise<TestConsole> {
  const { TestConsole: Sandbox } = await import('../../sandbox/testConsole.ts');
  return Sandbox.start({ accessKey: sandbox.accessKey });
}
