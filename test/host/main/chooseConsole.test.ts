import assert from 'node:assert/strict';
import { Uri, window } from 'vscode';
import type { QuickPickItem } from 'vscode';
import { chooseConsole } from '../../../src/vscode/targets/targets.ts';
import type { ConsoleHandle } from '../../../src/vscode/workspace/consoleHandle.ts';
import type { Consoles } from '../../../src/vscode/workspace/consoles.ts';
import { after, before, suite, test } from '../harness.ts';

/** A console called `prod` of a workspace folder. */
function consoleIn(name: string): ConsoleHandle {
  const folder = { name, index: 0, uri: Uri.file(`/${name}`) };
  const entry = { name: 'prod', url: `https://prod.example/${name}` };
  return { id: `${name}#prod`, folder, entry } as unknown as ConsoleHandle;
}

suite('choosing a console', () => {
  const real = window.showQuickPick;
  let offered: readonly QuickPickItem[] = [];
  const choose = async (...consoles: ConsoleHandle[]): Promise<ConsoleHandle> =>
    chooseConsole({ consoles: { consoles } as unknown as Consoles }, undefined);

  before(() => {
    Object.assign(window, {
      showQuickPick: async (items: readonly QuickPickItem[]) => {
        offered = items;
        return items.at(-1);
      },
    });
  });

  after(() => {
    Object.assign(window, { showQuickPick: real });
  });

  test('the only one is not asked for', async () => {
    assert.equal((await choose(consoleIn('shop'))).id, 'shop#prod');
    assert.deepEqual(offered, []);
  });

  test('consoles of the same name are told apart by their folder', async () => {
    assert.equal((await choose(consoleIn('shop'), consoleIn('bank'))).id, 'bank#prod');
    assert.deepEqual(
      offered.map(({ description }) => description),
      ['https://prod.example/shop · shop', 'https://prod.example/bank · bank'],
    );
  });

  test('with one folder its name is left out', async () => {
    await choose(consoleIn('shop'), consoleIn('shop'));
    assert.deepEqual(
      offered.map(({ description }) => description),
      ['https://prod.example/shop', 'https://prod.example/shop'],
    );
  });
});
