import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, stringAt, type JsonObject } from '../../../src/core/json/json.ts';
import { ruleChanges, marksOf, noRuleChanges, type RuleChanges } from '../../../src/core/sync/ruleChanges.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import { asObject } from '../policy/policyArbitraries.ts';
import { readPolicyText } from '../../../src/core/document/reading/readPolicy.ts';
import { FakeConsole } from './fakeConsole.ts';
import { images, rule, TestWorkspace, withRules } from './workspace.ts';
import { refreshStatus } from '../../../src/core/sync/policyStatus.ts';

async function marksByName({ copies }: TestWorkspace, changes: RuleChanges): Promise<unknown> {
  const copy = await copies.read(images);
  return Object.fromEntries(
    (copy?.arrays() ?? []).flatMap(({ key, rules }) =>
      marksOf(changes, key, rules).flatMap((mark, index) => (mark ? [[rules[index]?.facts.name, mark]] : [])),
    ),
  );
}
const setTo = (name: string, note: string) => (rules: readonly JsonObject[]) =>
  rules.map((one) => (stringAt(one, 'name') === name ? asObject(fromPlain({ ...plainOf(one), note })) : one));
const plainOf = (one: JsonObject): object => JSON.parse(writeJson(one)) as object;

for (const format of ['yaml', 'json'] as const) {
  const open = async (t: Parameters<typeof TestWorkspace.make>[0]) => {
    const live = new FakeConsole();
    const work = await TestWorkspace.make(t, live);
    await work.pull([images], { format });
    const colleague = (change: (value: JsonObject) => JsonObject): void =>
      live.set(images, writeJson(change(live.documents.get(images.name) ?? new Map())));
    return { live, work, colleague };
  };

  test(`${format}: edits, changes of live and conflicts are marked on the rules of the file`, async (t) => {
    const { work, colleague } = await open(t);
    assert.deepEqual(await marksByName(work, await ruleChanges(work.sync, images)), {});
    await work.edit(
      images,
      withRules((rules) => [...setTo('a', 'mine')(rules), rule('new')]),
    );
    const edited = await ruleChanges(work.sync, images);
    assert.deepEqual(await marksByName(work, edited), {
      a: { here: { changed: true }, isConflict: false },
      new: { here: { added: true }, isConflict: false },
    });
    assert.equal(await ruleChanges(work.sync, images), edited, 'what was found is kept');
    colleague(withRules((rules) => setTo('b', 'live')(setTo('a', 'live')(rules))));
    await refreshStatus(work.sync, images);
    const both = await ruleChanges(work.sync, images);
    const told = (await marksByName(work, both)) as Record<string, { isConflict: boolean; live?: object }>;
    assert.deepEqual(
      Object.entries(told).map(([name, { isConflict, live }]) => [name, isConflict, live]),
      [
        ['a', true, { changed: true }],
        ['b', false, { changed: true }],
        ['new', false, undefined],
      ],
    );
    assert.deepEqual(
      both.live.map(({ rule: name }) => name),
      ['a', 'b'],
    );
  });

  test(`${format}: after a restart the stored base is compared, and no request is made`, async (t) => {
    const { work, live } = await open(t);
    await work.edit(
      images,
      withRules((rules) => rules.toReversed()),
    );
    live.requests.length = 0;
    const changes = await ruleChanges(work.restarted(), images);
    const marks = (await marksByName(work, changes)) as Record<
      string,
      { here: { moved: { changedPlacesWith: string } } }
    >;
    assert.deepEqual(
      Object.values(marks).map(({ here }) => here.moved.changedPlacesWith),
      Object.keys(marks).toReversed(),
      'the two changed places, and both say so',
    );
    assert.deepEqual(live.requests, []);
  });

  test(`${format}: a read that finds the base again compares nothing again`, async (t) => {
    const { work } = await open(t);
    await work.edit(
      images,
      withRules((rules) => [...rules, rule('new')]),
    );
    const sync = work.restarted();
    const before = await ruleChanges(sync, images);
    await refreshStatus(sync, images);
    assert.equal(await ruleChanges(sync, images), before);
  });

  test(`${format}: a text that is broken is not compared, and one that is mended is`, async (t) => {
    const { work } = await open(t);
    const text = await work.text(images);
    await work.write(images, `${text}\n]{`);
    assert.equal(await ruleChanges(work.sync, images), noRuleChanges);
    await work.write(images, text);
    assert.deepEqual(await marksByName(work, await ruleChanges(work.sync, images)), {});
  });
}

test('rules of one name each have their own mark, also in another reading of the file', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  await work.pull([images]);
  await work.edit(
    images,
    withRules((rules) => [...rules, rule('twin'), rule('twin', { note: 'second' })]),
  );
  const changes = await ruleChanges(work.sync, images);
  const again = readPolicyText(await work.text(images), 'yaml', images);
  for (const { key, rules } of again.arrays()) {
    const marks = marksOf(changes, key, rules);
    assert.deepEqual(
      rules.map(({ facts }, index) => facts.name === 'twin' && marks[index]?.here?.added === true),
      rules.map(({ facts }) => facts.name === 'twin'),
    );
  }
});

test('a rule is asked for by name who wrote it last; of two of a name nothing is said', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  assert.equal(work.sync.known.blame(images, 'rules', 'a'), undefined, 'nothing was read');
  const written = { collections: [{ name: 'All' }], owner: 'eve', modified: '2026-03-01T12:00:00Z' };
  live.documents.set(
    images.name,
    asObject(
      fromPlain({ rules: [{ name: 'a', ...written }, ...['b', 'b'].map((name) => ({ name, ...written }))] }),
    ),
  );
  await work.pull([images]);
  assert.deepEqual(work.sync.known.blame(images, 'rules', 'a'), {
    owner: 'eve',
    modified: new Date('2026-03-01T12:00:00Z'),
  });
  assert.equal(work.sync.known.blame(images, 'rules', 'b'), undefined);
  assert.equal(work.sync.known.blame(images, 'rules', 'elsewhere'), undefined);
});
