import assert from 'node:assert/strict';
import { mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { SyncContext } from '../../../../src/core/sync/syncContext.ts';
import type { PushPlan } from '../../../../src/core/sync/outcomes.ts';
import { DiskConsole } from '../../../unit/sync/diskConsole.ts';
import { FakeConsole } from '../../../unit/sync/fakeConsole.ts';
import { problem, type DiskCall } from '../../../unit/sync/memoryDisk.ts';
import { addRule, images, planOf, TestWorkspace } from '../../../unit/sync/workspace.ts';
import { endOf, type Cleanup, type Story } from './story.ts';
import { afterwards } from '../../../afterwards.ts';
import { planOne, pushOne } from '../../../unit/sync/planAndPush.ts';
import { pullPolicies, baseDocument } from '../../../../src/core/sync/pull.ts';
import { recoverPushes } from '../../../../src/core/sync/recover.ts';
import { refreshStatus, policyStatus } from '../../../../src/core/sync/policyStatus.ts';

const group = 'Disk';

export class DiskWork extends DiskConsole {
  constructor(t: Cleanup) {
    super();
    afterwards(t, () => this.disk.dispose());
  }

  /** Pulled and edited. */
  async planned(sync: SyncContext): Promise<PushPlan> {
    await pullPolicies(sync, [images], { format: 'yaml', chooseOverwrite: () => Promise.resolve('cancel') });
    const text = (await this.copies.read(images))?.text ?? '';
    const more = text.replace('rules:\n', 'rules:\n  - name: Mine\n    collections:\n      - name: All\n');
    assert.notEqual(more, text);
    await this.copies.write(images, 'yaml', more, text);
    const plan = planOf(await planOne(sync, images));
    // Other dates and nothing else: no drift, but not the text that is in the store.
    this.live.set(images, this.live.text(images));
    return plan;
  }

  /** Nothing is there in part: every file is what it was, or new and whole; no draft is left. */
  async checkWhole(before: ReadonlyMap<string, string>): Promise<void> {
    for (const [place, text] of this.disk.texts()) {
      assert.ok(!place.endsWith('.tmp'), place);
      const old = before.get(place);
      assert.ok(
        old === undefined || text === old || place.endsWith('.jsonl') || place.endsWith('lock.json'),
        place,
      );
    }
  }
}

const on =
  (name: DiskCall['name'], part: string) =>
  (call: DiskCall): boolean =>
    call.name === name && call.path.includes(part);

/** While a push runs, the calls that `when` names fail with this code of the system, after the PUT when `late`. */
function fails(
  what: string,
  ends: Story['ends'],
  code: string,
  when: (call: DiskCall) => boolean,
  late = false,
): Story {
  return {
    group,
    what,
    ends,
    play: async (t) => {
      const work = new DiskWork(t);
      const sync = work.started();
      const plan = await work.planned(sync);
      const before = work.disk.texts();
      let struck = false;
      work.disk.fault = (call) => {
        const isStruck = when(call) && (!late || work.live.puts > 0);
        struck ||= isStruck;
        return isStruck ? problem(code, call.path) : undefined;
      };
      const end = await endOf(async () => {
        const { verdict, reason } = await pushOne(sync, plan);
        return { ends: verdict, sees: reason ?? 'Pushed.' };
      });
      assert.ok(struck, 'the fault met its call');
      assert.equal(work.live.puts, late ? 1 : 0);
      work.disk.fault = undefined;
      await work.checkWhole(before);
      assert.equal(work.disk.openFiles, 0, 'every file was closed');
      // With space again the next start settles what was left open, and no base was lost.
      const next = work.started();
      for (const { verdict } of await recoverPushes(next)) {
        assert.equal(verdict, late ? 'applied' : 'not-applied');
      }
      assert.ok(await baseDocument(next, images));
      await refreshStatus(next, images);
      assert.equal((await policyStatus(next, images)).state, late ? 'in-sync' : 'edited');
      const shown = end.sees
        .replaceAll(work.disk.root, '‹workspace›')
        .replaceAll(
          /[\w.-]+\.jsonl|[0-9a-f]{64}|(?<=mutexes.)[0-9a-f]+|(?<=objects.)[0-9a-f]+|push [\w.-]+/g,
          '…',
        );
      return { ends: end.ends, sees: shown };
    },
  };
}

async function linked(t: Cleanup, folder: (work: TestWorkspace) => string): ReturnType<Story['play']> {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t as TestContext, live);
  await work.pull([images]);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  const outside = await mkdtemp(path.join(tmpdir(), 'ordinance-outside-'));
  afterwards(t, () => rm(outside, { recursive: true, force: true }));
  await rename(folder(work), path.join(outside, 'moved'));
  await symlink(path.join(outside, 'moved'), folder(work));
  const end = await endOf(async () => ({ ends: (await pushOne(work.sync, plan)).verdict, sees: 'Pushed.' }));
  assert.equal(live.puts, 0);
  const sees = end.sees
    .replaceAll(work.root, '‹workspace›')
    .replaceAll(/(?<=mutexes.)[0-9a-f]+/g, '…')
    .replaceAll(/\S*ordinance-outside-\S*?(?=[/.])\S*/g, '‹elsewhere›.');
  return { ends: end.ends, sees };
}

