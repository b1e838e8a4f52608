import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commands, env, extensions, window } from 'vscode';
import { suite, test, waitFor } from '../harness.ts';

interface Way {
  readonly label: string;
  readonly detail?: string;
}

/** Runs the command as a person who takes the way of that name; answers with all that were offered. */
async function install(label: string): Promise<readonly Way[]> {
  const real = window.showQuickPick;
  let offered: readonly Way[] = [];
  Object.assign(window, {
    showQuickPick: async (items: readonly Way[]) => {
      offered = items;
      return items.find((item) => item.label === label);
    },
  });
  try {
    await commands.executeCommand('ordinance.commandLine.install');
  } finally {
    Object.assign(window, { showQuickPick: real });
  }
  return offered;
}

suite('the command line', () => {
  test('is copied with all its files, and its path and its way onto the path are offered', async () => {
    const [typed, , file] = await install('Copy the Path of the Program');
    const path = await env.clipboard.readText();
    assert.equal(path, file?.detail);
    const { extensionPath } = extensions.getExtension('ordinance.ordinance') ?? {};
    assert.ok(extensionPath);
    const names = readdirSync(dirname(path));
    assert.ok(names.includes('commandLine.mjs') && !names.includes('extension.mjs'), names.join());
    for (const name of names) {
      assert.ok(
        readFileSync(join(dirname(path), name)).equals(readFileSync(join(extensionPath, 'dist', name))),
      );
    }
    await install('Copy the Command');
    const line = await env.clipboard.readText();
    assert.equal(line, typed?.detail);
    assert.ok(line.includes(path));
  });

  test('is typed into a terminal that runs nothing', async () => {
    const before = window.terminals.length;
    await install('Type the Command into a Terminal');
    await waitFor('a terminal', () => window.terminals.length > before);
    const terminal = window.terminals.find(({ name }) => name === 'Ordinance');
    assert.ok(terminal);
    assert.equal(terminal.exitStatus, undefined);
    terminal.dispose();
  });
});
