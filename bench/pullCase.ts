import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { policyKinds, type PolicyKind } from '../src/core/policy/families.ts';
import { arrayAt, type JsonValue } from '../src/core/json/json.ts';
import { writeJson } from '../src/core/json/writeJson.ts';
import { consoleSyncOf } from '../src/core/sync/consoleSync.ts';
import { DiskWorkingCopies } from '../src/core/sync/diskWorkingCopies.ts';
import type { LivePolicies } from '../src/core/sync/ports.ts';
import { silentLogger } from '../src/core/util/logger.ts';
import { caseOf } from './caseOf.ts';
import { counted } from './counted.ts';
import { generatedPolicy } from './policies.ts';
import { Seal } from '../src/core/sync/store/seal.ts';

const delayMs = 50;

/** Whether one policy waits for the one before it to be read and written. */
type Way = 'together' | 'one after the other';

const rules = arrayAt(generatedPolicy(100), 'rules');
const bodyOf = (kind: PolicyKind): string =>
  writeJson(
    new Map<string, JsonValue>([
      [kind.identity.field, kind.identity.value],
      ...kind.arrays.map(({ key }) => [key, rules] as const),
    ]),
  );

export const pullCase = caseOf<Way>(
  'P9',
  `pull of all ${policyKinds.length} policies of 100 rules, ${delayMs} ms delay, 6 connections`,
  { Ordinance: 'together', 'one policy after the other': 'one after the other' },
  async (way) => {
    const console = fork(new URL('pullConsole.ts', import.meta.url));
    console.send({
      bodies: Object.fromEntries(policyKinds.map((kind) => [`/${kind.name}`, bodyOf(kind)])),
      delayMs,
    });
    const [port] = (await once(console, 'message')) as [number];
    const address = `http://127.0.0.1:${port}`;
    const live: LivePolicies = {
      readPolicy: async (kind) => ({
        text: await (await fetch(`${address}/${kind.name}`)).text(),
        replace: () => Promise.reject(new Error('nothing is written')),
      }),
      collectionNames: () => Promise.resolve(new Set()),
    };
    let wrong: string | undefined;
    const roots: string[] = [];
    const samples = await counted(async () => {
      const root = mkdtempSync(join(tmpdir(), 'ordinance-bench-'));
      roots.push(root);
      const policyFolder = join(root, 'policies');
      const copies = new DiskWorkingCopies(policyFolder, root);
      const paths = { policyFolder, storeFolder: join(root, '.ordinance') };
      const sync = consoleSyncOf({
        console: 'bench',
        live,
        copies,
        paths,
        logger: silentLogger,
        seal: Seal.passing(),
      });
      const start = performance.now();
      let written = 0;
      for (const kinds of way === 'together' ? [policyKinds] : policyKinds.map((kind) => [kind])) {
        const chooseOverwrite = (): Promise<'cancel'> => Promise.resolve('cancel');
        const report = await sync.pull(kinds, { format: 'yaml', concurrency: 6, chooseOverwrite });
        written += report.written.length;
      }
      const time = performance.now() - start;
      wrong = written === policyKinds.length ? undefined : `${written} written`;
      return time;
    });
    // Not after each run: what the disk still has to do for it would be counted with the next one.
    roots.forEach((root) => rmSync(root, { recursive: true }));
    console.kill();
    return { samples, wrong, note: 'files, base and lock file durable' };
  },
);
