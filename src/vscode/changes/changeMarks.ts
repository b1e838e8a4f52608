import * as vscode from 'vscode';
import { marksOf } from '../../core/sync/ruleChanges.ts';
import { markdownString } from '../platform/markdownString.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { asMarkdown, paragraphs } from '../../core/util/markdown.ts';
import { blameLine, markWords } from '../workspace/ruleChangeWords.ts';
import type { ChangeServices } from './baseTexts.ts';

type MarkServices = Pick<ChangeServices, 'documents' | 'consoles' | 'models'>;

/**
 * Marks changes on the console and conflicts in the overview ruler, with the author at the first line of the rule. Change bars beside
 * the lines show local edits.
 */
export function showChangeMarks(services: MarkServices): Disposable {
  const conflict = decoration('editorOverviewRuler.currentContentForeground');
  const live = decoration('editorOverviewRuler.incomingContentForeground');
  const draw = (): void => {
    for (const editor of vscode.window.visibleTextEditors) {
      const marks = marksIn(services, editor.document);
      editor.setDecorations(
        conflict,
        marks.filter(({ isConflict }) => isConflict),
      );
      editor.setDecorations(
        live,
        marks.filter(({ isConflict }) => !isConflict),
      );
    }
  };
  draw();
  return new DisposableStore(
    conflict,
    live,
    services.models.onDidChange(({ what }) => what.has('marks') && draw()),
    vscode.window.onDidChangeVisibleTextEditors(draw),
  );
}

function marksIn(
  { consoles, documents, models }: MarkServices,
  document: vscode.TextDocument,
): readonly (vscode.DecorationOptions & { readonly isConflict: boolean })[] {
  const at = consoles.policyAt(document.uri);
  if (!at) {
    return [];
  }
  const changes = models.ruleChanges(at.console.id, at.kind.name);
  return (documents.current(document)?.arrays() ?? []).flatMap(({ key, rules }) =>
    marksOf(changes, key, rules).flatMap((mark, index) => {
      const rule = rules[index];
      if (!rule || !mark || !(mark.isConflict || mark.live)) {
        return [];
      }
      const hoverMessage = markdownString(
        paragraphs([
          asMarkdown`${markWords(mark).join(' · ')}`,
          mark.by && asMarkdown`${blameLine(mark.by, at.console.entry.name)}`,
        ]),
      );
      const { range } = document.lineAt(document.positionAt(rule.range.start));
      return [{ range, hoverMessage, isConflict: mark.isConflict }];
    }),
  );
}

function decoration(color: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    overviewRulerColor: new vscode.ThemeColor(color),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}
