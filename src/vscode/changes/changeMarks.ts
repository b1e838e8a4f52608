import * as vscode from 'vscode';
import type { RuleMark } from '../../core/policy/ruleMark.ts';
import { marksOf } from '../../core/sync/ruleChanges.ts';
import { markdownString } from '../platform/markdownString.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { asMarkdown, paragraphs } from '../../core/util/markdown.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
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
    const drawAll = (): void => vscode.window.visibleTextEditors.forEach((editor) => this.#draw(editor));
    this.disposables.addAll(
      deps.models.onDidChange(({ what }) => what.has('marks') && drawAll()),
      vscode.window.onDidChangeVisibleTextEditors(drawAll),
    );
    drawAll();
  }

  #draw(editor: vscode.TextEditor): void {
    const { document } = editor;
    const { consoles, documents, models } = this.#deps;
    const at = consoles.policyAt(document.uri);
    const conflicts: vscode.DecorationOptions[] = [];
    const live: vscode.DecorationOptions[] = [];
    if (at) {
      const changes = models.ruleChanges(at.console.id, at.ref.policy);
      for (const { key, rules } of documents.current(document)?.arrays() ?? []) {
        for (const [index, found] of marksOf(changes, key, rules).entries()) {
          const rule = rules[index];
          if (rule && found && (found.isConflict || found.live)) {
            const { line } = document.positionAt(rule.range.start);
            const options = { range: document.lineAt(line).range, hoverMessage: told(found, at.console) };
            (found.isConflict ? conflicts : live).push(options);
          }
        }
      }
    }
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
