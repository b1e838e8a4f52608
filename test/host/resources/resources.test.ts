import assert from 'node:assert/strict';
import { commands, languages, Position, TabInputTextDiff, Uri, window, workspace } from 'vscode';
import type { Location, LocationLink } from 'vscode';
import type { TestConsole } from '../../sandbox/testConsole.ts';
import type { PullReport } from '../../../src/core/sync/outcomes.ts';
import type { RulePlace } from '../../../src/core/document/ruleEdits.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { Inputs } from '../inputs.ts';
import {
  consoleId,
  edit,
  fileOf,
  liveNames,
  Messages,
  policy,
  putCursor,
  rule,
  pushReviewed,
  revert,
  run,
  sliceRules,
  startSandbox,
} from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';
import { Pages } from './pages.ts';

const console = { kind: 'console', consoleId: consoleId() };
const list = (name: string): object => ({ kind: 'list', consoleId: consoleId(), list: name });

suite('beside policies', () => {
  let sandbox: TestConsole;
  let messages: Messages;
  let inputs: Inputs;
  let pages: Pages;
  const yes = (verb: string): void => {
    messages.answer = ({ actions }) => actions.find((action) => action === verb);
  };
  const read = async (): Promise<void> => {
    await waitFor('rows to their end', () => pages.last.end !== undefined);
    assert.equal(pages.last.end, '', JSON.stringify(messages.last));
  };

  /** Every time: what is known of the console is read in the background as well, and might take the one refusal. */
  const refuse = (path: string | RegExp): void =>
    sandbox.faults.next({ path, count: Infinity }, { kind: 'status', status: 403, when: 'before' });

  before(async () => {
    sandbox = await startSandbox();
    messages = new Messages();
    inputs = new Inputs();
    pages = new Pages();
    await run('ordinance.console.pull', console);
  });

  after(async () => {
    pages.restore();
    inputs.restore();
    messages.restore();
    await sandbox.close();
  });

  test('resources of a rule are shown to the last page', async () => {
    await run('ordinance.rule.showImpacted', rule('vulnerability/images', 0));
    await read();
    const [name] = liveNames(sandbox, 'vulnerability/images');
    assert.ok(pages.last.title.includes(name ?? '?'));
    assert.match(pages.last.start?.note ?? '', /vulnerability\/images/);
    assert.doesNotMatch(pages.last.start?.note ?? '', /above/, 'no rule stands above the first');
    assert.match(pages.last.start?.noteOfNone ?? '', /^The console lists no .* vulnerability\/images/);
    const asked = sandbox.requests.of('GET', '/vulnerability/images/impacted');
    assert.ok(asked.length > 0);
    for (const { query } of asked) {
      assert.equal(new URLSearchParams(query).get('ruleName'), name);
    }
    assert.ok(pages.last.rows.length > 0);
    assert.ok(pages.last.column('name').every((cell) => typeof cell === 'string' && cell !== ''));
    assert.match(pages.last.html, /default-src &#39;none&#39;/);
  });

  test('and read anew into the same page', async () => {
    const [page, count] = [pages.last, pages.shown.length];
    const asked = sandbox.requests.of('GET', '/vulnerability/images/impacted').length;
    const action = page.start?.actions.findIndex(({ label }) => label === 'Refresh') ?? -1;
    page.send({ kind: 'act', action, reading: page.reading, rows: [] });
    await waitFor(
      'another request',
      () => sandbox.requests.of('GET', '/vulnerability/images/impacted').length > asked,
    );
    await read();
    assert.deepEqual([pages.last, pages.shown.length], [page, count]);
  });

  test('from an editor they are those of the rule at the cursor', async () => {
    const uri = fileOf('vulnerability/host');
    const [, second] = liveNames(sandbox, 'vulnerability/host');
    const document = await workspace.openTextDocument(uri);
    const editor = await window.showTextDocument(document);
    await putCursor(editor, document.positionAt(document.getText().indexOf(second ?? '?')));
    await run('ordinance.rule.showImpacted', uri);
    assert.ok(pages.last.title.includes(second ?? '?'), JSON.stringify(messages.last));
    assert.match(pages.last.start?.note ?? '', /above may apply first/);
  });

  test('a policy without such a list says so', async () => {
    messages.clear();
    await run('ordinance.rule.showImpacted', rule('vulnerability/serverless', 0));
    assert.match(messages.last?.text ?? '', /does not list resources/);
  });

  for (const [name, path] of [
    ['collections', '/collections'],
    ['checks', '/static/vulnerabilities'],
    ['custom-checks', '/custom-compliance'],
    ['custom-rules', '/custom-rules'],
    ['tags', '/tags'],
    ['network-lists', '/network-list'],
    ['base-images', '/base-images'],
  ] as const) {
    test(`the list ${name} shows rows`, async () => {
      const count = pages.shown.length;
      await run('ordinance.list.show', list(name));
      await read();
      assert.equal(pages.shown.length, count + 1);
      assert.ok(pages.last.rows.length > 0);
      assert.ok(sandbox.requests.of('GET', path).length > 0);
    });
  }

  test('a role that may not see scopes of collections sees their names', async () => {
    refuse(/(?<!current)\/collections$/);
    await run('ordinance.list.show', list('collections'));
    sandbox.faults.clear();
    const page = pages.shown.find(({ title }) => title.startsWith('Collections'));
    assert.equal(page?.end, '');
    assert.ok(page.column('name').includes('All'));
    assert.ok(page.column('images').every((cell) => cell === null));
    assert.ok(sandbox.requests.of('GET', '/current/collections').length > 0);
  });

  test('a row of the tree opens its list', async () => {
    const target = { kind: 'list', consoleId: consoleId(), list: 'tags' };
    const page = pages.shown.find(({ title }) => title.startsWith('Tags'));
    page?.rows.splice(0);
    await run('ordinance.list.show', { target });
    assert.ok(page && page.rows.length > 0, 'the page that is open is used again');
  });

  test('resources of an agentless configuration are shown from its row', async () => {
    await run('ordinance.agentless.showState', console);
    await read();
    const page = pages.shown.find(({ title }) => title.startsWith('Agentless'));
    const count = pages.shown.length;
    page?.send({ kind: 'open', reading: page.reading, row: 0 });
    await waitFor('another page', () => pages.shown.length > count);
    await read();
    assert.equal(pages.last.rows.length, 4);
    const config = String(page?.column('configuration')[0]);
    await run('ordinance.agentless.showResources', console, config);
    assert.ok(pages.last.title.includes(config));
  });

  test('nothing is written without a yes', async () => {
    messages.clear();
    inputs.answers.push('nothing', 'for nobody', '192.0.2.1');
    await run('ordinance.networkLists.add', console);
    assert.equal(sandbox.state.networkLists.has('nothing'), false);
    assert.equal(messages.shown.length, 1);
    assert.match(messages.last?.detail ?? '', /^for nobody\n\+ 192\.0\.2\.1/, 'all that would be written');
  });

  test('base images are added, downloaded and deleted', async () => {
    yes('Add');
    inputs.answers.push(['no-tag', 'registry.example/base/java:2*'], 'for shops');
    await run('ordinance.baseImages.add', console);
    assert.ok(sandbox.state.baseImages.has('registry.example/base/java:2*'), JSON.stringify(messages.last));
    assert.match(messages.last?.detail ?? '', /^for shops\n/);
    const file = Uri.joinPath(surroundings().folder, 'base.csv');
    await run('ordinance.baseImages.download', console, file);
    assert.match(Buffer.from(await workspace.fs.readFile(file)).toString(), /java:25/);
    await run('ordinance.list.show', list('base-images'));
    const page = pages.shown.find(({ title }) => title.startsWith('Base images'));
    yes('Delete');
    await page?.press('Delete…', 'scope', 'registry.example/base/java:2*');
    await page?.without('scope', 'registry.example/base/java:2*');
    const asked = messages.shown.findLast(({ actions }) => actions.includes('Delete'));
    assert.match(asked?.detail ?? '', /java:2\* \(for shops\)\n +\S+java:25/, 'with the images of it');
    assert.ok(!sandbox.state.baseImages.has('registry.example/base/java:2*'));
  });

  test('uses of a collection are those of the console and of every rule', async () => {
    await run('ordinance.collections.showUses', console, 'All');
    await read();
    assert.ok(pages.last.column('type').includes('rule'));
    assert.ok(pages.last.column('policy').includes('vulnerability/images'));
    await pages.last.open('policy', 'compliance/host');
    await waitFor('the rule in an editor', () =>
      window.activeTextEditor?.document.uri.path.endsWith('compliance/host.policy.yaml'),
    );
  });

  test('a rule is added at a chosen position of the working copy, and nothing is sent', async () => {
    messages.clear();
    const posts = sandbox.requests.of('POST', '/policies/runtime').length;
    const [first] = liveNames(sandbox, 'runtime/container');
    inputs.answers.push([first ?? '', 'Added here'], 'All\npayments', ['0', '2']);
    const place = await run<RulePlace>('ordinance.rule.add', policy('runtime/container'));
    assert.deepEqual(place, { array: 'rules', index: 1 }, JSON.stringify(messages.last));
    const document = await workspace.openTextDocument(fileOf('runtime/container'));
    assert.ok(document.isDirty);
    const at = (name: string): number => document.getText().indexOf(`name: ${name}`);
    assert.ok(at(first ?? '') < at('Added here'));
    assert.match(document.getText(), /name: Added here\n +collections:\n +- name: All\n +- name: payments\n/);
    assert.equal(sandbox.requests.of('POST', '/policies/runtime').length, posts);
    assert.equal(sandbox.requests.of('PUT', '/policies/runtime').length, 0);
    messages.confirmPush();
    await pushReviewed('ordinance.policy.push', policy('runtime/container'));
    assert.equal(liveNames(sandbox, 'runtime/container')[1], 'Added here', JSON.stringify(messages.last));
    assert.equal(sandbox.requests.of('POST', '/policies/runtime').length, posts, 'through a whole PUT');
  });

  test('an API specification is put into a rule without weakening it, said with its difference, and taken back', async () => {
    const name = 'waas/container';
    const file = Uri.joinPath(surroundings().folder, 'shop.yaml');
    const description =
      'openapi: 3.1.0\ninfo: { title: Shop }\nservers: [{ url: "https://shop.example/v1" }]\npaths:\n  /added:\n    get: {}\n    post: {}\n';
    await workspace.fs.writeFile(file, new TextEncoder().encode(description));
    const document = await edit(name, (text) => `# kept\n${text}`);
    const before = document.getText();
    const [existing = ''] = /apiSpec:\n(?: {10}.*\n)+/.exec(before) ?? [];
    assert.match(existing, /path: /, 'the rule has a specification');
    const real = window.showQuickPick;
    let mode = 'Add Missing Parts';
    Object.assign(window, {
      showQuickPick: async (items: { label: string }[]) =>
        items.some(({ label }) => label === mode)
          ? items.find(({ label }) => label === mode)
          : items.filter(({ label }) => label === 'POST /added'),
    });
    const insert = async (then: string | Promise<string> = 'nothing'): Promise<string> => {
      messages.clear();
      messages.answer = async ({ actions }) => {
        const wanted = await then;
        return actions.find((action) => action === wanted);
      };
      await run('ordinance.apiSpecification.resolve', rule(name, 0), file);
      assert.match(messages.last?.text ?? '', /^API specification added to /, JSON.stringify(messages.last));
      assert.equal(messages.shown.length, 1, 'nothing is asked');
      return document.getText();
    };
    try {
      await insert('Undo');
      await waitFor('the text as it was', () => document.getText() === before);
      const later = Promise.withResolvers<string>();
      await insert(later.promise);
      await edit(name, (text) => text.replace('# kept', '# edited since'));
      const since = document.getText();
      later.resolve('Undo');
      await waitFor('why not', () => /no longer the last edit/.test(messages.last?.text ?? ''));
      assert.equal(document.getText(), since);
      await edit(name, () => before);
      const added = await insert('Compare');
      assert.match(
        messages.last?.text ?? '',
        /: 2 added: POST \/added, shop\.example\/v1\. Nothing was sent\.$/,
      );
      const difference = await waitFor('the difference', () => {
        const { activeTab } = window.tabGroups.activeTabGroup;
        return activeTab?.input instanceof TabInputTextDiff && activeTab.input;
      });
      const [without, withIt] = await Promise.all(
        [difference.original, difference.modified].map(async (uri) => workspace.openTextDocument(uri)),
      );
      assert.doesNotMatch(without?.getText() ?? '', /path: \/added/);
      assert.match(withIt?.getText() ?? '', /path: \/added/);
      const [now = ''] = /apiSpec:\n(?: {10}.*\n)+/.exec(added) ?? [];
      assert.match(now, /path: \/added/);
      assert.doesNotMatch(now, /path: \/added\n(?:.*\n){0,3}.*method: GET/, 'only what was chosen');
      const left = now.split('\n');
      for (const line of existing.trimEnd().split('\n')) {
        const at = left.indexOf(line);
        assert.notEqual(at, -1, `"${line}" is still there`);
        left.splice(0, at);
      }
      mode = 'Replace Paths and Endpoints';
      const replaced = await insert();
      const [last = ''] = /apiSpec:\n(?: {10}.*\n)+/.exec(replaced) ?? [];
      assert.equal(/path: .*/.exec(last)?.[0], 'path: /added');
      assert.deepEqual(last.match(/ffect: .*/g), existing.match(/ffect: .*/g), 'the effects stay');
      assert.ok(replaced.startsWith('# kept\n'));
    } finally {
      Object.assign(window, { showQuickPick: real });
    }
    await revert(document);
  });

  test('the rule that was chosen is written to, where it moved while it was asked how', async () => {
    const name = 'waas/container';
    const document = await edit(name, (text) => `# kept\n${text}`);
    const real = window.showQuickPick;
    let swapped = '';
    Object.assign(window, {
      showQuickPick: async (items: { label: string }[]) => {
        const mode = items.find(({ label }) => label === 'Add Missing Parts');
        if (mode) {
          await edit(name, (text) => {
            const { head, rules, tail } = sliceRules(text);
            const [first = '', second = '', ...rest] = rules;
            return head + [second, first, ...rest].join('') + tail;
          });
          swapped = document.getText();
        }
        return mode ?? items;
      },
    });
    try {
      messages.clear();
      const file = Uri.joinPath(surroundings().folder, 'shop.yaml');
      await run('ordinance.apiSpecification.resolve', rule(name, 0), file);
    } finally {
      Object.assign(window, { showQuickPick: real });
    }
    assert.match(messages.last?.text ?? '', /^API specification added to /);
    const [before, after] = [swapped, document.getText()].map((text) => sliceRules(text).rules);
    assert.ok(before && after && before.length > 1, 'it was asked');
    assert.deepEqual(
      before.map((each, at) => each === after[at]),
      before.map((_, at) => at !== 1),
    );
    await revert(document);
  });

  test('the name of a collection leads to its definition and to all rules that use it', async () => {
    const document = await workspace.openTextDocument(fileOf('vulnerability/images'));
    await window.showTextDocument(document);
    const offset = document.getText().indexOf('name: All') + 'name: A'.length;
    const position = document.positionAt(offset);
    const [definition] = await waitFor('a definition', async () => {
      const found = await commands.executeCommand<LocationLink[]>(
        'vscode.executeDefinitionProvider',
        document.uri,
        position,
      );
      return found.length > 0 && found;
    });
    assert.equal(definition?.targetUri.scheme, 'ordinance-collections');
    const target = await workspace.openTextDocument(definition.targetUri);
    const line = definition.targetSelectionRange?.start.line ?? -1;
    assert.match(target.lineAt(line).text, /"name": "All"/);
    const places = async (uri: Uri, at: Position): Promise<Location[]> =>
      commands.executeCommand<Location[]>('vscode.executeReferenceProvider', uri, at);
    const references = await places(document.uri, position);
    assert.ok(references.length > 10);
    for (const { uri, range } of references) {
      const text = (await workspace.openTextDocument(uri)).getText(range);
      assert.equal(text.replaceAll(/['"]/g, ''), 'All', uri.path);
    }
    assert.equal((await places(target.uri, new Position(line, 6))).length, references.length);
  });

  test('a collection the console does not have is underlined once its collections are known', async () => {
    const name = 'vulnerability/serverless';
    const document = await edit(name, (text) => text.replace('name: All', 'name: Nowhere'));
    await window.showTextDocument(document);
    await waitFor('the finding', () =>
      languages
        .getDiagnostics(document.uri)
        .some(({ code }) => typeof code === 'object' && code.value === 'unknown-collection'),
    );
    await revert(document);
  });

  test('a policy the console does not have is no error among others', async () => {
    messages.clear();
    sandbox.faults.next(
      { method: 'GET', path: /\/app\/serverless$/ },
      { kind: 'status', status: 404, when: 'before' },
    );
    const report = await run<PullReport>('ordinance.console.pull', console);
    assert.equal(report?.failed.length, 1);
    assert.deepEqual(messages.shown, []);
    sandbox.faults.clear();
    await run('ordinance.policy.pull', policy('waas/serverless'));
  });

  test('a console that cannot be reached is a message, and the page says why', async () => {
    messages.clear();
    refuse('/tags');
    await run('ordinance.list.show', list('tags'));
    sandbox.faults.clear();
    const page = pages.shown.find(({ title }) => title.startsWith('Tags'));
    assert.match(page?.end ?? '', /permit/);
    assert.match(messages.last?.text ?? '', /permit/);
  });
});
