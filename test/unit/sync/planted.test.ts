import assert from 'node:assert/strict';
import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import { arrayAt } from '../../../src/core/json/json.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import { Seal } from '../../../src/core/sync/store/seal.ts';
import type { FakeConsole } from './fakeConsole.ts';
import {
  addRule,
  images,
  isCode,
  planOf,
  planText,
  pulled,
  rule,
  TestWorkspace,
  withRules,
} from './workspace.ts';
import { planOne, pushOne } from './planAndPush.ts';
import { pullPolicies, baseDocument } from '../../../src/core/sync/pull.ts';
import { planPush } from '../../../src/core/sync/plan.ts';
import { mergeWithLive, saveMerge } from '../../../src/core/sync/merge.ts';
import { recoverPushes } from '../../../src/core/sync/recover.ts';
import { evidenceOf } from '../../../src/core/sync/recordFacts.ts';
import { planRestore } from '../../../src/core/sync/planRestore.ts';

const seal = (digit: number): Seal => new Seal(() => Promise.resolve(Buffer.alloc(32, digit)));
const mine = seal(1);
const theirs = seal(2);

const without = withRules((rules) => rules.slice(1));

function liveHash(live: FakeConsole): string {
  return canonicalHash(images, live.documents.get(images.name) ?? new Map());
}