/** A push of a policy that was edited, after something happened to its file. */
async function spoilt(t: Cleanup, spoil: (file: string) => Promise<void>): ReturnType<Story['play']> {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t as TestContext, live);
  await work.pull([images]);
  await work.edit(images, addRule);
  const file = path.join(work.policyFolder, 'vulnerability/images.policy.yaml');
  await spoil(file);
  const before = await readFile(file);
  const end = await endOf(async () => {
    const plan = planOf(await planOne(work.sync, images));
    return { ends: (await pushOne(work.sync, plan)).verdict, sees: 'Pushed.' };
  });
  assert.equal(live.puts, 0);
  assert.deepEqual(await readFile(file), before);
  return { ends: end.ends, sees: end.sees.replaceAll(work.root, '‹workspace›') };
}

const noSpace = { refused: 'no-space' };
const readOnly = { refused: 'read-only' };
const snapshots = `${path.sep}objects${path.sep}`;
export const journal = `${path.sep}journal${path.sep}`;

export const diskStories: readonly Story[] = [
  fails('no space for the journal', noSpace, 'ENOSPC', on('write', journal)),
  fails('no space to make the journal durable', noSpace, 'ENOSPC', on('sync', journal)),
  fails('no space for the snapshot', noSpace, 'ENOSPC', on('write', snapshots)),
  fails('no space to put the snapshot in its place', noSpace, 'ENOSPC', on('rename', snapshots)),
  fails('a quota that is used up', { refused: 'no-space' }, 'EDQUOT', on('open', journal)),
  fails('no space for what is read back, after the PUT', 'applied', 'ENOSPC', on('rename', snapshots), true),
  fails('no space for the verdict, after the PUT', 'applied', 'ENOSPC', on('write', journal), true),
  fails('no space for the lock file, after the PUT', 'applied', 'ENOSPC', on('rename', 'lock.json'), true),
  fails('a read-only folder of policies', readOnly, 'EROFS', (call) => call.path.includes('/policies')),
  fails('a read-only folder for snapshots', readOnly, 'EACCES', (call) => call.path.includes('/.ordinance')),
  {
    group,
    what: 'no space while a file is pulled',
    ends: { refused: 'no-space' },
    play: async (t) => {
      const work = new DiskWork(t);
      const sync = work.started();
      const options = { format: 'yaml', chooseOverwrite: () => Promise.resolve('cancel' as const) } as const;
      await pullPolicies(sync, [images], options);
      const before = work.disk.texts();
      work.live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
      work.disk.fault = (call) =>
        on('rename', 'policy.yaml')(call) ? problem('ENOSPC', call.path) : undefined;
      const { failed } = await pullPolicies(sync, [images], options);
      work.disk.fault = undefined;
      await work.checkWhole(before);
      await refreshStatus(sync, images);
      assert.equal((await policyStatus(sync, images)).state, 'live-changed');
      return endOf(() => Promise.reject(failed[0]?.error)).then(({ ends, sees }) => ({
        ends,
        sees: sees.replaceAll(work.disk.root, '‹workspace›'),
      }));
    },
  },
  {
    group,
    what: 'a file that is not UTF-8',
    ends: { refused: 'not-utf-8' },
    play: (t) =>
      spoilt(t, async (file) => {
        const latin = (await readFile(file, 'utf8')).replace('name: ', 'name: \u00dcber ');
        await writeFile(file, Buffer.from(latin, 'latin1'));
      }),
  },
  {
    group,
    what: 'a file of the policy in each spelling',
    ends: { refused: 'several-files' },
    play: (t) => spoilt(t, (file) => writeFile(file.replace(/yaml$/, 'json'), '{"rules": []}')),
  },
  {
    group,
    what: 'a folder of policies that is a link out of the workspace',
    ends: { refused: 'outside-workspace' },
    play: (t) => linked(t, (work) => work.policyFolder),
  },
  {
    group,
    what: 'a folder for snapshots that is a link out of the workspace',
    ends: { refused: 'outside-workspace' },
    play: (t) => linked(t, (work) => work.storeFolder),
  },
];
