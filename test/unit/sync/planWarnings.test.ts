import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PushFindings } from '../../../src/core/assist/findings/pushFindings.ts';
import type { Spelling } from '../../../src/core/policy/policyFile.ts';
import { planDocument } from '../../../src/core/sync/planDocument.ts';
import { FakeConsole } from './fakeConsole.ts';
import { images, pulled, TestWorkspace } from './workspace.ts';

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
    assert.equal(plan.warnings?.length, 1, plan.warnings?.join());
    assert.match(plan.warnings[0] ?? '', /^line 5: .*graceDay/);
    assert.match(planDocument(plan), /^# 1 warning in the file:\n# - line 5: .*graceDay/m);
    assert.equal((await work.sync.push(plan)).verdict, 'applied');
    assert.equal(live.puts, 1);
  });
}

test('what is switched off is not mentioned', async (t) => {
  const { work } = await pulled(t, { warn: (document) => findings.warnings(document, () => true) });
  await work.write(
    images,
    (await work.text(images))
      .replace('rules:', 'rules: # x')
      .replace(/- name: a\b/, '- graceDay: 3\n    name: a'),
  );
  assert.equal((await work.plan(images)).warnings, undefined);
});
