import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import { readPolicyText } from '../../../src/core/document/reading/readPolicy.ts';
import { DiskConsole } from './diskConsole.ts';
import { images, kindOf, later, planOf, rule, withRules } from './workspace.ts';
import { planOne, pushOne } from './planAndPush.ts';
import { pullPolicies, baseDocument } from '../../../src/core/sync/pull.ts';
import { mergeWithLive, saveMerge } from '../../../src/core/sync/merge.ts';
import { planRestore } from '../../../src/core/sync/planRestore.ts';
import { refreshStatus } from '../../../src/core/sync/policyStatus.ts';
import { recoverPushes } from '../../../src/core/sync/recover.ts';

const added = 'rules:\n  - name: Mine\n    collections:\n      - name: All\n';

const others = ['vulnerability/host', 'vulnerability/ci-images'].map(kindOf);

/** One console, its folder on a disk that may lose power, and a policy that was pulled. */
class World extends DiskConsole {
  sync = this.started();

  async pull(kinds = [images]): Promise<void> {
    await pullPolicies(this.sync, kinds, { format: 'yaml', chooseOverwrite: () => Promise.resolve('keep') });
  }

  async text(): Promise<string> {
    return (await this.copies.read(images))?.text ?? '';
  }

  locked(): string {
    return this.disk.texts().get(`${this.folder}/ordinance.lock.json`) ?? '';
  }

  async edit(): Promise<void> {
    const text = await this.text();
    await this.copies.write(images, 'yaml', text.replace('rules:\n', added), text);
  }

  /** Somebody else adds a rule at the end. */
  foreign(): void {
    const live = this.live.documents.get(images.name) ?? new Map();
    this.live.documents.set(images.name, withRules((rules) => [...rules, rule('theirs')])(live));
  }

  hash(): string {
    return canonicalHash(images, this.live.documents.get(images.name) ?? new Map());
  }
}

type States = readonly string[];

interface Task {
  readonly given: (world: World) => Promise<unknown>;
  readonly run: (world: World, given: unknown) => Promise<unknown>;
  /** What the policy may be afterwards, when the PUT was applied and when it was not. */
  readonly applied: States;
  readonly else: States;
}

const tasks: Readonly<Record<string, Task>> = {
  push: {
    given: async (world) => {
      await world.edit();
      return planOf(await planOne(world.sync, images));
    },
    run: ({ sync }, plan) => pushOne(sync, plan as never),
    applied: ['in-sync'],
    else: ['edited'],
  },
  pull: {
    given: async (world) => world.foreign(),
    run: (world) => world.pull(),
    applied: [],
    else: ['live-changed', 'in-sync'],
  },
  // They are made durable together.
  'pull of three': {
    given: async (world) => world.foreign(),
    run: (world) => world.pull([images, ...others]),
    applied: [],
    else: ['live-changed', 'in-sync'],
  },
  merge: {
    given: async (world) => {
      await world.edit();
      world.foreign();
      const merge = await mergeWithLive(world.sync, images);
      assert.ok(merge.kind === 'merge');
      return { choices: new Map(merge.open.map(({ id }) => [id, 'mine'])), seen: merge.seen };
    },
    run: ({ sync }, given) => {
      const { choices, seen } = given as { choices: never; seen: never };
      return saveMerge(sync, images, choices, seen);
    },
    applied: [],
    else: ['conflict', 'edited'],
  },
  restore: {
    given: async (world) => {
      await world.edit();
      const { snapshot } = await pushOne(world.sync, planOf(await planOne(world.sync, images)));
      return planOf(await planRestore(world.sync, images, snapshot));
    },
    run: ({ sync }, given) => pushOne(sync, given as never),
    // Never `edited`: the file was not made from what was restored, and must not take it back.
    applied: ['live-changed', 'in-sync'],
    else: ['in-sync'],
  },
};

/** Of what was not made durable everything is lost, nothing, or every second. */
const losses: readonly (() => () => boolean)[] = [
  () => () => false,
  () => () => true,
  () => {
    let count = 0;
    return () => ++count % 2 === 0;
  },
];

for (const [name, task] of Object.entries(tasks)) {
  test(`power is lost at every call of a ${name}: files are whole, the journal is readable, no base is lost`, async () => {
    let deaths = 0;
    for (const loss of losses) {
      for (let at = 1, ended = false; !ended; at++) {
        const world = new World();
        await world.pull();
        const given = await task.given(world);
        const { hash, puts } = { hash: world.hash(), puts: world.live.puts };
        const began = world.disk.calls.length;
        ended = await new Promise<boolean>((resolve, reject) => {
          world.disk.fault = (_call, count) => {
            if (count === began + at) {
              resolve(false);
            }
            return count >= began + at ? 'stop' : undefined;
          };
          task.run(world, given).then(() => resolve(true), reject);
        });
        deaths += ended ? 0 : 1;
        world.disk.fault = undefined;
        const where = `${name} at ${at}, ${world.disk.calls.at(-1)?.name} ${world.disk.calls.at(-1)?.path}`;
        const applied = world.hash() !== hash;
        if (!ended) {
          world.disk.losePower(loss());
        }
        await settle(world);
        assert.ok(world.live.puts <= puts + 1, `${where}: nothing was sent again`);
        const { problems } = readPolicyText(await world.text(), 'yaml', images);
        assert.deepEqual(problems, [], where);
        const { state } = await refreshStatus(world.sync, images);
        assert.ok((applied ? task.applied : task.else).includes(state), `${where}: ${state}`);
        assert.ok(await baseDocument(world.sync, images), `${where}: the base is known`);
        for (const kind of others) {
          const hasBase = world.locked().includes(`"${kind.name}"`);
          assert.equal(
            (await baseDocument(world.sync, kind)) !== undefined,
            hasBase,
            `${where}: ${kind.name}`,
          );
          assert.ok(
            !hasBase || (await refreshStatus(world.sync, kind)).state === 'in-sync',
            `${where}: ${kind.name}`,
          );
        }
        const records = await world.sync.journal.all();
        assert.ok(
          records.filter(({ sent }) => sent).length >= world.live.puts,
          `${where}: every PUT is recorded`,
        );
        for (const { closed, verdict, sent, snapshot } of records) {
          assert.ok(closed && verdict !== undefined && verdict !== 'unknown', where);
          assert.ok(!sent || (await world.sync.store.get(snapshot ?? '')), `${where}: the snapshot is there`);
        }
        world.disk.dispose();
      }
    }
    assert.ok(deaths > 60, `${deaths} times`);
  });
}

/** A start when nothing may arrive any more. Mutexes name this very process: they are of one that died. */
async function settle(world: World): Promise<void> {
  world.disk.removeAll('/mutexes/');
  world.sync = world.started({ clock: later });
  const puts = world.live.puts;
  await recoverPushes(world.sync);
  assert.deepEqual(await recoverPushes(world.sync), [], 'said once');
  assert.equal(world.live.puts, puts);
}
