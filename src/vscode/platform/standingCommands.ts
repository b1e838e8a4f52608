import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';

let owners = 0;

/**
 * Commands of rows and items that are drawn again and again. The editor keeps what a command is called with only until the row is drawn
 * anew, so a click that comes just then ends in "Actual command not found". These have nothing to be called with: each is a command of its
 * own, and goes on doing what was shown.
 */
export class StandingCommands implements Disposable {
  /** There may be several of the same rows. */
  readonly #owner = ++owners;
  readonly #disposables = new DisposableStore();
  readonly #arguments = new Map<string, readonly unknown[]>();

  /** @param row what tells the rows apart; with the same row and command, what is given last is what it is called with */
  of(row: string, { command, title, arguments: args = [] }: vscode.Command): vscode.Command {
    if (args.length === 0) {
      return { command, title };
    }
    // Without the prefix of the commands that people see, and with the sign that the editor leaves out of its lists.
    const id = `_ordinance.${this.#owner} ${command} ${row}`;
    if (!this.#arguments.has(id)) {
      this.#disposables.add(
        vscode.commands.registerCommand(id, async () => {
          const now = this.#arguments.get(id) ?? [];
          await (now.length > 0 && vscode.commands.executeCommand(command, ...now));
        }),
      );
    }
    this.#arguments.set(id, args);
    return { command: id, title };
  }

  /** Forgets what commands are called with that is over: a click that comes late still does nothing. */
  letGo(isOver: (args: readonly unknown[]) => boolean): void {
    for (const [id, args] of this.#arguments) {
      if (args.length > 0 && isOver(args)) {
        this.#arguments.set(id, []);
      }
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
