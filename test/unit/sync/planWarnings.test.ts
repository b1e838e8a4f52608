import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PushFindings } from '../../../src/core/assist/findings/pushFindings.ts';
import type { Severities } from '../../../src/core/assist/findings/shownDiagnostics.ts';
import { writePolicyText } from '../../../src/core/document/updatedText.ts';
import type { PolicyDocument } from '../../../src/core/document/policyDocument.ts';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import type { KnownCollections } from '../../../src/core/policy/collections.ts';
import type { Spelling } from '../../../src/core/policy/policyFile.ts';
import { planRestore } from '../../../src/core/sync/planRestore.ts';
import { FakeConsole } from './fakeConsole.ts';
import { images, planOf, planText, pulled, TestWorkspace } from './workspace.ts';
import { pushOne } from './planAndPush.ts';

const findings = new PushFindings();

for (const spelling of ['yaml', 'json'] as const satisfies Spelling[]) {
  test(`a plan names the warnings of its file with their lines, and is made all the same (${spelling})`, async (t) => {
    const live = new FakeConsole();
    const work = await TestWorkspace.make(t, live, { warn: (document) => findings.warnings(document) });
    await work.pull([images], { format: spelling });
    const file = {
      yaml: '# on top\npolicyType: containerVulnerability\nrules:\n  - name: a\n    graceDay: 3\n    effect: alert\n    collections:\n      - name: All\n',
      json: '{\n  "policyType": "containerVulnerability",\n  "rules": [{ "name": "a",\n    "effect": "alert",\n    "graceDay": 3, "collections": [{ "name": "All" }] }]\n}\n',
    }[spelling];
    await work.write(images, file, spelling);
    const plan = await work.plan(images);
    assert.equal(plan.warnings?.count, 1, plan.warnings?.first.join());
    assert.match(plan.warnings.first[0] ?? '', /^line 5: .*graceDay/);
    assert.match(planText(plan), /^1 warning that this push adds:\n- line 5: .*graceDay/m);
    assert.equal((await pushOne(work.sync, plan)).verdict, 'applied');
    assert.equal(live.puts, 1);
  });
}

test('a plan names what the order of rules does among the warnings, as far as collections are known', async (t) => {
  const known = new Map([
    ['All', {}],
    ['prod', { images: ['registry.example/*'] }],
  ]);
  const file = (severity: string): string =>
    `policyType: containerVulnerability\nrules:\n  - name: wide\n    collections: [{name: All}]\n    effect: alert\n  - name: late\n    graceDay: 3\n    collections: [{name: prod}]\n    effect: ${severity}\n    blockThreshold: {enabled: true, value: 7}\n`;
  const planned = async (
    collections: KnownCollections | undefined,
    severities: Severities = {},
  ): Promise<readonly string[]> => {
    const work = await TestWorkspace.make(t, new FakeConsole(), {
      warn: (document, lists) => findings.warnings(document, { severities, lists }),
      ...(collections && { collections: async () => ({ contents: collections }) }),
    });
    await work.pull([images], { format: 'yaml' });
    await work.write(images, file('block'), 'yaml');
    return (await work.plan(images)).warnings?.first ?? [];
  };
  const [order, field, ...more] = await planned(known);
  assert.deepEqual(more, []);
  assert.match(
    order ?? '',
    /^line 6: Shadowed: "wide" above matches everything this rule covers, so it never applies\./,
  );
  assert.match(field ?? '', /^line 7: .*graceDay/);
  // Where nobody says what collections name, plans say nothing of order; the settings have the last word.
  assert.deepEqual(await planned(undefined), [field]);
  assert.deepEqual(await planned(known, { 'shadowed-rule': 'hint' }), [field]);
  assert.deepEqual(await planned(known, { 'shadowed-rule': 'error' }), [order, field]);
});

