import * as vscode from 'vscode';
import { fileDecoration } from '../platform/sourceControl.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import type { Consoles } from '../workspace/consoles.ts';
import { spellingOf } from '../../core/policy/policyFile.ts';
import { fileMark } from '../workspace/shownState.ts';
import type { PolicyModels } from '../workspace/policyModels.ts';

/** Marks policy files in the explorer and on tabs by how they stand to the console. */
export class PolicyDecorations extends DisposableOwner implements vscode.FileDecorationProvider {
  readonly #consoles: Consoles;
  readonly #models: PolicyModels;
  readonly #changed = this.disposables.add(new vscode.EventEmitter<undefined>());
  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(consoles: Consoles, models: PolicyModels) {
    super();
    this.#consoles = consoles;
    this.#models = models;
    this.disposables.add(
      models.onDidChange(() => {
        this.#changed.fire(undefined);
      }),
    );
    this.disposables.add(vscode.window.registerFileDecorationProvider(this));
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (!spellingOf(uri.path)) {
      return undefined;
    }
    const at = this.#consoles.policyAt(uri);
    const status = at && this.#models.status(at.console.id, at.ref.policy);
    const mark = status && fileMark(status, at.console.entry.name);
    return mark && fileDecoration(mark.badge, mark.tooltip, mark.color);
  }
}
