import * as vscode from 'vscode';

/** The argument of a command that is called for nothing. */
const forNothing = { in: 'nowhere' };

/** Whether a command is only called so that its keys are told at once from then on. */
export function isForNothing(argument: unknown): boolean {
  return (
    typeof argument === 'object' && argument !== null && 'in' in argument && argument.in === forNothing.in
  );
}

/**
 * Has keys told when they are pressed. The first time a command is used, the editor waits until all extensions know of it, and
 * tells of it only then. What is clicked meanwhile is told before: the key would be about that, and delete another rule than
 * the one that was lit up. So each is called once for nothing, by the window, as a key does it.
 *
 * @param manifest of the extension
 */
export async function haveKeysTold(manifest: unknown): Promise<void> {
  const commands = [...new Set(keysOf(manifest))].map((command) => ({ command, args: forNothing }));
  await vscode.commands.executeCommand('runCommands', { commands });
}

function keysOf(manifest: unknown): readonly string[] {
  const { contributes } = manifest as {
    readonly contributes: { readonly keybindings: readonly Keybinding[] };
  };
  // Others have commands of the editor, which would be carried out.
  return contributes.keybindings
    .flatMap(({ command, args }) => [command, ...(args?.commands ?? [])])
    .filter((id) => id.startsWith('ordinance.'));
}

interface Keybinding {
  readonly command: string;
  /** Of a key that does several things. */
  readonly args?: { readonly commands?: readonly string[] };
}
