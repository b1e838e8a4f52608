import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { recordFacts } from '../../../src/core/sync/recordFacts.ts';
import { recordOf } from '../../../src/core/sync/journalEvent.ts';
import { makeLaterPolicy } from './laterPolicy.ts';
import { addRule, images, later, planOf, pulled, runtime } from './workspace.ts';
import { planOne, pushOne } from './planAndPush.ts';
import { recoverPushes } from '../../../src/core/sync/recover.ts';
import { prune } from '../../../src/core/sync/prune.ts';

const at = new Date(0).toISOString();
const texts = {
  id: 'x',
  at,
  console: 'test',
  policy: 'later/policy',
  live: '',
  next: '',
  body: '',
  document: '',
};
const add = { kind: 'add', array: 'rules', rule: 'r', to: 0 };

test('a record of a later version is shown as far as it can be read', () => {
  const destination = {
    url: 'https://console.example',
    loginUrl: 'https://console.example',
    apiVersion: '1',
    auth: 'passkey',
    authHeader: 'x-later',
    region: 'eu',
  };
  const lines = [
    {
      event: 'opened',
      version: 2,
      pid: 'none',
      ...texts,
      destination,
      restoring: 'later',
      counts: { added: 1, removed: 0, changed: 0, moved: 0, renamed: 0, later: 2 },
      steps: [add, { kind: 'later' }],
    },
    { event: 'verdict', at, verdict: 'later', reason: 7, later: true },
    { event: 'later', at },
    { event: 'closed', at },
  ];
  const record = recordOf(lines.map((line) => JSON.stringify(line)).join('\n'));
  assert.deepEqual(
    [record?.verdict, record?.restoring, record?.closed, record?.counts?.added],
    ['unknown', undefined, true, 1],
  );
  const [sentTo] = recordFacts(record!, 'all').flatMap(([title, value]) =>
    title === 'Sent to' ? [value] : [],
  );
  assert.match(sentTo ?? '', /^https:\/\/console\.example.*passkey/);
});

test('an open push of a policy that this version does not know stays open, and nothing is sent, read or removed for it', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const { pushId } = await pushOne(work.sync, await work.plan(images));
  const file = await makeLaterPolicy(work.storeFolder, pushId, 'sending');
  const text = await readFile(file, 'utf8');
  live.forgetRequests();
  const sync = work.restarted({ clock: later });
  const looked = await recoverPushes(sync);
  assert.deepEqual(
    looked.map(({ ref, verdict, isOpen }) => [ref.policy, verdict, isOpen]),
    [['later/policy', 'unknown', true]],
  );
  assert.deepEqual(live.requests, []);
  assert.equal(await readFile(file, 'utf8'), text);
  await prune(sync, { days: 0, pushes: 0 });
  const [record] = await sync.journal.all();
  assert.deepEqual([record?.policy, record?.closed, record?.foreign], ['later/policy', false, undefined]);
  assert.ok(await sync.store.get(record?.snapshot ?? ''), 'its snapshot stays');
  // Other policies go on.
  await work.edit(runtime, addRule);
  assert.equal((await pushOne(sync, planOf(await planOne(sync, runtime)))).verdict, 'applied');
  assert.equal((await recoverPushes(sync)).length, 1);
});
