import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import { withinLimits } from '../../unit/console/withinLimits.ts';
import { images } from '../../unit/sync/workspace.ts';
import { faultCases } from './faultCases.ts';
import { faultRow, hangs, runFault } from './runFault.ts';
import { policyStatus } from '../../../src/core/sync/policyStatus.ts';

const documented = readFile(new URL('../../../docs/internals/reliability.md', import.meta.url), 'utf8');
/** Expensive faults, and those that are waited for, are the same behind TLS. */
const slow = new Set(['gzip-bomb', 'endless']);

for (const tls of [false, true]) {
  for (const one of faultCases.filter(({ fault }) => !tls || !(slow.has(fault.kind) || hangs(fault)))) {
    const play = async (t: TestContext, timeoutMs: number): Promise<void> => {
      const end = await runFault(t, one, { tls, timeoutMs });
      assert.deepEqual(end.ends, one.ends, end.sees);
      assert.ok(end.struck, 'the fault met its request');
      const isVerdict = typeof end.ends === 'string';
      assert.equal(end.puts, isVerdict ? 1 : 0);
      assert.equal(end.recorded, isVerdict ? end.ends : undefined);
      assert.equal(end.later, one.later, 'what a later look says');
      const records = await end.work.sync.journal.all();
      const verdict = end.later ?? end.ends;
      assert.deepEqual(
        records.map((record) => record.verdict),
        isVerdict ? [verdict] : [],
      );
      if (isVerdict) {
        assert.equal(records[0]?.closed, true);
        assert.equal(
          (await policyStatus(end.work.restarted(), images)).state,
          verdict === 'applied' ? 'in-sync' : 'edited',
        );
      }
      assert.ok(!end.sees.includes(end.sandbox.accessKey.secret));
      if (!tls) {
        assert.ok(
          (await documented).replaceAll(/ +/g, ' ').includes(faultRow(one, end).replaceAll(/ +/g, ' ')),
          'docs/internals/reliability.md: run scripts/faultTable.ts',
        );
      }
    };
    // What is not answered is given up soon, and nothing else is to be.
    test(`${one.group}: ${one.what}${tls ? ', over TLS' : ''}`, (t) =>
      withinLimits((timeoutMs) => play(t, timeoutMs), hangs(one.fault) ? [1500, 15_000] : [30_000]));
  }
}
