import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { TreeViewOptions } from 'vscode';
import { asMarkdown } from '../../../../src/core/util/markdown.ts';
import { typedBox } from '../../../mocks/typedBox.ts';
import { useEditor, type EditorCall } from '../../../mocks/vscode.ts';

useEditor({ TreeItemCollapsibleState: { None: 0 } });
const dialogs = await import('../../../../src/vscode/platform/dialogs.ts');
const boxes = await import('../../../../src/vscode/platform/inputBoxes.ts');
const { withProgress } = await import('../../../../src/vscode/platform/progress.ts');
const { Log } = await import('../../../../src/vscode/platform/log.ts');
const { treeRow } = await import('../../../../src/vscode/platform/treeView.ts');
const { treeView } = await import('../../../../src/vscode/platform/treeView.ts');
const { StatusBarEntry } = await import('../../../../src/vscode/platform/statusBarEntry.ts');
const { commandLink, markdownString } = await import('../../../../src/vscode/platform/languageTexts.ts');
const { showDiff } = await import('../../../../src/vscode/platform/showDiff.ts');
const { webviewPanel, setPanelTitle } = await import('../../../../src/vscode/platform/openPages.ts');
const texts = await import('../../../../src/vscode/platform/languageTexts.ts');

/** What a console or a repository may have written: a link that runs something, an icon, controls, marks. */
const hostile = '[Details](command:workbench.action.terminal.new) $(zap)\u001b[31m\u202eeno\nsecond';
const shown = '[Details] (command:workbench.action.terminal.new) $ (zap)<U+001B>[31m<U+202E>eno↵second';

/** Keeps what its constructor was given, as the classes of the editor do. */
class Kept {
  readonly args: readonly unknown[];

  constructor(...args: readonly unknown[]) {
    this.args = args;
  }
}

const kept = [
  'ThemeIcon',
  'ThemeColor',
  'Diagnostic',
  'DiagnosticRelatedInformation',
  'DocumentSymbol',
  'CodeLens',
  'CodeAction',
  'CompletionItem',
];

let calls: EditorCall[];
/** Answers of calls by name. */
let answers: Record<string, (...args: unknown[]) => unknown>;
let item: Record<string, unknown>;

beforeEach(() => {
  calls = [];
  answers = {};
  item = { show: () => undefined, hide: () => undefined, dispose: () => undefined };
  const call =
    (name: string) =>
    (...args: unknown[]): unknown => {
      calls.push({ name, args });
      return answers[name]?.(...args);
    };
  const promised =
    (name: string) =>
    async (...args: unknown[]): Promise<unknown> =>
      call(name)(...args);
  const messages = ['showWarningMessage', 'showInformationMessage', 'showErrorMessage'];
  const log = Object.fromEntries(
    ['trace', 'debug', 'info', 'warn', 'error', 'show', 'dispose'].map((level) => [level, call(level)]),
  );
  useEditor({
    window: {
      ...Object.fromEntries([...messages, 'showQuickPick'].map((name) => [name, promised(name)])),
      createInputBox: call('createInputBox'),
      setStatusBarMessage: call('setStatusBarMessage'),
      withProgress: call('withProgress'),
      createTreeView: call('createTreeView'),
      createOutputChannel: () => log,
      createStatusBarItem: () => item,
      createWebviewPanel: (...args: unknown[]) => ({ title: args[1] }),
    },
    commands: { executeCommand: promised('executeCommand'), registerCommand: call('registerCommand') },
    ProgressLocation: { Notification: 15 },
    StatusBarAlignment: { Left: 1 },
    ViewColumn: { Active: -1 },
    TreeItemCollapsibleState: { None: 0 },
    DiagnosticSeverity: { Error: 0 },
    CodeActionKind: { QuickFix: 'quickfix' },
    TreeItem: class {
      readonly label: unknown;
      constructor(label: unknown) {
        this.label = label;
      }
    },
    MarkdownString: class {
      readonly value: unknown;
      readonly supportThemeIcons: unknown;
      isTrusted: unknown = undefined;
      constructor(value: unknown, icons: unknown) {
        this.value = value;
        this.supportThemeIcons = icons;
      }
    },
    ...Object.fromEntries(kept.map((name) => [name, Kept])),
  });
});

/** The first argument of a call. */
const argument = (place: number): unknown => calls[place]?.args[0];

