import * as vscode from 'vscode';
import { marksOf } from '../../core/sync/ruleChanges.ts';
import { markdownString } from '../platform/markdownString.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { asMarkdown, paragraphs } from '../../core/util/markdown.ts';
import { blameLine, markWords } from '../workspace/ruleChangeWords.ts';
import type { ChangeServices } from './changeServices.ts';

type MarkServices = Pick<ChangeServices, 'documents' | 'consoles' | 'models'>;

/**
 * Marks in the ruler of the editor where live was changed, and where that is a conflict, with who did it at the first line of
 * the rule. What was changed here the bars beside the lines say.
 */
export function showChangeMarks(services: MarkServices): Disposable {
  const store = new DisposableStore();
  const conflict = store.add(decoration('editorOverviewRuler.currentContentForeground'));
  const live = store.add(decoration('editorOverviewRuler.incomingContentForeground'));
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
  store.addAll(
    services.models.onDidChange(({ what }) => what.has('marks') && draw()),
    vscode.window.onDidChangeVisibleTextEditors(draw),
  );
  draw();
  return store;
}

function marksIn(
  { consoles, documents, models }: MarkServices,
  document: vscode.TextDocument,
): readonly (vscode.DecorationOptions & { readonly isConflict: boolean })[] {
  const at = consoles.policyAt(document.uri);
  if (!at) {
    return [];
  }
  const changes = models.ruleChanges(at.console.id, at.ref.policy);
  return (documents.current(document)?.arrays() ?? []).flatMap(({ key, rules }) =>
    marksOf(changes, key, rules).flatMap((found, index) => {
      const rule = rules[index];
      if (!rule || !found || !(found.isConflict || found.live)) {
        return [];
      }
      const hoverMessage = markdownString(
        paragraphs([
          asMarkdown`${markWords(found).join(' · ')}`,
          found.by && asMarkdown`${blameLine(found.by, at.console.entry.name)}`,
        ]),
      );
      const { range } = document.lineAt(document.positionAt(rule.range.start));
      return [{ range, hoverMessage, isConflict: found.isConflict }];
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
