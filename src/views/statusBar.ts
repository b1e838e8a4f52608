import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../util/disposable.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import { describeStatusBar } from './describeStatusBar.ts';
import type { PolicyStates } from './policyStates.ts';

export interface StatusBarDeps {
  readonly consoles: ConsoleRegistry;
  readonly states: PolicyStates;
}

/** One item, shown while a policy file has the focus: which console it belongs to and how it stands. */
export class StatusBar implements Disposable {
  readonly #deps: StatusBarDeps;
  readonly #disposables = new DisposableStore();
  readonly #item: vscode.StatusBarItem;

  constructor(deps: StatusBarDeps) {
    this.#deps = deps;
    this.#item = this.#disposables.add(
      vscode.window.createStatusBarItem('ordinance.policy', vscode.StatusBarAlignment.Left, 10),
    );
    this.#item.name = vscode.l10n.t('Ordinance: Policy');
    const update = (): void => this.#update();
    this.#disposables.add(vscode.window.onDidChangeActiveTextEditor(update));
    this.#disposables.add(deps.states.onDidChange(update));
    this.#update();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #update(): void {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const at = uri && this.#deps.consoles.policyAt(uri);
    if (!at) {
      this.#item.hide();
      return;
    }
    const { console, ref } = at;
    const row = describeStatusBar(
      {
        console: console.entry.name,
        policy: ref.policy,
        access: console.access,
        status: this.#deps.states.status(console.id, ref.policy),
      },
      vscode.l10n,
    );
    const target: PolicyTarget = { kind: 'policy', consoleId: console.id, policy: ref.policy };
    const own = row.command.startsWith('ordinance.');
    this.#item.text = row.text;
    this.#item.tooltip = row.tooltip;
    this.#item.accessibilityInformation = { label: row.accessibilityLabel };
    this.#item.command = {
      command: row.command,
      title: row.tooltip,
      arguments: own ? [row.command === 'ordinance.console.signIn' ? consoleTarget(target) : target] : [],
    };
    this.#item.show();
  }
}

function consoleTarget({ consoleId }: PolicyTarget): { kind: 'console'; consoleId: string } {
  return { kind: 'console', consoleId };
}
