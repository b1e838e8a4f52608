import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrayAt, stringAt, type JsonObject } from '../../../src/core/json/json.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import type { MergeChoice } from '../../../src/core/policy/merge/mergeConflict.ts';
import { asObject } from '../policy/policyArbitraries.ts';
import { FakeConsole } from './fakeConsole.ts';
import { images, isCode, TestWorkspace, withRules } from './workspace.ts';
import { planOne } from './planAndPush.ts';
import { mergeWithLive, saveMerge } from '../../../src/core/sync/merge.ts';

const noted = (note: string) =>
  withRules((rules) => rules.map((one, at) => (at === 0 ? new Map(one).set('note', note) : one)));
const noteOf = (value: JsonObject): string | undefined =>
  stringAt(asObject(arrayAt(value, 'rules')[0] ?? null), 'note');

for (const format of ['yaml', 'json'] as const) {
  const conflict = async (t: Parameters<typeof TestWorkspace.make>[0]) => {
    const live = new FakeConsole();
    const colleague = (note: string): void =>
      live.set(images, writeJson(noted(note)(live.documents.get(images.name) ?? new Map())));
    colleague('base');
    const work = await TestWorkspace.make(t, live);
    await work.pull([images], { format });
    await work.edit(images, noted('mine'));
    colleague('live');
    const merge = await mergeWithLive(work.sync, images);
    assert.equal(merge.kind, 'merge');
    const [only, ...more] = merge.open;
    assert.ok(only && more.length === 0);
    return { work, live, merge, id: only.id };
  };

  for (const [choice, says] of [
    ['mine', 'mine'],
    ['live', 'live'],
    ['base', 'base'],
    [{ value: 'both' }, 'both'],
    [{ value: undefined }, undefined],
  ] as const satisfies readonly (readonly [MergeChoice, string | undefined])[]) {
    test(`${format}: ${JSON.stringify(choice)} is what the file says, and live what it was made from`, async (t) => {
      const { work, merge, id } = await conflict(t);
      await saveMerge(work.sync, images, new Map([[id, choice]]), merge.seen);
      assert.equal(noteOf(await work.value(images)), says);
      const outcome = await planOne(work.sync, images);
      assert.equal(outcome.kind, says === 'live' ? 'nothing-to-push' : 'plan');
    });
  }

  test(`${format}: what is chosen after it was called is not what is written`, async (t) => {
    const { work, merge, id } = await conflict(t);
    const choices = new Map<string, MergeChoice>([[id, 'mine']]);
    const applying = saveMerge(work.sync, images, choices, merge.seen);
    choices.set(id, 'live');
    await applying;
    assert.equal(noteOf(await work.value(images)), 'mine');
  });

  test(`${format}: a file that was edited in between is left alone`, async (t) => {
    const { work, merge, id } = await conflict(t);
    await work.edit(images, noted('edited meanwhile'));
    await assert.rejects(
      saveMerge(work.sync, images, new Map([[id, 'base']]), merge.seen),
      isCode('merge-outdated'),
    );
    assert.equal(noteOf(await work.value(images)), 'edited meanwhile');
  });
}
