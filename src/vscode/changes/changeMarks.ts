import * as vscode from 'vscode';
import type { RuleMark } from '../../core/policy/ruleMark.ts';
import { marksOf } from '../../core/sync/ruleChanges.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { codeLens, markdownString } from '../platform/languageTexts.ts';
import { isLiveText, liveScheme, shownTarget } from '../workspace/liveDocuments.ts';
import { policyLanguages } from '../workspace/policyDocuments.ts';
import { ruleChangeWords, ruleChangeWordsBy, blameLine, markWords } from '../workspace/ruleChangeWords.ts';
import { policyTarget } from '../workspace/target.ts';
import type { ChangeServices } from './baseTexts.ts';
import { asMarkdown, paragraphs } from '../../core/util/markdown.ts';

/** Shows lenses above changed rules of policy files, and above live policies. */
export function showChangeLenses(services: ChangeServices): Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provide = (
    selector: vscode.DocumentSelector,
    provideCodeLenses: (document: vscode.TextDocument) => Promise<vscode.CodeLens[]>,
  ): vscode.Disposable =>
    vscode.languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses,
    });
  return new DisposableStore(
    changed,
    services.models.onDidChange(({ what }) => {
      if (what.has('marks') || what.has('text')) {
        changed.fire();
      }
    }),
    provide(
      policyLanguages.map((language) => ({ language })),
      (document) => changeLenses(services, document),
    ),
    provide({ scheme: liveScheme }, ({ uri }) => liveLenses(services, uri)),
  );
}

/** The changes of each changed rule, in the file and on the console. A lens leads to the comparison or the merge. */
async function changeLenses(
  { consoles, documents, settings, models }: ChangeServices,
  document: vscode.TextDocument,
): Promise<vscode.CodeLens[]> {
  const at = consoles.policyAt(document.uri);
  if (!at || !settings.flag('ordinance.editor.codeLens', document.uri)) {
    return [];
  }
  const target = policyTarget(at);
  await documents.open(document);
  // The editor asks after typing stops. The lenses must belong to the new text, and to the live policy after a merge.
  await models.whenSettled();
  const changes = models.ruleChanges(target.consoleId, target.policy);
  return (documents.current(document)?.arrays() ?? []).flatMap(({ key, rules }) =>
    marksOf(changes, key, rules).flatMap((mark, index) => {
      const rule = rules[index];
      if (!mark || !rule) {
        return [];
      }
      const start = document.positionAt(rule.range.start);
      const range = new vscode.Range(start, start);
      return commandsOf(mark).map((command) => codeLens(range, { ...command, arguments: [{ target }] }));
    }),
  );
}

function commandsOf({ here, live, by, isConflict }: RuleMark): vscode.Command[] {
  const { l10n } = vscode;
  if (isConflict) {
    // The merge shows both sides of a conflict, for which a lens has no space.
    return [
      {
        command: 'ordinance.policy.merge',
        title: l10n.t('Conflict with the live policy'),
        tooltip: l10n.t('Merge with Live'),
      },
    ];
  }
  return [
    ...(here
      ? [
          {
            command: 'ordinance.policy.compareBase',
            title: l10n.t('Not pushed: {0}', ruleChangeWords(here)),
            tooltip: l10n.t('Compare with the Base'),
          },
        ]
      : []),
    ...(live
      ? [
          {
            command: 'ordinance.policy.compareLive',
            title: l10n.t('Live: {0}', ruleChangeWordsBy(live, by)),
            tooltip: l10n.t('Compare with Live'),
          },
        ]
      : []),
  ];
}

/** The lenses above a live policy say that it is no file, because its tab has the name of a file, and lead to the file. */
async function liveLenses({ consoles }: ChangeServices, uri: vscode.Uri): Promise<vscode.CodeLens[]> {
  const target = isLiveText(uri) ? shownTarget(uri) : undefined;
  const console = target && consoles.get(target.consoleId);
  if (!console) {
    return [];
  }
  const file = await consoles.findFile(console, target.policy);
  const top = new vscode.Range(0, 0, 0, 0);
  const way = file
    ? { title: vscode.l10n.t('Open File'), command: 'ordinance.policy.open' }
    : { title: vscode.l10n.t('Pull Policy'), command: 'ordinance.policy.pull' };
  return [
    codeLens(top, {
      title: vscode.l10n.t('Live policy on {0}, read-only', console.entry.name),
      command: '',
    }),
    codeLens(top, { ...way, arguments: [target] }),
  ];
}

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
