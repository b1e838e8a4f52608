import * as vscode from 'vscode';
import { DisposableOwner } from '../../core/util/disposable.ts';

let owners = 0;

/**
 * Commands without arguments for rows that are drawn often. VS Code keeps the arguments of a command only
 * until the row is drawn again, so a late click ends in "Actual command not found". Each command of this
 * class belongs to one row and keeps its action.
 */
export class StandingCommands extends DisposableOwner {
  /** Several views may show the same rows. */
  readonly #owner = ++owners;
  readonly #arguments = new Map<string, readonly unknown[]>();

  /** @param row identifies the row. For the same row and command, the latest arguments count. */
  of(row: string, { command, title, arguments: args = [] }: vscode.Command): vscode.Command {
    if (args.length === 0) {
      return { command, title };
    }
    // The id lacks the prefix of visible commands and starts with the sign that VS Code hides from its lists.
    const id = `_ordinance.${this.#owner} ${command} ${row}`;
    if (!this.#arguments.has(id)) {
      this.disposables.add(
        vscode.commands.registerCommand(id, async () => {
          await vscode.commands.executeCommand(command, ...(this.#arguments.get(id) ?? []));
        }),
      );
    }
    this.#arguments.set(id, args);
    return { command: id, title };
  }
}