async function plantLine(work: TestWorkspace, base: string): Promise<void> {
  const file = path.join(work.policyFolder, 'ordinance.lock.json');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/("vulnerability\/images": \{ "base": ")[0-9a-f]{64}/, `$1${base}`));
}

/** A colleague's rule came after the last pull of this machine; `name` stands at its head. */
function addTheirs(live: FakeConsole): void {
  const document = live.documents.get(images.name) ?? new Map();
  live.documents.set(images.name, withRules((rules) => [rule('theirs'), ...rules])(document));
}

test('a planted lock line does not hide what a colleague did: it is named, and nothing goes without it', async (t) => {
  const { live, work } = await pulled(t, { seal: mine });
  addTheirs(live);
  await work.edit(images, addRule);
  assert.equal((await planOne(work.sync, images)).kind, 'drift');
  await plantLine(work, liveHash(live));
  const plan = planOf(await planOne(work.restarted(), images));
  assert.deepEqual(
    plan.unpulled?.map(({ name }) => name),
    ['rules/theirs'],
  );
  for (const unpulled of [undefined, [], ['rules/other']]) {
    await assert.rejects(
      pushOne(work.restarted(), plan, { confirmed: unpulled ? { unpulled } : {} }),
      isCode('unpulled'),
    );
  }
  // Nor does a plan that says it is based on a pull.
  const { unpulled: _, ...silent } = plan;
  await assert.rejects(pushOne(work.restarted(), silent), /was not made/);
  assert.equal(live.puts, 0);
  const { verdict } = await pushOne(work.restarted(), plan, { confirmed: { unpulled: ['rules/theirs'] } });
  assert.equal(verdict, 'applied');
  // From here on it is what this machine pushed.
  await work.edit(images, without);
  assert.equal(planOf(await planOne(work.restarted(), images)).unpulled, undefined);
});

test('a planted lock line does not hide that a colleague moved a rule, which was pulled in its old place', async (t) => {
  const { live, work } = await pulled(t, { seal: mine });
  const moved = withRules(([first, second, ...rest]) => [second!, first!, ...rest]);
  live.documents.set(images.name, moved(live.documents.get(images.name) ?? new Map()));
  await plantLine(work, liveHash(live));
  const plan = planOf(await planOne(work.restarted(), images));
  assert.deepEqual(
    plan.steps.map((step) => step.kind),
    ['move'],
  );
  assert.equal(plan.unpulled?.length, 1, 'the order of live was never pulled here');
  await assert.rejects(pushOne(work.restarted(), plan), isCode('unpulled'));
  assert.equal(live.puts, 0);
  // Where that order was pulled once, a move is a move.
  const next = work.restarted();
  await pullPolicies(next, [images], { format: 'yaml', chooseOverwrite: () => Promise.resolve('overwrite') });
  await work.edit(images, moved);
  live.documents.set(images.name, addRule(live.documents.get(images.name) ?? new Map()));
  await plantLine(work, liveHash(live));
  const own = planOf(await planOne(work.restarted(), images));
  assert.deepEqual(
    own.unpulled?.map(({ change, rule: name }) => [change, name]),
    [['add', 'added']],
  );
});

/** A clone of what was committed, which then edits the file. */
async function committed(work: TestWorkspace, from: TestWorkspace): Promise<void> {
  await cp(path.join(from.root, 'policies'), path.join(work.root, 'policies'), { recursive: true });
}

const named = (rules: readonly { change: string; name: string }[] | undefined): string[] | undefined =>
  rules?.map(({ change, name }) => `${change} ${name}`);

test('a rule that a colleague removed and committed comes back only when it is named', async (t) => {
  const { live, work } = await pulled(t, { seal: mine });
  const mineBefore = await work.value(images);
  live.documents.set(images.name, without(live.documents.get(images.name) ?? new Map()));
  const colleague = await TestWorkspace.make(t, live, { seal: theirs });
  await colleague.pull([images]);
  await committed(work, colleague);
  // As after a merge of git that took the file of one side and the lock line of the other.
  await work.edit(images, () => mineBefore);
  const plan = planOf(await planOne(work.restarted(), images));
  assert.deepEqual(
    plan.steps.map(({ kind }) => kind),
    ['add'],
  );
  assert.deepEqual(named(plan.unpulled), ['remove rules/a']);
  assert.match(planText(plan), /^Adds again: "a", which was removed on the console\.$/m);
  await assert.rejects(pushOne(work.restarted(), plan), isCode('unpulled'));
  const { unpulled: _, ...silent } = plan;
  await assert.rejects(pushOne(work.restarted(), silent), /was not made/);
  assert.equal(live.puts, 0);
  const { verdict } = await pushOne(work.restarted(), plan, { confirmed: { unpulled: ['rules/a'] } });
  assert.equal(verdict, 'applied');
});

test('where nothing was pulled here a plan says that a removal may be unknown, and an override names what comes in', async (t) => {
  const { live, work } = await pulled(t, { seal: theirs });
  const clone = await TestWorkspace.make(t, live, { seal: mine });
  await committed(clone, work);
  await clone.edit(images, addRule);
  const plan = planOf(await planOne(clone.sync, images));
  assert.deepEqual(plan.unpulled, []);
  assert.match(planText(plan), /Some added rules may have been removed on the console/);
  live.documents.set(images.name, without(live.documents.get(images.name) ?? new Map()));
  const over = planOf(await planPush(clone.sync, images, { overridesDrift: true }));
  assert.deepEqual(named(over.overrides?.lost), ['perhaps-removed rules/a', 'perhaps-removed rules/added']);
  await assert.rejects(pushOne(clone.sync, over), /"a".*"added"/);
  // What was had here once is known to have been there.
  await work.edit(images, addRule);
  const here = work.restarted({ seal: mine });
  assert.deepEqual(named(planOf(await planPush(here, images, { overridesDrift: true })).overrides?.lost), [
    'perhaps-removed rules/a',
    'perhaps-removed rules/added',
  ]);
  await plantLine(work, '0'.repeat(64));
  const own = planOf(await planPush(work.restarted(), images, { overridesDrift: true }));
  assert.deepEqual(named(own.overrides?.lost), ['perhaps-removed rules/added', 'remove rules/a']);
});

test('a planted store with the content does not make a planted line ours', async (t) => {
  const { live, work } = await pulled(t, { seal: mine });
  addTheirs(live);
  const attacker = await TestWorkspace.make(t, live, { seal: theirs });
  await attacker.pull([images]);
  await cp(attacker.storeFolder, work.storeFolder, { recursive: true });
  await plantLine(work, liveHash(live));
  await work.edit(images, addRule);
  const plan = planOf(await planOne(work.restarted(), images));
  assert.deepEqual(
    plan.unpulled?.map(({ rule: name }) => name),
    ['theirs'],
  );
  // Over an override it counts as lost, whatever base the line names.
  addTheirs(live);
  const override = planOf(await planPush(work.restarted(), images, { overridesDrift: true }));
  assert.ok(override.overrides?.lost.some(({ rule: name }) => name === 'theirs'));
});

test('merging does not make the word of the repository ours', async (t) => {
  const { live, work } = await pulled(t, { seal: mine });
  addTheirs(live);
  const attacker = await TestWorkspace.make(t, live, { seal: theirs });
  await attacker.pull([images]);
  await cp(attacker.storeFolder, work.storeFolder, { recursive: true });
  await plantLine(work, liveHash(live));
  // Live goes on: the planted base makes `theirs` look as if it had been removed here on purpose.
  const document = live.documents.get(images.name) ?? new Map();
  live.documents.set(images.name, addRule(document));
  const next = work.restarted();
  const merge = await mergeWithLive(next, images);
  assert.ok(merge.kind === 'merge' && merge.open.length === 0);
  await saveMerge(next, images, new Map(), merge.seen);
  const plan = planOf(await planOne(next, images));
  assert.ok(plan.unpulled?.some(({ rule: name }) => name === 'theirs'));
});

test('a clone of a colleague is asked only about what it never had, and nothing after a pull', async (t) => {
  const { live, work } = await pulled(t, { seal: theirs });
  const clone = await TestWorkspace.make(t, live, { seal: mine });
  await cp(path.join(work.root, 'policies'), path.join(clone.root, 'policies'), { recursive: true });
  await clone.edit(images, addRule);
  const added = planOf(await planOne(clone.sync, images));
  assert.deepEqual(added.unpulled, [], 'what is new hides nothing');
  assert.equal((await pushOne(clone.sync, added)).verdict, 'applied');
  const other = await TestWorkspace.make(t, live, { seal: mine });
  await cp(path.join(clone.root, 'policies'), path.join(other.root, 'policies'), { recursive: true });
  await other.pull([images]);
  await other.edit(images, without);
  assert.equal(planOf(await planOne(other.sync, images)).unpulled, undefined);
});

test('what was pulled here once is known, although a colleague moved the base on', async (t) => {
  const { live, work } = await pulled(t, { seal: mine });
  const [first] = arrayAt(live.documents.get(images.name) ?? new Map(), 'rules');
  const name = String(first instanceof Map ? first.get('name') : '');
  addTheirs(live);
  const colleague = await TestWorkspace.make(t, live, { seal: theirs });
  await colleague.pull([images]);
  await cp(path.join(colleague.root, 'policies'), path.join(work.root, 'policies'), { recursive: true });
  await work.edit(
    images,
    withRules((rules) => rules.filter((one) => one.get('name') !== name)),
  );
  assert.deepEqual(planOf(await planOne(work.restarted(), images)).unpulled, []);
});

test('a planted journal is not gone on with, moves no base and is told', async (t) => {
  const { live, work } = await pulled(t, { seal: theirs });
  await work.edit(images, addRule);
  const { pushId, snapshot } = await pushOne(work.sync, await work.plan(images));
  const file = path.join(work.storeFolder, 'journal', 'test', `${pushId}.jsonl`);
  const journal = await readFile(file, 'utf8');
  await writeFile(file, journal.slice(0, journal.indexOf('{"event":"answered"')));
  const here = work.restarted({ seal: mine });
  const lock = await readFile(path.join(work.policyFolder, 'ordinance.lock.json'), 'utf8');
  live.forgetRequests();
  assert.deepEqual(await recoverPushes(here), []);
  assert.deepEqual(live.requests, []);
  assert.equal(await readFile(path.join(work.policyFolder, 'ordinance.lock.json'), 'utf8'), lock);
  assert.deepEqual(
    (await here.journal.all()).map((record) => record.foreign),
    [true],
  );
  assert.match((await evidenceOf(here, pushId)).markdown, /another computer; not verified/);
  // What it would restore is said to be somebody's.
  await pullPolicies(here, [images], { format: 'yaml', chooseOverwrite: () => Promise.resolve('overwrite') });
  const plan = planOf(await planRestore(here, images, snapshot));
  assert.equal(plan.restoresForeign, true);
  await assert.rejects(pushOne(here, plan), isCode('foreign-snapshot'));
  await assert.rejects(
    pushOne(here, plan, { confirmed: { 'foreign-snapshot': ['x'] } }),
    isCode('foreign-snapshot'),
  );
  assert.equal(
    (await pushOne(here, plan, { confirmed: { 'foreign-snapshot': [snapshot] } })).verdict,
    'applied',
  );
});

test('a record of this machine that somebody changed, cut into or went on with is not ours any more', async (t) => {
  const { work } = await pulled(t, { seal: mine });
  await work.edit(images, addRule);
  const { pushId } = await pushOne(work.sync, await work.plan(images));
  const file = path.join(work.storeFolder, 'journal', 'test', `${pushId}.jsonl`);
  const whole = await readFile(file, 'utf8');
  const lines = whole.split('\n').filter(Boolean);
  const isForeign = async (text: string): Promise<boolean | undefined> => {
    await writeFile(file, text);
    return (await work.restarted().journal.all())[0]?.foreign;
  };
  assert.equal(await isForeign(whole), undefined);
  assert.equal(await isForeign(lines.slice(0, 2).join('\n')), undefined, 'as a crash leaves it');
  assert.equal(await isForeign(`${whole}\n{"event":"verd`), undefined, 'as a crash leaves it');
  assert.equal(await isForeign(whole.replace('"applied"', '"unknown"')), true);
  assert.equal(await isForeign([...lines.slice(0, 1), ...lines.slice(2)].join('\n')), true);
  assert.equal(await isForeign([lines[1], lines[0], ...lines.slice(2)].join('\n')), true);
  assert.equal(await isForeign(`${whole}\n{"event":"closed","at":"x"}\n`), true);
  // The lines of one push under the name of another.
  const twin = file.replace(pushId, pushId.replace(/.$/, 'x'));
  await writeFile(file, whole);
  await writeFile(twin, whole);
  const both = await work.restarted().journal.all();
  assert.deepEqual(
    [
      both.length,
      both.filter(({ foreign }) => foreign).map(({ id }) => path.basename(twin, '.jsonl') === id),
    ],
    [2, [true]],
  );
  await rm(twin);
});

test('a record that is gone on with at the next start stays ours', async (t) => {
  const { work } = await pulled(t, { seal: mine });
  await work.edit(images, addRule);
  const { pushId } = await pushOne(work.sync, await work.plan(images));
  const file = path.join(work.storeFolder, 'journal', 'test', `${pushId}.jsonl`);
  const whole = await readFile(file, 'utf8');
  await writeFile(file, `${whole.slice(0, whole.indexOf('{"event":"answered"'))}{"event":"ans`);
  assert.equal((await recoverPushes(work.restarted()))[0]?.verdict, 'applied');
  const [record] = await work.restarted().journal.all();
  assert.deepEqual([record?.foreign, record?.closed], [undefined, true]);
});

test('two consoles that hold the very same policy are both known', async (t) => {
  const { work } = await pulled(t, { seal: mine });
  const policyFolder = path.join(work.root, 'policies', 'other');
  const other = work.restarted({ console: 'other', paths: { policyFolder, storeFolder: work.storeFolder } });
  await pullPolicies(other, [images], {
    format: 'yaml',
    chooseOverwrite: () => Promise.resolve('overwrite'),
  });
  await work.edit(images, without);
  assert.equal(planOf(await planOne(work.restarted(), images)).unpulled, undefined);
  assert.ok(writeJson((await baseDocument(work.restarted(), images)) ?? null).length > 10);
});

test('a record with lines without end is looked at so far, and is not ours', async (t) => {
  const { work } = await pulled(t, { seal: mine });
  await work.edit(images, addRule);
  await pushOne(work.sync, await work.plan(images));
  const [file = ''] = await work.files(path.join(work.storeFolder, 'journal'));
  const lines = '{"event":"verdict","at":"2026-01-01T00:00:00Z","verdict":"unknown"}\n'.repeat(20_000);
  await writeFile(file, `${await readFile(file, 'utf8')}${lines}`);
  const asked: string[] = [];
  const counting = new Seal(() => Promise.resolve(Buffer.alloc(32, 1)));
  const of = counting.of.bind(counting);
  counting.of = (...parts) => (asked.push(parts[0] ?? ''), of(...parts));
  const [record] = await work.restarted({ seal: counting }).journal.all();
  assert.equal(record?.foreign, true);
  assert.ok(asked.length <= 20_000, 'no more lines were looked at than a record may have');
});

test("a huge file among the records stands in nobody's way", async (t) => {
  const { work } = await pulled(t, { seal: mine });
  await work.edit(images, addRule);
  await pushOne(work.sync, await work.plan(images));
  const [file = ''] = await work.files(path.join(work.storeFolder, 'journal'));
  const huge = path.join(path.dirname(file), '20260101T000000.000Z-00000000.jsonl');
  await writeFile(huge, '');
  await truncate(huge, 65 * 1024 * 1024);
  assert.equal((await work.restarted().journal.all()).length, 1);
});
