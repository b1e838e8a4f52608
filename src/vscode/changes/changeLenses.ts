import * as vscode from 'vscode';
import type { RuleChange, RuleMark } from '../../core/policy/ruleMark.ts';
import { marksOf } from '../../core/sync/ruleChanges.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { codeLens, inertCommand } from '../platform/languageTexts.ts';
import type { Consoles } from '../workspace/consoles.ts';
import { isLiveText, liveScheme, liveTarget } from '../workspace/liveDocuments.ts';
import { policyLanguages } from '../workspace/policyDocuments.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { PolicyModels } from '../workspace/policyModels.ts';
import { ruleChangeWords, ruleChangeWordsBy } from '../workspace/ruleChangeWords.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import type { ChangeServices } from './changeServices.ts';

export type ChangeLensesDeps = Pick<ChangeServices, 'documents' | 'consoles' | 'settings' | 'models'>;

/** One change of a rule, in the file or on the console. It is filled in when the rule comes into view, because a file may have thousands. */
class ChangeLens extends vscode.CodeLens {
  readonly makeCommand: () => vscode.Command;

  constructor(range: vscode.Range, makeCommand: () => vscode.Command) {
    super(range);
    this.makeCommand = makeCommand;
  }
}

/** Shows the changes of each changed rule, in the file and on the console. A lens leads to the comparison or the merge. */
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
        return commandsOf(mark, target).map((make) => new ChangeLens(new vscode.Range(start, start), make));
      }),
    );
  }

  resolveCodeLens(lens: vscode.CodeLens): vscode.CodeLens {
    if (lens instanceof ChangeLens) {
      lens.command = inertCommand(lens.makeCommand());
    }
    return lens;
  }
}

function commandsOf(
  { here, live, by, isConflict }: RuleMark,
  target: PolicyTarget,
): (() => vscode.Command)[] {
  const { l10n } = vscode;
  const args = { arguments: [{ target }] };
  if (isConflict) {
    // The merge shows both sides of a conflict; the line over a rule has no room for them.
    return [
      () => ({
        command: 'ordinance.policy.merge',
        title: l10n.t('Conflict with the live policy'),
        tooltip: l10n.t('Merge with Live'),
        ...args,
      }),
    ];
  }
  const ofHere = (change: RuleChange): vscode.Command => ({
    command: 'ordinance.policy.compareBase',
    title: l10n.t('Not pushed: {0}', ruleChangeWords(change)),
    tooltip: l10n.t('Compare with the Base'),
    ...args,
  });
  const ofLive = (change: RuleChange): vscode.Command => ({
    command: 'ordinance.policy.compareLive',
    title: l10n.t('Live: {0}', ruleChangeWordsBy(change, by)),
    tooltip: l10n.t('Compare with Live'),
    ...args,
  });
  return [...(here ? [() => ofHere(here)] : []), ...(live ? [() => ofLive(live)] : [])];
}

interface LiveLensesDeps {
  readonly consoles: Pick<Consoles, 'get'>;
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