test('what is switched off is not mentioned', async (t) => {
  const { work } = await pulled(t, {
    warn: (document) => findings.warnings(document, { severities: { 'misspelled-field': 'hint' } }),
  });
  await work.write(
    images,
    (await work.text(images))
      .replace('rules:', 'rules: # x')
      .replace(/- name: a\b/, '- graceDay: 3\n    name: a'),
  );
  assert.equal((await work.plan(images)).warnings, undefined);
});

test('a plan names the warnings that the push brings, and counts those of the live policy', async (t) => {
  const { work } = await pulled(t, { warn: (document) => findings.warnings(document) });
  const text = (await work.text(images)).replace(/- name: a\b/, '- graceDay: 3\n    name: a');
  await work.write(images, text);
  const first = await work.plan(images);
  const [one = '', ...none] = (first.warnings?.first ?? []).filter((line) => line.includes('graceDay'));
  assert.deepEqual(none, []);
  assert.equal((await pushOne(work.sync, first)).verdict, 'applied');
  const shared = (first.warnings?.count ?? 0) + (first.sharedWarnings ?? 0);
  // The line of the first is another one, and a second rule has the same mistake now.
  const second = text.replace('rules:', '# x\nrules:').replace(/- name: b\b/, '- graceDay: 3\n    name: b');
  await work.write(images, second);
  const plan = await work.plan(images);
  assert.equal(plan.warnings?.count, 1, plan.warnings?.first.join());
  assert.notEqual(plan.warnings.first[0], one);
  assert.equal(plan.sharedWarnings, shared);
  // A plan that brings none has the count alone.
  await work.write(images, text.replace('graceDay: 3', 'graceDay: 4'));
  const other = await work.plan(images);
  assert.deepEqual([other.warnings, other.sharedWarnings], [undefined, shared]);
});

for (const spelling of ['yaml', 'json'] as const satisfies Spelling[]) {
  test(`a shadowed rule stays the same warning when the rule above gets another name (${spelling})`, async (t) => {
    const known = new Map([
      ['All', {}],
      ['prod', { images: ['registry.example/*'] }],
    ]);
    const work = await TestWorkspace.make(t, new FakeConsole(), {
      warn: (document, lists) => findings.warnings(document, { lists }),
      collections: async () => ({ contents: known }),
    });
    await work.pull([images], { format: spelling });
    const file = (wide: string): string =>
      writePolicyText(
        fromPlain({
          policyType: 'containerVulnerability',
          rules: [
            { name: wide, effect: 'alert', collections: [{ name: 'All' }] },
            {
              name: 'late',
              effect: 'block',
              blockThreshold: { enabled: true, value: 7 },
              collections: [{ name: 'prod' }],
            },
          ],
        }) as JsonObject,
        spelling,
      );
    await work.write(images, file('wide'), spelling);
    const first = await work.plan(images);
    assert.equal(first.warnings?.count, 1, first.warnings?.first.join());
    assert.equal((await pushOne(work.sync, first)).verdict, 'applied');
    await work.write(images, file('broad'), spelling);
    const second = await work.plan(images);
    assert.deepEqual([second.warnings, second.sharedWarnings], [undefined, 1]);
  });
}

for (const spelling of ['yaml', 'json'] as const satisfies Spelling[]) {
  test(`a push brings the warning of an item that takes the place of another one (${spelling})`, async (t) => {
    const work = await TestWorkspace.make(t, new FakeConsole(), {
      warn: (document) => findings.warnings(document),
    });
    await work.pull([images], { format: spelling });
    const file = (...ids: readonly string[]): string =>
      writePolicyText(
        fromPlain({
          policyType: 'containerVulnerability',
          rules: [
            {
              name: 'a',
              effect: 'alert',
              collections: [{ name: 'All' }],
              cveRules: ids.map((id) => ({ id, effect: 'ignore' })),
            },
          ],
        }) as JsonObject,
        spelling,
      );
    await work.write(images, file('CVE-1', 'CVE-2'), spelling);
    const first = await work.plan(images);
    assert.equal(first.warnings?.count, 2, first.warnings?.first.join());
    assert.equal((await pushOne(work.sync, first)).verdict, 'applied');
    await work.write(images, file('CVE-3', 'CVE-1'), spelling);
    const second = await work.plan(images);
    assert.deepEqual([second.warnings?.count, second.sharedWarnings], [1, 1]);
    assert.match(second.warnings?.first[0] ?? '', /CVE-3/);
  });
}

