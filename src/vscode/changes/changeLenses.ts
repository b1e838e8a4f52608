import * as vscode from 'vscode';
import type { RuleMark } from '../../core/policy/ruleMark.ts';
import { marksOf } from '../../core/sync/ruleChanges.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { codeLens } from '../platform/languageTexts.ts';
import { isLiveText, liveScheme, shownTarget } from '../workspace/liveDocuments.ts';
import { policyLanguages } from '../workspace/policyDocuments.ts';
import { ruleChangeWords, ruleChangeWordsBy } from '../workspace/ruleChangeWords.ts';
import { policyTarget } from '../workspace/target.ts';
import type { ChangeServices } from './baseTexts.ts';

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
