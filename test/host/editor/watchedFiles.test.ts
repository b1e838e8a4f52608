import assert from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import { Uri } from 'vscode';
import type { PolicyName } from '../../../src/core/policy/families.ts';
import { pause } from '../../../src/core/util/inSlices.ts';
import { silentLogger } from '../../../src/core/util/logger.ts';
import { collectionsFileOf, ConsoleLookups } from '../../../src/vscode/workspace/consoleLookups.ts';
import { PolicyTestFiles } from '../../../src/vscode/workspace/policyTestFiles.ts';
import { mayConcern } from '../../../src/vscode/workspace/textFiles.ts';
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
    world.consoles.onDidChangePolicy(({ policy }) => policies.add(policy));
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

  test('files beside the policies are known to come and go with their folder', async () => {
    const { consoles } = world;
    const lookups = new ConsoleLookups({
      consoles,
      log: silentLogger,
      resources: async () => assert.fail('nothing is read'),
    });
    const tests = new PolicyTestFiles(consoles, silentLogger);
    for (const [from, to] of [
      [folder, `${folder}-away`],
      [`${folder}-away`, folder],
    ] as const) {
      const changed = { lookups: false, tests: false };
      lookups.onDidChange(() => (changed.lookups = true));
      tests.onDidChange(() => (changed.tests = true));
      await rename(from, to);
      await waitFor(`the move to ${to} to be known`, () => changed.lookups && changed.tests);
    }
    lookups.dispose();
    tests.dispose();
  });

  test('the collections of a plan are those of the console, although a file keeps others', async () => {
    const { consoles } = world;
    const [console] = consoles.consoles;
    assert.ok(console);
    const ready = { ...console, access: 'ready' as const };
    await writeFile(collectionsFileOf(console).fsPath, 'collections:\n  - name: kept\n');
    let reads = 0;
    const resources = {
      collections: {
        list: async () => {
          reads++;
          await pause();
          return [{ name: 'answered', description: '', color: '', system: false, patterns: {} }];
        },
      },
      lookups: { checks: async () => undefined, rows: async () => [] },
      networkLists: { list: async () => [] },
    };
    let isReachable = false;
    const lookups = new ConsoleLookups({
      consoles,
      log: silentLogger,
      resources: async () => (isReachable ? resources : assert.fail('the console is not reachable')),
    });
    const names = async (): Promise<readonly string[]> => [...(await lookups.loadCollections(ready)).keys()];
    try {
      assert.deepEqual(await names(), ['kept']);
      isReachable = true;
      await lookups.readWhenOld(ready);
      assert.deepEqual(await names(), ['answered']);
      await lookups.readWhenOld(ready);
      assert.equal(reads, 1);
    } finally {
      lookups.dispose();
      await rm(collectionsFileOf(console).fsPath);
    }
  });

  test('a lock file that another process writes is announced', async () => {
    const lock = Uri.joinPath(Uri.file(folder), 'ordinance.lock.json');
    let isChanged = false;
    world.consoles.onDidChangeDisk(({ uri }) => (isChanged ||= mayConcern(lock, uri)));
    await writeFile(lock.fsPath, '{\n  "version": 1\n}\n');
    await waitFor('the lock file to be announced', () => isChanged);
  });
});
