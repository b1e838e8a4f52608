import assert from 'node:assert/strict';
import { commands, env, extensions, languages, window, workspace, Uri } from 'vscode';
import { readSnapshot } from '../../../src/core/posture/snapshot.ts';
import type { TestConsole } from '../../sandbox/testConsole.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { consoleId, Messages, run, startSandbox } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';

const sourceId = consoleId();

suite('posture', () => {
  let sandbox: TestConsole;
  let messages: Messages;
  let app: string;
  let name: string;

  const link = (more: object = {}): object => ({ sourceId, app, ...more });
  /** Every time: the view reads what is expanded in it by itself, and might take the one failure. */
  const fail = (path: string | RegExp, status: number): void =>
    sandbox.faults.next({ path, count: Infinity }, { kind: 'status', status, when: 'before' });
  const shown = (): string => window.activeTextEditor?.document.getText() ?? '';

  before(async () => {
    sandbox = await startSandbox();
    messages = new Messages();
    const first = [...sandbox.state.posture.configs].find(([, rows]) =>
      rows.some(({ tickets }) => Array.isArray(tickets) && tickets.length > 0),
    );
    app = first?.[0] ?? '';
    name = String(sandbox.state.posture.applications.find((row) => row['app_id'] === app)?.['name']);
    await waitFor('the extension', () => extensions.getExtension('ordinance.ordinance')?.isActive);
  });

  after(async () => {
    messages.restore();
    await sandbox.close();
  });

  test('opening the view asks for nothing until a branch is expanded', async () => {
    sandbox.requests.clear();
    await commands.executeCommand('ordinance.posture.focus');
    assert.deepEqual(sandbox.requests.of('GET', '/sspm'), []);
  });

  test('a resource is a read-only document in JSON and in YAML', async () => {
    const json = await run<Uri>('ordinance.posture.openJson', link({ kind: 'configuration' }));
    assert.equal(json?.scheme, 'ordinance-posture', JSON.stringify(messages.last));
    assert.ok(Array.isArray(JSON.parse(shown())));
    assert.equal(window.activeTextEditor?.document.languageId, 'json');
    await run<Uri>('ordinance.posture.openYaml', link({ kind: 'configuration' }));
    assert.match(shown(), /^items:\n {2}- id: /);
    assert.equal(sandbox.requests.of('GET', '/configs').length, 1, 'the second one is not read again');
    assert.deepEqual(languages.getDiagnostics(window.activeTextEditor?.document.uri ?? Uri.file('/')), []);
  });

  test('two resources with long names have documents of their own', async () => {
    const names = ['first', 'second'].map((end) => `${'application-'.repeat(10)}${end}`);
    const open = async (name: string) => {
      sandbox.state.posture.configs.set(name, [{ id: name }]);
      const uri = await run<Uri>('ordinance.posture.openJson', {
        sourceId,
        app: name,
        kind: 'configuration',
      });
      assert.ok(shown().includes(name), JSON.stringify(messages.last));
      return String(uri);
    };
    const [first = '', second = ''] = names;
    assert.notEqual(await open(first), await open(second));
  });

  test('a command reads an answer again after a failure', async () => {
    const type = String(sandbox.state.posture.applications[0]?.['type']);
    const authentication = { sourceId, app: type, kind: 'authentication' };
    fail(/\/auth\//, 403);
    assert.equal(await run('ordinance.posture.openJson', authentication), undefined);
    sandbox.faults.clear();
    assert.ok(await run('ordinance.posture.openJson', authentication), JSON.stringify(messages.last));
  });

  test('an application and a setting are copied as Markdown', async () => {
    await run('ordinance.posture.copyMarkdown', link());
    const whole = await env.clipboard.readText();
    assert.match(whole, /^# .*\n\n\d+ of \d+ settings failed/);
    const failed = sandbox.state.posture.configs.get(app)?.find(({ status }) => status === 'FAILED');
    await run('ordinance.posture.copyMarkdown', link({ setting: failed?.['id'] }));
    const one = await env.clipboard.readText();
    assert.match(one, /\*\*Recommended value:\*\*/);
    assert.ok(one.startsWith('## '));
  });

  test('a link leads to the row of a setting, its control and its ticket', async () => {
    const setting = sandbox.state.posture.configs
      .get(app)
      ?.find(({ tickets }) => Array.isArray(tickets) && tickets.length > 0);
    const control = String(setting?.['common_control_id']);
    const [ticket] = (setting?.['tickets'] ?? []) as { ticketKey: string }[];
    const rowOf = async (more: object): Promise<string | undefined> =>
      (await run<{ row: { label: string } }>('_ordinance.posture.reveal', link(more)))?.row.label;
    assert.equal(await rowOf({}), name);
    assert.equal(await rowOf({ setting: setting?.['id'] }), setting?.['name']);
    assert.equal(await rowOf({ setting: setting?.['id'], control }), `Control ${control}`);
    // The row opens before another one is shown: the editor may drop the opening of a row for the next.
    await waitFor('the profiles', () => sandbox.requests.of('GET', `/controls/${control}`).length > 0);
    assert.equal(
      await rowOf({ setting: setting?.['id'], ticket: ticket?.ticketKey }),
      `Ticket ${ticket?.ticketKey}`,
    );
    await waitFor('the issue', () => sandbox.requests.of('GET', `/issue/${ticket?.ticketKey}`).length > 0);
  });

  test('lists are tables', async () => {
    for (const kind of ['applications', 'catalog', 'configuration', 'settings']) {
      const shown = await run<string[]>('ordinance.posture.showTable', link({ kind }));
      assert.equal(shown?.[0], 'posture', `${kind}: ${JSON.stringify(messages.last)}`);
    }
    const type = String(sandbox.state.posture.applications[0]?.['type']);
    for (const kind of ['definitions', 'scopes']) {
      assert.ok(await run<string[]>('ordinance.posture.showTable', { sourceId, app: type, kind }), kind);
    }
  });

  test('the page of an application opens', async () => {
    const page = await run<string[]>('ordinance.posture.showApplication', link());
    assert.equal(page?.[0], 'application', JSON.stringify(messages.last));
    await waitFor('its tab', () =>
      window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label === name)),
    );
  });

  test('snapshots are files, and a comparison says what changed', async () => {
    sandbox.requests.clear();
    const saved = await run<Uri>('ordinance.posture.saveSnapshot', { sourceId });
    assert.ok(saved, JSON.stringify(messages.last));
    assert.match(saved.path, /\/posture\/sandbox\/[\dTZ-]+\.posture\.json$/);
    assert.ok(saved.path.startsWith(surroundings().folder.path));
    assert.equal(sandbox.requests.of('GET', '/configs').length, 80, '60 applications, 20 products');
    const passed = sandbox.state.posture.configs.get(app)?.find(({ status }) => status === 'PASSED');
    assert.ok(passed);
    passed['status'] = 'FAILED';
    const page = await run<string[]>('ordinance.posture.compareSnapshots', { sourceId }, [saved]);
    assert.ok(page?.[0] === 'comparison', JSON.stringify(messages.last));
    await run('_ordinance.posture.openComparison', page);
    assert.match(shown(), /## Worse \(1\)/);
    assert.doesNotMatch(shown(), /## (?:Better|New|Gone)/);
    assert.equal((await workspace.fs.readDirectory(Uri.joinPath(saved, '..'))).length, 1);
  });

  test('the overview saves the snapshot that it shows, also when the service has changed since', async () => {
    await run<string[]>('ordinance.posture.showOverview', { sourceId });
    const rows = sandbox.state.posture.configs.get(app) ?? [];
    const failed = rows.find(({ status }) => status === 'FAILED');
    assert.ok(failed);
    failed['status'] = 'PASSED';
    sandbox.requests.clear();
    const saved = await run<Uri>('ordinance.posture.saveSnapshot', { sourceId, kind: 'tenant' });
    failed['status'] = 'FAILED';
    assert.ok(saved, JSON.stringify(messages.last));
    assert.deepEqual(sandbox.requests.of('GET', '/sspm'), []);
    const snapshot = readSnapshot(Buffer.from(await workspace.fs.readFile(saved)).toString());
    assert.ok(snapshot && snapshot !== 'unknown-version');
    const settings = snapshot.applications.find(({ id }) => id === app)?.settings ?? [];
    assert.equal(settings.find(({ id }) => id === failed['id'])?.outcome, 'failed');
  });

  test('the overview shows what can be read when an application cannot be', async () => {
    fail(`/apps/${app}/configs`, 403);
    messages.clear();
    const page = await run<string[]>('ordinance.posture.showOverview', { sourceId });
    assert.ok(page?.[0] === 'overview', JSON.stringify(messages.last));
    assert.ok(await run<string[]>('ordinance.posture.showTable', { sourceId, kind: 'tenant' }));
    sandbox.faults.clear();
  });

  test('ten thousand applications and odd answers are shown as far as possible', async () => {
    const { posture } = sandbox.state;
    const usual = posture.applications;
    posture.applications = Array.from({ length: 10_000 }, (_, index) => ({
      app_id: `app-${index}`,
      name: `Application ${index}`,
    }));
    posture.pageSize = 1000;
    const labelOf = async (id: string): Promise<string | undefined> => {
      await run('ordinance.posture.refresh');
      return (await run<{ row: { label: string } }>('_ordinance.posture.reveal', { sourceId, app: id }))?.row
        .label;
    };
    try {
      assert.equal(await labelOf('app-9999'), 'Application 9999');
      posture.applications = usual;
      sandbox.posture.shape = 'strings';
      assert.equal(await labelOf(app), name);
      sandbox.posture.shape = 'usual';
      sandbox.posture.paging = 'repeating';
      assert.equal(await labelOf(String(usual[0]?.['app_id'])), usual[0]?.['name']);
    } finally {
      Object.assign(posture, { applications: usual, pageSize: 25 });
      Object.assign(sandbox.posture, { shape: 'usual', paging: 'usual' });
      await run('ordinance.posture.refresh');
    }
  });

  test('a tenant without the product is told so', async () => {
    await run('ordinance.posture.refresh');
    fail(/\/apps$/, 500);
    messages.clear();
    assert.equal(await run('ordinance.posture.showOverview', { sourceId }), undefined);
    assert.match(messages.last?.text ?? '', /not provisioned for this tenant/);
    sandbox.faults.clear();
  });

  test('signing out sends nothing more', async () => {
    await run('ordinance.posture.signOut', { sourceId });
    sandbox.requests.clear();
    messages.clear();
    assert.equal(await run('ordinance.posture.openJson', link({ kind: 'configuration' })), undefined);
    assert.match(messages.last?.text ?? '', /not signed in/);
    assert.deepEqual(sandbox.requests.all(), []);
  });
});
