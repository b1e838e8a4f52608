import { rename, writeFile } from 'node:fs/promises';
import { Uri } from 'vscode';
import type { PolicyName } from '../../../src/core/policy/families.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { fileOf } from '../mainJob.ts';
import { policyText, World, writePolicy } from './world.ts';

const name = 'vulnerability/host';

suite('what happens to files outside the editor', () => {
  let world: World;
  const folder = Uri.joinPath(fileOf(name), '../..').fsPath;

  /** The policies that are announced from now on. */
  const announced = (): { has(policy: PolicyName): boolean } => {
    const policies = new Set<PolicyName>();
    world.files.onDidChange(({ policy }) => policies.add(policy));
    return policies;
  };

  before(async () => {
    await writePolicy(name, policyText('one'));
    world = new World();
    await world.ready();
  });

  after(() => world.dispose());

  test('a folder that is moved away, and back, announces every policy of its console', async () => {
    for (const moved of [folder, Uri.joinPath(Uri.file(folder), '..').fsPath]) {
      for (const [from, to] of [
        [moved, `${moved}-away`],
        [`${moved}-away`, moved],
      ] as const) {
        const policies = announced();
        await rename(from, to);
        await waitFor(`the move to ${to} to be announced`, () => policies.has(name));
      }
    }
  });

  test('the folder of a family announces the policies of the family', async () => {
    const family = `${folder}/vulnerability`;
    for (const [from, to] of [
      [family, `${folder}/elsewhere`],
      [`${folder}/elsewhere`, family],
    ] as const) {
      const policies = announced();
      await rename(from, to);
      await waitFor(`the move to ${to} to be announced`, () => policies.has(name));
    }
  });

  test('a lock file that another process writes announces the bases of its console', async () => {
    const consoles: string[] = [];
    world.files.onDidChangeBases((consoleId) => consoles.push(consoleId));
    await writeFile(`${folder}/ordinance.lock.json`, '{\n  "version": 1\n}\n');
    await waitFor('the bases to be announced', () => consoles.includes(world.consoles.consoles[0]?.id ?? ''));
  });
});
