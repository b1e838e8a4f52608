import assert from 'node:assert/strict';
import { env, Uri, window, workspace } from 'vscode';
import type { TestConsole } from '../../sandbox/testConsole.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { Inputs } from '../inputs.ts';
import { consoleId, Messages, run, startSandbox } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';
import { Pages } from './pages.ts';

const list = (name: string): object => ({ kind: 'list', consoleId: consoleId(), list: name });

suite('rows of a table', () => {
  let sandbox: TestConsole;
  let messages: Messages;
  let inputs: Inputs;
  let pages: Pages;
  const yes = (verb: string): void => {
    messages.answer = ({ actions }) => actions.find((action) => action === verb);
  };

  before(async () => {
    sandbox = await startSandbox();
    messages = new Messages();
    inputs = new Inputs();
    pages = new Pages();
  });

  after(async () => {
    pages.restore();
    inputs.restore();
    messages.restore();
    await sandbox.close();
  });

  test('rows are copied, saved, and opened as a document', async () => {
    await run('ordinance.list.show', list('network-lists'));
    const page = pages.shown.find(({ title }) => title.startsWith('Network lists'));
    assert.ok(page);
    page.send({ kind: 'copy', reading: page.reading, rows: [0], columns: [0, 2] });
    // There may be something else in it.
    await waitFor('the clipboard', async () => /^offices\t2$/.test(await env.clipboard.readText()));
    page.send({ kind: 'document', reading: page.reading, rows: [1, 0], columns: [0] });
    const document = await waitFor('a document', () =>
      workspace.textDocuments.find(({ uri }) => uri.scheme === 'ordinance-rows'),
    );
    assert.deepEqual(JSON.parse(document.getText()), [{ name: 'partners' }, { name: 'offices' }]);
    const file = Uri.joinPath(surroundings().folder, 'out.csv');
    const real = window.showSaveDialog;
    Object.assign(window, { showSaveDialog: async () => file });
    page.send({ kind: 'csv', reading: page.reading, rows: [0], columns: [0, 1] });
    // It is there before it is whole.
    const written = await waitFor('the file', async () =>
      workspace.fs.readFile(file).then(
        (bytes) => Buffer.from(bytes).toString() || undefined,
        () => undefined,
      ),
    );
    Object.assign(window, { showSaveDialog: real });
    assert.equal(written, 'Name,Description\r\noffices,Office networks\r\n');
  });

  test('a network list is added, edited from its row, and deleted, each after a question', async () => {
    messages.clear();
    yes('Add');
    inputs.answers.push('lab', 'Lab', ['10.0.0.0/33', '10.0.0.0/8, 192.0.2.9']);
    await run('ordinance.networkLists.add', console);
    assert.ok(sandbox.state.networkLists.get('lab'), JSON.stringify(messages.last));
    assert.ok(inputs.asked.at(-1)?.problems[0], 'no network has 33 bits');
    assert.match(messages.shown[0]?.detail ?? '', /\+ 10\.0\.0\.0\/8\n\+ 192\.0\.2\.9/);
    await run('ordinance.list.show', list('network-lists'));
    const page = pages.shown.find(({ title }) => title.startsWith('Network lists'));
    yes('Write');
    inputs.answers.push('Labs', '10.0.0.0/8');
    await page?.press('Edit…', 'name', 'lab');
    await waitFor('the edit', () => sandbox.requests.of('PUT', '/network-list').length === 1);
    await waitFor('the list again', () => page?.column('description').includes('Labs'));
    assert.match(messages.last?.detail ?? '', /− 192\.0\.2\.9/);
    yes('Delete');
    await page?.press('Delete…', 'name', 'lab');
    await page?.without('name', 'lab');
    assert.ok(!sandbox.state.networkLists.has('lab'));
  });

  test('an edit of a collection names the collection and counts its questions', async () => {
    messages.clear();
    sandbox.state.collections.set('lab', new Map([['images', ['lab/*']]]), 'me', '2026-01-01T00:00:00Z');
    await run('ordinance.list.show', list('collections'));
    const page = pages.shown.find(({ title }) => title.startsWith('Collections'));
    yes('Write');
    const before = inputs.asked.length;
    inputs.answers.push('Lab', 'Images', 'lab/*, labs/*');
    await page?.press('Edit…', 'name', 'lab');
    await waitFor('the edit', () => sandbox.requests.of('PUT', '/collections').length === 1);
    assert.deepEqual(
      inputs.asked.slice(before).map(({ title, step }) => `${title} ${step}`),
      ['1/3', '2/3', '3/3'].map((step) => `Edit Collection lab ${step}`),
    );
    assert.match(messages.last?.detail ?? '', /\+ Images: lab\/\*, labs\/\*/);
    sandbox.state.collections.delete('lab');
  });

  test('what is done to several rows is done to all of them, after one question that names them', async () => {
    for (const name of ['lab-a', 'lab-b', 'lab-c']) {
      const list = { _id: name, name, subnets: ['192.0.2.7'] };
      sandbox.state.networkLists.set(name, new Map(Object.entries(list)));
      sandbox.state.collections.set(name, new Map(), 'me', '2026-01-01T00:00:00Z');
    }
    await run('ordinance.list.show', list('network-lists'));
    const lists = pages.shown.findLast(({ title }) => title.startsWith('Network lists'));
    const all = ['lab-a', 'lab-b', 'lab-c'];
    assert.ok(lists);
    messages.clear();
    yes('Delete');
    await lists.press('Delete…', 'name', ...all);
    await lists.without('name', ...all);
    assert.ok(![...sandbox.state.networkLists.keys()].some((id) => id.startsWith('lab-')));
    assert.equal(messages.shown.length, 1);
    assert.match(messages.shown[0]?.detail ?? '', /lab-a[^]*lab-b[^]*lab-c/);

    await run('ordinance.list.show', list('collections'));
    const page = pages.shown.findLast(({ title }) => title.startsWith('Collections'));
    const on = (label: string): string | undefined =>
      page?.start?.actions.find((one) => one.label === label)?.on;
    assert.deepEqual([on('Show Uses'), on('Edit…'), on('Delete…')], ['row', 'row', 'rows']);
    messages.clear();
    yes('Delete');
    await page?.press('Delete…', 'name', ...all);
    await page?.without('name', ...all);
    assert.equal(sandbox.requests.of('DELETE', '/collections/lab-').length, 3);
    assert.match(messages.shown[0]?.text ?? '', /Delete 3 collections of sandbox\?/);
  });

  test('a row is that of the reading it was shown by, or nothing is done', async () => {
    for (const name of ['row-a', 'row-b']) {
      sandbox.state.networkLists.set(
        name,
        new Map(Object.entries({ _id: name, name, subnets: ['192.0.2.7'] })),
      );
    }
    await run('ordinance.list.show', list('network-lists'));
    const page = pages.shown.findLast(({ title }) => title.startsWith('Network lists'));
    assert.ok(page?.start);
    const before = { reading: page.reading, row: page.column('name').indexOf('row-a') };
    sandbox.state.networkLists.delete('row-a');
    await run('ordinance.list.show', list('network-lists'));
    assert.equal(page.column('name')[before.row], 'row-b', 'another list stands there now');
    messages.clear();
    yes('Delete');
    const action = page.start.actions.findIndex(({ label }) => label === 'Delete…');
    page.send({ kind: 'act', action, reading: before.reading, rows: [before.row] });
    const asked = sandbox.requests.of('GET', '/network-list').length;
    const refresh = page.start.actions.findIndex(({ label }) => label === 'Refresh');
    page.send({ kind: 'act', action: refresh, reading: before.reading, rows: [before.row] });
    await waitFor('the list again', () => sandbox.requests.of('GET', '/network-list').length > asked);
    await page.press('Delete…', 'name', 'row-b');
    await page.without('name', 'row-b');
    assert.ok(!sandbox.state.networkLists.has('row-b'));
    assert.deepEqual(
      messages.shown.map(({ text }) => text),
      ['Delete the network list row-b of sandbox?'],
      'asked once, for the row of now',
    );
  });
});
