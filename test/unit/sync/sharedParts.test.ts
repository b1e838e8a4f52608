import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../src/core/json/json.ts';
import { images, pulled, rule, withRules } from './workspace.ts';
import { pushOne } from './planAndPush.ts';
import { refreshStatus } from '../../../src/core/sync/policyStatus.ts';

const tags = [{ name: 'in-review', effect: 'ignore', expiration: { enabled: true } }];

const tagsOf = (document: JsonObject): (JsonValue | undefined)[] =>
  arrayAt(document, 'rules').map((one) => (isJsonObject(one) ? one.get('tags') : undefined));

test('what a plan sends is made out of what is live', async (t) => {
  const { work } = await pulled(t);
  const both = [rule('a', { tags }), rule('b', { tags })];
  await work.edit(
    images,
    withRules(() => both),
  );
  await pushOne(work.sync, await work.plan(images));
  await work.edit(
    images,
    withRules(() => [rule('first'), ...both.slice(1)]),
  );
  const plan = await work.plan(images);
  const { live, next } = plan;
  assert.ok(isJsonArray(tagsOf(live)[1]));
  assert.equal(tagsOf(next)[1], tagsOf(live)[1]);
});

test('a console that keeps the sent bytes answers with the planned policy, which is not read again', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(
    images,
    withRules((rules) => [...rules, rule('c')]),
  );
  const plan = await work.plan(images);
  const read = live.read.bind(live);
  live.read = async (...of) => {
    const answer = await read(...of);
    return live.puts > 0 ? plan.body : answer;
  };
  assert.equal((await pushOne(work.sync, plan)).verdict, 'applied');
  assert.equal(work.sync.known.answer(images.name)?.document, plan.next);
  // A later answer shares nothing with the sent text, and is read like any other.
  live.read = read;
  assert.equal((await refreshStatus(work.sync, images)).state, 'in-sync');
});
