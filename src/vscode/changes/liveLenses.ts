import * as vscode from 'vscode';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { codeLens } from '../platform/languageTexts.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import { isLiveText, liveScheme, liveTarget } from '../workspace/liveDocuments.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';

interface LiveLensesDeps {
  readonly consoles: Pick<ConsoleRegistry, 'get'>;
  readonly files: Pick<PolicyFiles, 'find' | 'onDidChange'>;
}

/** Says above a policy as it is live that it is no file, though its tab is named as one, and leads to one. */
export class LiveLenses extends DisposableOwner implements vscode.CodeLensProvider {
  readonly #deps: LiveLensesDeps;
  readonly #changed = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(deps: LiveLensesDeps) {
    super();
    this.#deps = deps;
    this.disposables.add(deps.files.onDidChange(() => this.#changed.fire()));
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
        title: vscode.l10n.t('Live on {0}, read-only', console.entry.name),
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
