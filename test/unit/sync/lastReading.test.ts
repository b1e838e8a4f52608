import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { SyncContext } from '../../../src/core/sync/syncContext.ts';
import type { PushPlan } from '../../../src/core/sync/outcomes.ts';
import { DriftError } from '../../../src/core/sync/push.ts';
import { afterwards } from '../../afterwards.ts';
import { DiskConsole } from './diskConsole.ts';
import { addRule, images, isCode, planOf, pulled, rule, withRules } from './workspace.ts';
import { planOne, pushOne } from './planAndPush.ts';
import { pullPolicies } from '../../../src/core/sync/pull.ts';

interface Planned {
  readonly console: DiskConsole;
  readonly plan: PushPlan;
  readonly sync: SyncContext;
}

/** A console whose policy has an edit that is planned. `onWait` is called wherever the push may wait. */
async function planned(t: TestContext, onWait: (what: string) => void): Promise<Planned> {
  const console = new DiskConsole();
  afterwards(t, () => console.disk.dispose());
  const { live, disk, copies } = console;
  const sync = console.started({
    account: async () => {
      onWait('account');
      return 'an account';
    },
  });
  await pullPolicies(sync, [images], { format: 'json', chooseOverwrite: () => Promise.resolve('cancel') });
  const text = (await copies.text(images)) ?? '';
  await copies.write(images, 'json', text.replace('"name": "a"', '"name": "a", "notes": "mine"'), text);
  const plan = planOf(await planOne(sync, images));
  disk.fault = ({ name, path }) => {
    onWait(`${name} ${path}`);
    return undefined;
  };
  live.beforeRead = () => onWait('GET');
  const names = live.collectionNames.bind(live);
  live.collectionNames = () => {
    onWait('collections');
    return names();
  };
  return { console, plan, sync };
}

/** The console answers the same policy in other words from now on. */
function reword({ live }: DiskConsole): void {
  const document = live.documents.get(images.name) ?? new Map();
  live.documents.set(images.name, new Map([...document, ['modified', '2030-01-01T00:00:00Z']]));
}

function addTheirs({ live }: DiskConsole): void {
  const now = live.documents.get(images.name) ?? new Map();
  live.documents.set(images.name, withRules((rules) => [...rules, rule('theirs')])(now));
}

for (const [what, begin] of [
  ['is as it was planned', () => undefined],
  ['is answered in other words', reword],
] as const) {
  test(`a rule that a colleague adds wherever a push may wait is not overwritten where live ${what}`, async (t) => {
    const waits: string[] = [];
    const first = await planned(t, (wait) => waits.push(wait));
    begin(first.console);
    assert.equal((await pushOne(first.sync, first.plan)).verdict, 'applied');
    assert.ok(waits.some((wait) => wait.startsWith('sync') && wait.includes('journal')));
    const put = first.console.live.puts;
    assert.equal(put, 1);
    let refused = 0;
    for (const at of waits.keys()) {
      let count = 0;
      const { console, plan, sync } = await planned(t, () => {
        if (count++ === at) {
          addTheirs(console);
        }
      });
      begin(console);
      const outcome = await pushOne(sync, plan).catch((error: unknown) => error);
      refused += Number(outcome instanceof DriftError);
      assert.ok(console.live.names(images).includes('theirs'), `${at}: ${waits[at]}`);
      if (outcome instanceof DriftError) {
        assert.deepEqual([console.live.puts, await sync.journal.all()], [0, []], waits[at]);
      }
    }
    assert.ok(refused > 10, String(refused));
  });
}

test('a reading is not used when the computer slept behind it', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  let isReading = false;
  const clock = {
    now: () => {
      if (isReading) {
        isReading = false;
        t.mock.timers.setTime(Date.now() + 60_000);
        const now = live.documents.get(images.name) ?? new Map();
        live.documents.set(images.name, withRules((rules) => [...rules, rule('theirs')])(now));
      }
      return new Date();
    },
  };
  const sync = work.restarted({ clock });
  const plan = planOf(await planOne(sync, images));
  live.beforeRead = () => (isReading = true);
  await assert.rejects(pushOne(sync, plan), isCode('drift'));
  assert.equal(live.puts, 0);
});

test('between the answer to the last reading and the write the event loop does not turn', async (t) => {
  const { console, plan, sync } = await planned(t, () => undefined);
  const { live } = console;
  let isTurned = false;
  const read = live.readPolicy.bind(live);
  live.readPolicy = async (kind) => {
    const { text, replace } = await read(kind);
    isTurned = false;
    setImmediate(() => (isTurned = true));
    return {
      text,
      replace: (body) => {
        assert.equal(isTurned, false);
        return replace(body);
      },
    };
  };
  assert.equal((await pushOne(sync, plan)).verdict, 'applied');
});

test('live that is answered in other words is kept as it was answered last', async (t) => {
  const { console, plan, sync } = await planned(t, () => undefined);
  const { live } = console;
  reword(console);
  const before = live.text(images);
  assert.notEqual(before, plan.liveText);
  const { verdict, snapshot } = await pushOne(sync, plan);
  assert.equal(verdict, 'applied');
  assert.equal(await sync.store.get(snapshot), before);
  assert.equal((await sync.journal.all())[0]?.snapshot, snapshot);
});

test('a console that answers other words each time does not keep a push reading for ever', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  let reads = 0;
  const clock = {
    now: () => {
      if (reads === 3) {
        t.mock.timers.setTime(Date.now() + 60_000);
      }
      return new Date();
    },
  };
  const sync = work.restarted({ clock });
  const plan = planOf(await planOne(sync, images));
  live.beforeRead = () => {
    assert.ok(++reads < 10, 'it is read on and on');
    const now = live.documents.get(images.name) ?? new Map();
    live.documents.set(images.name, new Map([...now, ['modified', `2030-01-01T00:00:0${reads}Z`]]));
  };
  assert.equal((await pushOne(sync, plan)).verdict, 'applied');
});
