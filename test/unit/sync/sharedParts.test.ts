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
  await work.sync.push(await work.plan(images));
  await work.edit(
    images,
    withRules(() => [rule('first'), ...both.slice(1)]),
  );
  const plan = await work.plan(images);
  const { live, next } = plan;
  assert.ok(isJsonArray(tagsOf(live)[1]));
  assert.equal(tagsOf(next)[1], tagsOf(live)[1]);
});
