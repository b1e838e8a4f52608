import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { PolicyChecker } from '../../../src/core/assist/findings/policyChecker.ts';
import { readPolicyText } from '../../../src/core/document/reading/readPolicy.ts';
import { images, pulled, rule, withRules } from './workspace.ts';
import { planOne, pushOne } from './planAndPush.ts';
import { policyStatus } from '../../../src/core/sync/policyStatus.ts';
import { mergeWithLive, saveMerge } from '../../../src/core/sync/merge.ts';

const own = `# ours
x-common: &common # kept
  - name: All
x-owners: [team]
`;

test('fields of the file alone are never sent or compared, and stay through pull, merge and push', async (t) => {
  const { live, work } = await pulled(t);
  const file = path.join(work.policyFolder, 'vulnerability/images.policy.yaml');
  const text = await work.text(images);
  await writeFile(file, own + text.replace(/collections:\n\s+- name: All\n/, 'collections: *common\n'));
  assert.notEqual((await work.text(images)).indexOf('*common'), -1);
  assert.equal((await policyStatus(work.sync, images)).state, 'in-sync');
  assert.deepEqual(await planOne(work.sync, images), { kind: 'nothing-to-push' });

  const before = live.documents.get(images.name) ?? new Map();
  live.documents.set(images.name, withRules((rules) => [...rules, rule('theirs')])(before));
  await work.pull([images]);
  assert.ok((await work.text(images)).startsWith(own), await work.text(images));
  assert.match(await work.text(images), /theirs/);

  const edited = (await work.text(images)).replace(
    'rules:\n',
    'rules:\n  - name: mine\n    collections: *common\n',
  );
  await writeFile(file, edited);
  const now = live.documents.get(images.name) ?? new Map();
  live.documents.set(images.name, withRules((rules) => [...rules, rule('later')])(now));
  const merge = await mergeWithLive(work.sync, images);
  assert.ok(merge.kind === 'merge' && merge.open.length === 0);
  await saveMerge(work.sync, images, new Map(), merge.seen);
  assert.ok((await work.text(images)).startsWith(own), await work.text(images));
  assert.match(await work.text(images), /mine[^]*later/);

  const plan = await work.plan(images);
  assert.equal((await pushOne(work.sync, plan)).verdict, 'applied');
  assert.doesNotMatch(live.bodies.join(), /x-/);
  assert.ok((await work.text(images)).startsWith(own));
  assert.equal((await policyStatus(work.sync, images)).state, 'in-sync');
});

test('in a JSON file as well', async (t) => {
  const { live, work } = await pulled(t);
  await rm(path.join(work.policyFolder, 'vulnerability/images.policy.yaml'));
  await work.pull([images], { format: 'json' });
  const file = path.join(work.policyFolder, 'vulnerability/images.policy.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace('{', '{ "x-note": "ours",'));
  assert.equal((await policyStatus(work.sync, images)).state, 'in-sync');
  const before = live.documents.get(images.name) ?? new Map();
  live.documents.set(images.name, withRules((rules) => [...rules, rule('theirs')])(before));
  await work.pull([images]);
  assert.match(await readFile(file, 'utf8'), /"x-note": "ours"[^]*theirs/);
});

test('they are no unknown fields', () => {
  const found = (text: string): string[] =>
    new PolicyChecker().check(readPolicyText(text, 'yaml', images)).map(({ code }) => code);
  assert.deepEqual(found('x-owners: team\nrules: []\n'), found('rules: []\n'));
  assert.notDeepEqual(found('owners: team\nrules: []\n'), found('rules: []\n'));
});
