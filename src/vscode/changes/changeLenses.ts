import * as vscode from 'vscode';
import type { RuleMark } from '../../core/policy/ruleMark.ts';
import { marksOf } from '../../core/sync/ruleChanges.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { codeLens } from '../platform/languageTexts.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import { isLiveText, liveScheme, liveTarget } from '../workspace/liveDocuments.ts';
import { policyLanguages } from '../workspace/policyDocuments.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { PolicyModels } from '../workspace/policyModels.ts';
import { ruleChangeWords, ruleChangeWordsBy } from '../workspace/ruleChangeWords.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import type { ChangeServices } from './changeServices.ts';

export type ChangeLensesDeps = Pick<ChangeServices, 'documents' | 'consoles' | 'settings' | 'models'>;

/** Over each rule that is not as it was: what became of it here and live, which leads to the comparison or the merge. */
export class ChangeLenses extends DisposableOwner implements vscode.CodeLensProvider {
  readonly #deps: ChangeLensesDeps;
  readonly #changed = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(deps: ChangeLensesDeps) {
    super();
    this.#deps = deps;
    this.disposables.add(deps.models.onDidChange(({ what }) => what.has('marks') && this.#changed.fire()));
    this.disposables.add(
      vscode.languages.registerCodeLensProvider(
        policyLanguages.map((language) => ({ language })),
        this,
      ),
    );
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const at = this.#deps.consoles.policyAt(document.uri);
    if (!at || !this.#deps.settings.flag('ordinance.editor.codeLens', document.uri)) {
      return [];
    }
    const target: PolicyTarget = { kind: 'policy', consoleId: at.console.id, policy: at.ref.policy };
    await this.#deps.documents.open(document);
    const { models } = this.#deps;
    models.ruleChanges(target.consoleId, target.policy);
    // The editor asks when typing rests: it gets no lens of the text before that, or of the console before a merge.
    await models.whenSettled();
    const arrays = this.#deps.documents.current(document)?.arrays() ?? [];
    const changes = models.ruleChanges(target.consoleId, target.policy);
    return arrays.flatMap(({ key, rules }) =>
      marksOf(changes, key, rules).flatMap((mark, index) => {
        const rule = rules[index];
        if (!mark || !rule) {
          return [];
        }
        const start = document.positionAt(rule.range.start);
        return commandsOf(mark, target).map((command) => codeLens(new vscode.Range(start, start), command));
      }),
    );
  }
}

function commandsOf({ here, live, by, isConflict }: RuleMark, target: PolicyTarget): vscode.Command[] {
  const { l10n } = vscode;
  const args = { arguments: [{ target }] };
  const command = (id: string, title: string, tooltip: string): vscode.Command => ({
    command: id,
    title,
    tooltip,
    ...args,
  });
  return [
    ...(isConflict
      ? [
          command(
            'ordinance.policy.merge',
            l10n.t('Conflict with the live policy'),
            l10n.t('Merge with Live'),
          ),
        ]
      : []),
    ...(here && !isConflict
      ? [
          command(
            'ordinance.policy.compareBase',
            l10n.t('Not pushed: {0}', ruleChangeWords(here)),
            l10n.t('Compare with the Base'),
          ),
        ]
      : []),
    // The merge shows both sides of a conflict; the line over a rule has no room for them.
    ...(live && !isConflict
      ? [
          command(
            'ordinance.policy.compareLive',
            l10n.t('Live: {0}', ruleChangeWordsBy(live, by)),
            l10n.t('Compare with Live'),
          ),
        ]
      : []),
  ];
}

interface LiveLensesDeps {
  readonly consoles: Pick<ConsoleRegistry, 'get'>;
  readonly files: Pick<PolicyFiles, 'find'>;
  readonly models: Pick<PolicyModels, 'onDidChange'>;
}

/** Says above a policy as it is live that it is no file, though its tab is named as one, and leads to one. */
export class LiveLenses extends DisposableOwner implements vscode.CodeLensProvider {
  readonly #deps: LiveLensesDeps;
  readonly #changed = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(deps: LiveLensesDeps) {
    super();
    this.#deps = deps;
    this.disposables.add(deps.models.onDidChange(({ what }) => what.has('text') && this.#changed.fire()));
    this.disposables.add(vscode.languages.registerCodeLensProvider({ scheme: liveScheme }, this));
  }

  async provideCodeLenses({ uri }: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const target = isLiveText(uri) ? liveTarget(uri) : undefined;
    const console = target && this.#deps.consoles.get(target.consoleId);
    if (!console) {
      return [];
    }
    const file = await this.#deps.files.find(console, target.policy);
    const top = new vscode.Range(0, 0, 0, 0);
    return [
      codeLens(top, {
        title: vscode.l10n.t('Live policy on {0}, read-only', console.entry.name),
        command: '',
      }),
      codeLens(
        top,
        file
          ? { title: vscode.l10n.t('Open File'), command: 'ordinance.policy.open', arguments: [target] }
          : {
              title: vscode.l10n.t('Pull Policy'),
              command: 'ordinance.policy.pull',
              arguments: [target],
            },
      ),
    ];
  }
}
