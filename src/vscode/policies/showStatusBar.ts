import * as vscode from 'vscode';
import type { PolicyName } from '../../core/policy/families.ts';
import { StatusBarEntry } from '../platform/statusBarEntry.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { Target } from '../workspace/target.ts';
import { describeConsoleStatus, describeStatusBar } from './describeStatusBar.ts';
import { stateLooks } from '../workspace/shownState.ts';
import type { FeatureServices } from '../featureServices.ts';

export type StatusBarDeps = Pick<FeatureServices, 'consoles' | 'models' | 'targets'>;

/** One item: how the policy that has the focus stands, or what there is to do in the folder that has it. */
export class StatusBar extends DisposableOwner {
  readonly #deps: StatusBarDeps;
  readonly #item: StatusBarEntry;

  constructor(deps: StatusBarDeps) {
    super();
    this.#deps = deps;
    this.#item = this.disposables.add(
      new StatusBarEntry('ordinance.policy', vscode.l10n.t('Ordinance: Policy'), 10),
    );
    const update = (): void => this.#update();
    this.disposables.add(vscode.window.onDidChangeActiveTextEditor(update));
    this.disposables.add(deps.models.onDidChange(update));
    this.#update();
  }

  #update(): void {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const at = uri && this.#policyAt(uri);
    const console = at?.console ?? this.#consoleOf(uri);
    if (!console) {
      this.#item.hide();
      return;
    }
    const { models } = this.#deps;
    const facts = {
      console: console.entry.name,
      access: console.access,
      states: models.states(console.id),
    };
    const row = at
      ? describeStatusBar({
          ...facts,
          policy: at.policy,
          status: models.status(console.id, at.policy),
        })
      : describeConsoleStatus(facts);
    if (!row) {
      this.#item.hide();
      return;
    }
    const target: Target =
      at && !row.command.startsWith('ordinance.console.')
        ? { kind: 'policy', consoleId: console.id, policy: at.policy }
        : { kind: 'console', consoleId: console.id };
    this.#item.show({ ...row, arguments: takesTarget(row.command) ? [target] : [] });
  }

  /** The policy whose file, or whose plan, has the focus. */
  #policyAt(uri: vscode.Uri): { readonly console: ConsoleHandle; readonly policy: PolicyName } | undefined {
    const { consoles, targets } = this.#deps;
    const file = consoles.policyAt(uri);
    if (file) {
      return { console: file.console, policy: file.ref.policy };
    }
    const target = targets.plannedAt(uri);
    const console = target && consoles.get(target.consoleId);
    return console && { console, policy: target.policy };
  }

  /** The first console, with something to do, of the folder that has the focus. */
  #consoleOf(uri: vscode.Uri | undefined): ConsoleHandle | undefined {
    const folder = uri && vscode.workspace.getWorkspaceFolder(uri);
    const candidates = this.#deps.consoles.consoles.filter(
      (console) => !folder || console.folder.uri.toString() === folder.uri.toString(),
    );
    return candidates.find(({ id }) =>
      this.#deps.models.states(id).some((state) => stateLooks[state].countsAs !== undefined),
    );
  }
}

function takesTarget(command: string): boolean {
  return command.startsWith('ordinance.') && command !== 'ordinance.policies.focus';
}
