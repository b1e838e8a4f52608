import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manifest, sources } from './manifest.ts';

/** Services of the editor that only `src/vscode/platform` may touch, so that there is one boundary and one place of each. */
const wrapped: Readonly<Record<string, RegExp>> = {
  'commands.registerCommand':
    /\bregister(?:TextEditor)?Command\s*\(\s*'|commands\.register(?:TextEditor)?Command\b/,
  setContext: /['"`]setContext['"`]/,
  getConfiguration: /\bgetConfiguration\s*\(/,
  createOutputChannel: /\bcreateOutputChannel\s*\(/,
  'window.withProgress': /window\.withProgress\b/,
  'secret storage': /\bsecrets\.(?:get|onDidChange)\b.*\bstorage\b|SecretStorage\b/,
  memento: /\b(?:globalState|workspaceState|memento)\.(?:get|update)\b/,
  'messages and modals': /\bshow(?:Information|Warning|Error)Message\b/,
  'input boxes and lists': /\b(?:show|create)(?:InputBox|QuickPick)\b/,
  'passing notes': /\bsetStatusBarMessage\b/,
  views: /\bcreateTreeView\b|\bregisterTreeDataProvider\b/,
  'rows of trees': /\bnew (?:vscode\.)?TreeItem\(/,
  'Markdown of the editor':
    /\bnew (?:vscode\.)?MarkdownString\(|\.(?:supportHtml|isTrusted|supportThemeIcons) = /,
  'the status bar': /\bcreateStatusBarItem\b/,
  'what language features show':
    /\bnew (?:vscode\.)?(?:Diagnostic|DiagnosticRelatedInformation|DocumentSymbol|CodeLens|CodeAction|CompletionItem|InlayHint)\(/,
  'pages of our own': /\bcreateWebviewPanel\b|\bpanel\.title = /,
  'diff editors': /'vscode\.(?:diff|changes)'/,
  'the source control view': /\bcreateSourceControl\b|\bdecorations: \{/,
  'the Testing view':
    /\btests\.createTestController\b|\.createTestItem\(|\bTestMessage(?:\.diff)?\(|\.appendOutput\(/,
  'icons in texts': /(?<!\$)\$\((?:[a-z]|\$\{)/,
};

test('other programs are run in one place', () => {
  const users = sources()
    .filter(({ text }) =>
      /\b(?:from|import|require)\b[ (]*['"](?:node:)?(?:child_process|cluster|worker_threads)['"]/.test(text),
    )
    .map(({ path }) => path);
  assert.deepEqual(users, ['src/core/sync/programs.ts']);
});

for (const [service, pattern] of Object.entries(wrapped)) {
  test(`${service} is used in src/vscode/platform only`, () => {
    const users = sources()
      .filter(({ text }) => pattern.test(text))
      .map(({ path }) => path);
    assert.ok(users.length > 0, 'the pattern finds its own use');
    assert.deepEqual(
      users.filter((path) => !path.startsWith('src/vscode/platform/')),
      [],
    );
  });
}

test('only a few files say what Markdown of ours is; everything else is put into it as text', () => {
  assert.deepEqual(
    sources()
      .filter(({ text }) => /\bnew Markdown\(/.test(text))
      .map(({ path }) => path)
      .toSorted(),
    [
      'src/core/assist/completion/knownValues.ts',
      'src/core/util/markdown.ts',
      'src/vscode/platform/languageTexts.ts',
    ],
  );
});

test('the command line writes through its one writer, and JSON as JSON', () => {
  const cli = sources().filter(({ path }) => path.startsWith('src/cli/'));
  const users = (pattern: RegExp): readonly string[] =>
    cli.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  assert.deepEqual(users(/\bprocess\.std(?:out|err)\b|\bfs\.write|\bwriteSync\b/), ['src/cli/main.ts']);
  assert.deepEqual(users(/\bconsole\.(?:log|error|warn|info|debug|table)\(/), []);
  assert.deepEqual(users(/\.(?:out|error|text)\(\s*JSON\.stringify/), []);
  assert.deepEqual(users(/\binertOutput\(/), ['src/cli/output.ts', 'src/cli/runCommand.ts']);
});

test('pages make elements and say things in one place, and read no text as markup', () => {
  const page = sources().filter(({ path }) => /^src\/vscode\/(?:table|order\/picture)\/page\//.test(path));
  const users = (pattern: RegExp): readonly string[] =>
    page.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  assert.deepEqual(users(/\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser)\b/), []);
  const place = ['src/vscode/table/page/elements.ts'];
  assert.deepEqual(users(/\bcreateElement\b/), place);
  assert.deepEqual(users(/\b(?:textContent|innerText) = /), place);
});

test('the extension starts with ordinance.yaml, a policy file or a page of before, and with nothing else', () => {
  assert.deepEqual(manifest.activationEvents, [
    'workspaceContains:ordinance.yaml',
    'onWebviewPanel:ordinance.orderPicture',
    'onWebviewPanel:ordinance.posturePage',
    'onWebviewPanel:ordinance.table',
  ]);
});

test('an untrusted workspace has language features only, and a virtual one nothing', () => {
  assert.equal(manifest.capabilities.untrustedWorkspaces.supported, 'limited');
  assert.equal(manifest.capabilities.virtualWorkspaces.supported, false);
});