test('a message of any level has no link and no button that looks like one', () => {
  for (const level of ['info', 'warning', 'error'] as const) {
    dialogs.showMessage(level, hostile, { label: hostile, run: () => undefined });
  }
  assert.deepEqual(
    calls.map(({ args }) => args),
    [
      [shown, shown],
      [shown, shown],
      [shown, shown],
    ],
  );
});

test('the button that is clicked acts, whatever it is called', async () => {
  answers['showErrorMessage'] = (_, label) => label;
  const clicked = await new Promise((resolve) => {
    dialogs.showMessage('error', 'x', { label: hostile, run: () => resolve('ran') });
  });
  assert.equal(clicked, 'ran');
});

test('a question and its details are text, and no name in a line makes another line', async () => {
  answers['showWarningMessage'] = (_, __, ...labels) => labels[1];
  const answer = await dialogs.choose(
    hostile,
    [`- ${hostile}`, '', 'Nothing else.'],
    ['No', `Push ${hostile}`],
    `Back ${hostile}`,
  );
  assert.equal(answer, `Push ${hostile}`);
  const [message, options, ...items] = calls[0]?.args ?? [];
  assert.deepEqual(items, [
    { title: 'No', isCloseAffordance: false },
    { title: `Push ${shown}`, isCloseAffordance: false },
    // So the editor adds no "Cancel" beside it, and Escape does the same.
    { title: `Back ${shown}`, isCloseAffordance: true },
  ]);
  assert.ok(shown.includes('↵'));
  assert.equal(message, shown);
  assert.deepEqual(options, { modal: true, detail: `- ${shown}\n\nNothing else.` });
});

test('a box keeps the value that is edited and shows nothing else of it', async () => {
  const given = { title: hostile, prompt: hostile, placeholder: hostile, value: hostile };
  const seen: unknown[] = [];
  answers['createInputBox'] = () =>
    typedBox(({ title, prompt, placeholder, value }) => {
      seen.push(title, prompt, placeholder, value);
      return value;
    });
  assert.equal(await boxes.askText(given), hostile.trim());
  assert.deepEqual(seen, [shown, shown, shown, hostile]);
});

test('what is to be typed is told as it can be typed', async () => {
  const refused: string[] = [];
  let typed = '';
  answers['createInputBox'] = () =>
    typedBox(
      () => typed,
      (message) => refused.push(message),
    );
  for (typed of ['a<U+202E>b', 'a\u202eb']) {
    await boxes.askToType('t', 'p', 'a\u202eb');
  }
  typed = 'ab';
  await assert.rejects(boxes.askToType('t', 'p', 'a\u202eb'), { name: 'CanceledError' });
  assert.deepEqual(refused, ['Type a<U+202E>b to continue.']);
});

test('a list shows text and gives back what it was given', async () => {
  const items = [{ label: hostile, description: hostile, detail: hostile, real: hostile }];
  answers['showQuickPick'] = (all) => (all as unknown[])[0];
  assert.equal(await dialogs.pick(items, { title: hostile, placeHolder: hostile }), items[0]);
  answers['showQuickPick'] = (all) => all;
  assert.deepEqual(await dialogs.pickMany(items, {}), items);
  assert.deepEqual(calls[0]?.args, [
    [{ label: shown, description: shown, detail: shown, real: hostile }],
    { title: shown, placeHolder: shown },
  ]);
});

test('progress and passing notes are text', async () => {
  answers['withProgress'] = (_, work) =>
    (work as (progress: unknown, token: unknown) => unknown)(
      { report: (value: unknown) => calls.push({ name: 'report', args: [value] }) },
      { onCancellationRequested: () => ({ dispose: () => undefined }) },
    );
  await withProgress({ location: 'notification', title: hostile }, async (_, report) => report(hostile));
  dialogs.note(hostile);
  assert.equal((argument(0) as { title: string }).title, shown);
  assert.deepEqual(calls[1]?.args, [{ message: shown }]);
  assert.equal(calls[2]?.args[0], shown);
});

test('a line of the log begins no other and hides nothing', () => {
  const log = new Log((text) => text.replace('secret', '[hidden]'));
  log.warn('secret \u001b[2J\n2026-01-01 [info] all is well');
  assert.deepEqual(calls[0]?.args, ['[hidden] <U+001B>[2J\n  2026-01-01 [info] all is well']);
});