for (const spelling of ['yaml', 'json'] as const satisfies Spelling[]) {
  test(`a push brings the warning of an item that gets the wrong value of another one (${spelling})`, async (t) => {
    const work = await TestWorkspace.make(t, new FakeConsole(), {
      warn: (document) => findings.warnings(document),
    });
    await work.pull([images], { format: spelling });
    const file = (notes: string, ...items: readonly (readonly [id: string, field: string])[]): string =>
      writePolicyText(
        fromPlain({
          policyType: 'containerVulnerability',
          rules: [
            {
              name: 'a',
              effect: 'alert',
              notes,
              collections: [{ name: 'All' }],
              cveRules: items.map(([id, field]) => ({ id, effect: 'ignore', [field]: 'same' })),
            },
          ],
        }) as JsonObject,
        spelling,
      );
    const [one, two] = ['CVE-2024-0001', 'CVE-2024-0002'];
    await work.write(images, file('x', [one, 'descripton'], [two, 'description']), spelling);
    const first = await work.plan(images);
    assert.equal(first.warnings?.count, 1, first.warnings?.first.join());
    assert.equal((await pushOne(work.sync, first)).verdict, 'applied');
    await work.write(images, file('x', [one, 'description'], [two, 'descripton']), spelling);
    const second = await work.plan(images);
    assert.deepEqual([second.warnings?.count, second.sharedWarnings], [1, undefined]);
    await work.write(images, file('y', [two, 'description'], [one, 'descripton']), spelling);
    const third = await work.plan(images);
    assert.deepEqual([third.warnings, third.sharedWarnings], [undefined, 1]);
  });
}

test('a plan of an undo names the warnings that it brings back, with their rules', async (t) => {
  const { work } = await pulled(t, { warn: (document) => findings.warnings(document) });
  const text = await work.text(images);
  await work.write(images, text.replace(/- name: a\b/, '- graceDay: 3\n    name: a'));
  await pushOne(work.sync, await work.plan(images));
  await work.write(images, text);
  await pushOne(work.sync, await work.plan(images));
  const snapshot = (await work.sync.journal.all()).at(-1)?.snapshot ?? '';
  const undo = planOf(await planRestore(work.sync, images, snapshot, { restoring: 'undo' }));
  assert.equal(undo.warnings?.count, 1);
  assert.match(undo.warnings.first[0] ?? '', /^"a": .*graceDay/);
});

test('a plan makes the sentences of the first warnings only, and counts the others', async (t) => {
  let made = 0;
  const warning = (at: number) => ({
    identity: String(at),
    text: () => {
      made++;
      return `warning ${at}`;
    },
  });
  const isLive = (document: PolicyDocument): boolean => document.spelling === 'json';
  const { work } = await pulled(t, {
    warn: (document) => (isLive(document) ? [] : Array.from({ length: 2400 }, (_, at) => warning(at))),
  });
  await work.write(images, (await work.text(images)).replace(/- name: a\b/, '- name: other'));
  const plan = await work.plan(images);
  assert.equal(plan.warnings?.count, 2400);
  assert.equal(made, plan.warnings.first.length);
  assert.match(planText(plan), /^2400 warnings that this push adds:\n- warning 0$/m);
  assert.match(planText(plan), /^- and 2395 more$/m);
});

test('each warning of the live policy accounts for one of the file', async (t) => {
  const warning = { identity: 'same', text: () => 'warning' };
  const { work } = await pulled(t, {
    warn: (document) => (document.spelling === 'json' ? [warning] : [warning, warning, warning]),
  });
  await work.write(images, (await work.text(images)).replace(/- name: a\b/, '- name: other'));
  const plan = await work.plan(images);
  assert.deepEqual([plan.warnings?.count, plan.sharedWarnings], [2, 1]);
});
