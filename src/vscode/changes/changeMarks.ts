import * as vscode from 'vscode';
import type { RuleMark } from '../../core/policy/ruleMark.ts';
import type { PolicyName } from '../../core/policy/families.ts';
import { marksOf } from '../../core/sync/ruleChanges.ts';
import { markdownString } from '../platform/markdownString.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { asMarkdown, paragraphs } from '../../core/util/markdown.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { blameLine, markWords } from '../workspace/ruleChangeWords.ts';
import type { ChangeServices } from './changeServices.ts';

export type ChangeMarksDeps = Pick<ChangeServices, 'documents' | 'consoles' | 'models'>;

/**
 * Marks in the ruler of the editor where live was changed, and where that is a conflict, with who did it at the first line of
 * the rule. What was changed here the bars beside the lines say.
 */
export class ChangeMarks extends DisposableOwner {
  readonly #deps: ChangeMarksDeps;
  readonly #conflict = this.disposables.add(mark('editorOverviewRuler.currentContentForeground'));
  readonly #live = this.disposables.add(mark('editorOverviewRuler.incomingContentForeground'));

  constructor(deps: ChangeMarksDeps) {
    super();
    this.#deps = deps;
    const all = (): void => vscode.window.visibleTextEditors.forEach((editor) => this.#look(editor));
    this.disposables.add(
      deps.models.onDidChange(({ consoleId, policies, what }) => {
        if (!what.has('marks')) {
          return;
        }
        if (consoleId === undefined) {
          // A window that opens shows its editors before it knows its consoles.
          all();
          return;
        }
        for (const editor of vscode.window.visibleTextEditors) {
          const at = deps.consoles.policyAt(editor.document.uri);
          if (at && at.console.id === consoleId && policies.includes(at.ref.policy)) {
            this.#draw(editor, at.console, at.ref.policy);
          }
        }
      }),
    );
    this.disposables.add(vscode.window.onDidChangeVisibleTextEditors(all));
    all();
  }

  #look(editor: vscode.TextEditor): void {
    const at = this.#deps.consoles.policyAt(editor.document.uri);
    if (at) {
      this.#draw(editor, at.console, at.ref.policy);
    } else {
      this.#set(editor, [], []);
    }
  }

  #draw(editor: vscode.TextEditor, console: ConsoleHandle, policy: PolicyName): void {
    const { document } = editor;
    const conflicts: vscode.DecorationOptions[] = [];
    const live: vscode.DecorationOptions[] = [];
    const changes = this.#deps.models.ruleChanges(console.id, policy);
    for (const { key, rules } of this.#deps.documents.current(document)?.arrays() ?? []) {
      for (const [index, found] of marksOf(changes, key, rules).entries()) {
        const rule = rules[index];
        if (rule && found && (found.isConflict || found.live)) {
          const { line } = document.positionAt(rule.range.start);
          const options = { range: document.lineAt(line).range, hoverMessage: told(found, console) };
          (found.isConflict ? conflicts : live).push(options);
        }
      }
    }
    this.#set(editor, conflicts, live);
  }

  #set(
    editor: vscode.TextEditor,
    conflicts: readonly vscode.DecorationOptions[],
    live: readonly vscode.DecorationOptions[],
  ): void {
    editor.setDecorations(this.#conflict, conflicts);
    editor.setDecorations(this.#live, live);
  }
}

function mark(color: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    overviewRulerColor: new vscode.ThemeColor(color),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}

function told(found: RuleMark, console: ConsoleHandle): vscode.MarkdownString {
  return markdownString(
    paragraphs([
      asMarkdown`${markWords(found).join(' · ')}`,
      found.by && asMarkdown`${blameLine(found.by, console.entry.name)}`,
    ]),
  );
}
