import * as vscode from 'vscode';
import { fileDecoration } from '../platform/sourceControl.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import { spellingOf } from '../../core/policy/policyFile.ts';
import { fileState } from '../workspace/fileState.ts';
import { shownState, stateLooks, type ShownState } from '../workspace/shownState.ts';
import type { PolicyStates } from '../workspace/policyStates.ts';

/** Marks policy files in the explorer and on tabs by how they stand to the console. */
export class PolicyDecorations extends DisposableOwner implements vscode.FileDecorationProvider {
  readonly #consoles: ConsoleRegistry;
  readonly #states: PolicyStates;
  readonly #changed = this.disposables.add(new vscode.EventEmitter<undefined>());
  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(consoles: ConsoleRegistry, states: PolicyStates) {
    super();
    this.#consoles = consoles;
    this.#states = states;
    this.disposables.add(
      states.onDidChange(({ sums }) => {
        if (sums) {
          this.#changed.fire(undefined);
        }
      }),
    );
    this.disposables.add(vscode.window.registerFileDecorationProvider(this));
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (!spellingOf(uri.path)) {
      return undefined;
    }
    const at = this.#consoles.policyAt(uri);
    const status = at && this.#states.status(at.console.id, at.ref.policy);
    return (
      status &&
      decorationOf(shownState(status) === 'problems' ? 'problems' : fileState(status), at.console.entry.name)
    );
  }
}

function decorationOf(state: ShownState, console: string): vscode.FileDecoration | undefined {
  const look = stateLooks[state];
  const mark = look.mark?.(console, vscode.l10n);
  return mark && fileDecoration(...mark, look.color);
}
