import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { policyKinds, type PolicyKind } from '../src/core/policy/families.ts';
import { arrayAt, type JsonValue } from '../src/core/json/json.ts';
import { writeJson } from '../src/core/json/writeJson.ts';
import { syncContextOf, type SyncContext } from '../src/core/sync/syncContext.ts';
import { DiskWorkingCopies } from '../src/core/sync/diskWorkingCopies.ts';
import type { LivePolicies } from '../src/core/sync/ports.ts';
import { mapConcurrent } from '../src/core/util/concurrency.ts';
import { silentLogger } from '../src/core/util/logger.ts';
import type { Case } from './case.ts';
import { caseOf } from './caseOf.ts';
import { counted } from './counted.ts';
import { generatedPolicy } from './policies.ts';
import { testSeal } from '../test/unit/sync/testSeal.ts';
import { testDestination } from '../test/unit/sync/testDestination.ts';
import { pullPolicies } from '../src/core/sync/pull.ts';
import { refreshStatus } from '../src/core/sync/policyStatus.ts';
import { planSeveral } from '../src/core/sync/plan.ts';

const atOnce = 6;

/** Whether one policy waits for the one before it. */
type Way = 'together' | 'one after the other';

const ways: Readonly<Record<string, Way>> = {
  Ordinance: 'together',
  'one policy after the other': 'one after the other',
};

const groupsOf = (way: Way): readonly (readonly PolicyKind[])[] =>
  way === 'together' ? [policyKinds] : policyKinds.map((kind) => [kind]);

const rules = arrayAt(generatedPolicy(100), 'rules');
const bodyOf = (kind: PolicyKind): string =>
  writeJson(
    new Map<string, JsonValue>([
      [kind.identity.field, kind.identity.value],
      ...kind.arrays.map(({ key }) => [key, rules] as const),
    ]),
  );

/** A console that answers each policy after `delayMs`, and folders to work with it, which are removed at the end. */
class SlowConsole {
  readonly #process = fork(new URL('pullConsole.ts', import.meta.url));
  readonly #roots: string[] = [];
  #address = '';

  async start(delayMs: number): Promise<void> {
    const bodies = Object.fromEntries(policyKinds.map((kind) => [`/${kind.name}`, bodyOf(kind)]));
    this.#process.send({ bodies, delayMs });
    const [port] = (await once(this.#process, 'message')) as [number];
    this.#address = `http://127.0.0.1:${port}`;
  }

  /** A new empty folder. */
  sync(): SyncContext {
    const root = mkdtempSync(join(tmpdir(), 'ordinance-bench-'));
    this.#roots.push(root);
    const policyFolder = join(root, 'policies');
    const live: LivePolicies = {
      readPolicy: async (kind) => ({
        text: await (await fetch(`${this.#address}/${kind.name}`)).text(),
        replace: () => Promise.reject(new Error('nothing is written')),
      }),
      collectionNames: () => Promise.resolve(new Set()),
      destination: testDestination,
    };
    return syncContextOf({
      console: 'bench',
      live,
      whereabouts: testDestination,
      copies: new DiskWorkingCopies(policyFolder, root),
      paths: { policyFolder, storeFolder: join(root, '.ordinance') },
      logger: silentLogger,
      seal: testSeal,
    });
  }

  /** After all runs: what the disk still has to do for a removal would be counted with the next run. */
  end(): void {
    this.#roots.forEach((root) => rmSync(root, { recursive: true }));
    this.#process.kill();
  }
}

async function pull(sync: SyncContext, kinds: readonly PolicyKind[]): Promise<number> {
  const chooseOverwrite = (): Promise<'cancel'> => Promise.resolve('cancel');
  const report = await pullPolicies(sync, kinds, { format: 'yaml', concurrency: atOnce, chooseOverwrite });
  return report.written.length;
}

const pulled = caseOf<Way>(
  'P9',
  `pull of all ${policyKinds.length} policies of 100 rules, 50 ms delay, ${atOnce} connections`,
  ways,
  async (way) => {
    const console = new SlowConsole();
    await console.start(50);
    let wrong: string | undefined;
    const samples = await counted(async () => {
      const sync = console.sync();
      const start = performance.now();
      let written = 0;
      for (const kinds of groupsOf(way)) {
        written += await pull(sync, kinds);
      }
      const time = performance.now() - start;
      wrong = written === policyKinds.length ? undefined : `${written} written`;
      return time;
    });
    console.end();
    return { samples, wrong, note: 'files, base and lock file durable' };
  },
);

type Task = (sync: SyncContext, kinds: readonly PolicyKind[]) => Promise<number>;

/** How many policies were read. */
const tasks: Readonly<Record<'status' | 'plan', Task>> = {
  status: async (sync, kinds) =>
    (await mapConcurrent(kinds, atOnce, (kind) => refreshStatus(sync, kind))).filter(
      ({ state }) => state === 'in-sync',
    ).length,
  plan: async (sync, kinds) => (await planSeveral(sync, kinds)).unchanged.length,
};

function compared(id: string, name: keyof typeof tasks): Case {
  return caseOf<Way>(
    id,
    `${name} of all ${policyKinds.length} policies of 100 rules, 250 ms delay`,
    ways,
    async (way) => {
      const console = new SlowConsole();
      await console.start(250);
      const sync = console.sync();
      const start = performance.now();
      await pull(sync, policyKinds);
      const pullTime = performance.now() - start;
      let wrong: string | undefined;
      const samples = await counted(async () => {
        const begun = performance.now();
        let read = 0;
        for (const kinds of groupsOf(way)) {
          read += await tasks[name](sync, kinds);
        }
        const time = performance.now() - begun;
        wrong = read === policyKinds.length ? undefined : `${read} are as the console has them`;
        return time;
      });
      console.end();
      return { samples, wrong, note: `the pull before took ${pullTime.toFixed()} ms` };
    },
  );
}

export const pullCases: readonly Case[] = [
  pulled,
  compared('P9b-status', 'status'),
  compared('P9b-plan', 'plan'),
];
