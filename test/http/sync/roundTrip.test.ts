import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import { policyKinds, type PolicyKind } from '../../../src/core/policy/families.ts';
import { arrayAt, fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { parseJson } from '../../../src/core/json/jsonText.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import { asObject } from '../../unit/policy/policyArbitraries.ts';
import { rule, withRules, type TestWorkspace } from '../../unit/sync/workspace.ts';
import { oddRules } from './oddRules.ts';
import { RoundTrips } from './roundTrips.ts';
import { sandboxWorkspace } from './sandboxWorkspace.ts';
import { planOne, pushOne } from '../../unit/sync/planAndPush.ts';
import { planRestore } from '../../../src/core/sync/planRestore.ts';
import { policyStatus } from '../../../src/core/sync/policyStatus.ts';

/** All members nobody has declared, as they are written. */
const undeclared = (kind: PolicyKind, document: JsonObject): string[] =>
  kind.arrays.flatMap(({ key: array }) =>
    arrayAt(document, array).map((item) =>
      writeJson(new Map([...asObject(item)].filter(([name]) => name === 'name' || name.startsWith('x ')))),
    ),
  );

/** As on the first day: a push reads the whole history, and that of the other policies and runs is no subject here. */
async function startOver({ policyFolder, storeFolder }: TestWorkspace): Promise<void> {
  for (const folder of [policyFolder, storeFolder]) {
    await rm(folder, { recursive: true, force: true });
  }
}

for (const format of ['yaml', 'json'] as const) {
  test(`pull → push keeps unknown members and the spelling of numbers, in ${format}`, async (t) => {
    const { work, sandbox, puts } = await sandboxWorkspace(t);
    let pushes = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...policyKinds), oddRules, async (kind, rules) => {
        await startOver(work);
        const array = kind.arrays[0]?.key ?? 'rules';
        sandbox.state.policies.replace(kind.name, new Map([[array, rules]]));
        const before = sandbox.state.policies.get(kind.name);
        const report = await work.pull([kind], { format });
        assert.deepEqual(report.failed, []);
        assert.deepEqual(await planOne(work.sync, kind), { kind: 'nothing-to-push' });
        assert.deepEqual(undeclared(kind, await work.value(kind)), undeclared(kind, before));

        await work.edit(
          kind,
          withRules((all) => [...all, rule('Extra')], array),
        );
        const plan = await work.plan(kind);
        assert.deepEqual(
          undeclared(kind, asObject(parseJson(plan.body))).slice(0, -1),
          undeclared(kind, before),
        );
        assert.equal((await pushOne(work.sync, plan)).verdict, 'applied');
        pushes++;
        const after = sandbox.state.policies.get(kind.name);
        assert.deepEqual(undeclared(kind, after).slice(0, -1), undeclared(kind, before));
        assert.equal(canonicalHash(kind, after), plan.nextHash);
      }),
      { numRuns: 60 },
    );
    assert.equal(puts(), pushes);
  });
}

test('every policy of the sandbox goes through pull, restore of its own snapshot and pull without a difference', async (t) => {
  const { work, sandbox } = await sandboxWorkspace(t);
  for (const kind of policyKinds) {
    await startOver(work);
    assert.deepEqual((await work.pull([kind])).failed, [], kind.name);
    const before = canonicalHash(kind, sandbox.state.policies.get(kind.name));
    const array = kind.arrays[0]?.key ?? 'rules';
    await work.edit(
      kind,
      withRules(
        (rules) => [...rules, asObject(fromPlain({ name: 'Extra', collections: [{ name: 'All' }] }))],
        array,
      ),
    );
    const { snapshot, verdict } = await pushOne(work.sync, await work.plan(kind));
    assert.equal(verdict, 'applied', kind.name);
    const undo = await planRestore(work.sync, kind, snapshot);
    assert.ok(undo.kind === 'plan', kind.name);
    assert.equal((await pushOne(work.sync, undo.plan)).verdict, 'applied', kind.name);
    assert.equal(canonicalHash(kind, sandbox.state.policies.get(kind.name)), before, kind.name);
    assert.deepEqual((await work.pull([kind])).failed, [], kind.name);
    assert.equal((await policyStatus(work.sync, kind)).state, 'in-sync', kind.name);
  }
});

test('300 random round trips over HTTP raise no conflict, and order alone is always seen', async (t) => {
  const trips = await RoundTrips.start(t);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...policyKinds), oddRules, (kind, rules) => trips.make(kind, rules)),
    { numRuns: 300, seed: 14 },
  );
});
