import { registerHooks } from 'node:module';

/** A call of the editor that a test answers or looks at. */
export interface EditorCall {
  readonly name: string;
  readonly args: readonly unknown[];
}

type Members = Record<string, unknown>;

let members: Members = {};

/**
 * Puts a hand-made `vscode` in place of the real one for modules that are imported after this. A member that was not
 * given does not exist: code that reaches for it fails.
 */
export function useEditor(given: Members): void {
  members = { l10n: { t: translate }, ...given };
}

function translate(text: string, ...values: unknown[]): string {
  return text.replace(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)]));
}

/** Read by the stand-in module below. */
export function editorMember(name: string): unknown {
  if (!(name in members)) {
    throw new Error(`the stand-in editor has no ${name}`);
  }
  return members[name];
}

const here = import.meta.url;
const names = [
  'commands',
  'env',
  'l10n',
  'window',
  'workspace',
  'version',
  'Uri',
  'Position',
  'QuickInputButtons',
  'ProgressLocation',
  'StatusBarAlignment',
  'ThemeIcon',
  'ThemeColor',
  'TreeItem',
  'TreeItemCollapsibleState',
  'MarkdownString',
  'Diagnostic',
  'DiagnosticRelatedInformation',
  'DocumentSymbol',
  'CodeLens',
  'CodeAction',
  'CodeActionKind',
  'CompletionItem',
  'ViewColumn',
  'languages',
  'Range',
  'Selection',
  'TextEditorRevealType',
  'TextEditorSelectionChangeKind',
  'DiagnosticSeverity',
  'EventEmitter',
  'TabInputText',
  'TabInputTextDiff',
  'UIKind',
  'DecorationRangeBehavior',
  'OverviewRulerLane',
  'TextEdit',
  'TextDocumentChangeReason',
  'WorkspaceEdit',
];

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: 'stand-in:vscode', shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === 'stand-in:vscode'
      ? {
          format: 'module',
          shortCircuit: true,
          source: [
            `import { editorMember } from ${JSON.stringify(here)};`,
            `const member = (name) => {`,
            `  const self = new Proxy(function () {}, {`,
            `    get: (_, key) => editorMember(name)[key],`,
            `    construct: (_, args, made) => Reflect.construct(editorMember(name), args, ...(made === self ? [] : [made])),`,
            `  });`,
            `  return self;`,
            `};`,
            ...names.map((name) => `export const ${name} = member('${name}');`),
          ].join('\n'),
        }
      : next(url, context),
});