test('a row of a tree is text', () => {
  const row = treeRow(hostile, {
    label: hostile,
    description: hostile,
    tooltip: hostile,
    icon: { id: 'shield' },
    capabilities: [],
    accessibilityLabel: hostile,
    collapsible: 'none',
  });
  assert.equal(row.label, shown);
  assert.equal(row.description, shown);
  assert.equal(row.tooltip, shown.replace('↵', '\n'));
  assert.deepEqual(row.accessibilityInformation, { label: shown });
  assert.equal(row.id, hostile);
});

test('why rows could not be made is text', async () => {
  const provider = {
    getTreeItem: () => ({}),
    getChildren: () => Promise.reject(new Error(hostile)),
    getParent: () => 'parent',
  };
  treeView('view', { treeDataProvider: provider, showCollapseAll: true });
  const [id, options] = calls[0]?.args ?? [];
  const { treeDataProvider, ...more } = options as TreeViewOptions<string>;
  assert.equal(id, 'view');
  assert.deepEqual(more, { showCollapseAll: true });
  await assert.rejects(async () => treeDataProvider.getChildren('row'), { message: shown });
  assert.equal(treeDataProvider.getParent?.('row'), 'parent');
  assert.ok(!('resolveTreeItem' in treeDataProvider));
});

test('the status bar has the one icon that is ours', () => {
  new StatusBarEntry('id', 'name', 1).show({
    icon: 'edit',
    text: hostile,
    tooltip: hostile,
    accessibilityLabel: hostile,
    command: 'c',
    arguments: [hostile],
  });
  assert.equal(item['text'], `$(edit) ${shown}`);
  assert.equal(item['tooltip'], shown.replace('↵', '\n'));
  const { command, title } = item['command'] as { command: string; title: string };
  assert.equal(title, item['tooltip']);
  const registered = calls.find(({ name, args }) => name === 'registerCommand' && args[0] === command);
  assert.ok(registered);
  (registered.args[1] as () => void)();
  assert.deepEqual(calls.at(-1)?.args, ['c', hostile]);
});

test('a tooltip runs only the commands it names, and no argument ends a link', () => {
  const link = commandLink('Move', 'ordinance.rule.move', ') [x](command:evil)');
  assert.doesNotMatch(link.text.slice('[Move]('.length, -1), /[()]/);
  const tooltip = markdownString(asMarkdown`**${hostile}** ${link}`, { commands: ['ordinance.rule.move'] });
  assert.deepEqual(tooltip.isTrusted, { enabledCommands: ['ordinance.rule.move'] });
  assert.ok(tooltip.value.startsWith(String.raw`**\[Details\] (command:`), tooltip.value);
  assert.equal(markdownString(asMarkdown`x`).isTrusted, undefined);
  assert.equal(markdownString(asMarkdown`x`).supportThemeIcons, false);
});

test('titles of tabs are one line', async () => {
  await showDiff('left' as never, 'right' as never, hostile);
  assert.equal(calls[0]?.args[3], shown);
  const panel = webviewPanel('type', hostile, {});
  assert.equal(panel.title, shown);
  setPanelTitle(panel, `new ${hostile}`);
  assert.equal(panel.title, `new ${shown}`);
});

test('what language features show is text', () => {
  const args = (made: unknown): readonly unknown[] => (made as Kept).args;
  const lines = shown.replace('↵', '\n');
  assert.equal(args(texts.diagnostic(undefined as never, hostile, 'error', 'code'))[1], lines);
  assert.equal(args(texts.relatedInformation(undefined as never, hostile))[1], lines);
  assert.deepEqual(
    args(texts.documentSymbol(hostile, hostile, 0, undefined as never, undefined as never)).slice(0, 2),
    [shown, shown],
  );
  const lens = args(
    texts.codeLens(undefined as never, {
      title: hostile,
      tooltip: hostile,
      command: 'c',
      arguments: [hostile],
    }),
  );
  assert.deepEqual(lens[1], { title: shown, tooltip: shown, command: 'c', arguments: [hostile] });
  assert.equal(args(texts.quickFix(hostile))[0], shown);
  const row = texts.completionRow({ label: hostile, detail: hostile }, 0);
  assert.equal(args(row)[0], shown);
  assert.equal(row.detail, shown);
  assert.equal(row.filterText, hostile);
});
