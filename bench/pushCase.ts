import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePolicyText } from '../src/core/document/updatedText.ts';
import { policyKind } from '../src/core/policy/families.ts';
import { isJsonObject, type JsonObject } from '../src/core/json/json.ts';
import { parseJson } from '../src/core/json/jsonText.ts';
import { writeJson } from '../src/core/json/writeJson.ts';
import { syncContextOf } from '../src/core/sync/syncContext.ts';
import { DiskWorkingCopies } from '../src/core/sync/diskWorkingCopies.ts';
import type { LivePolicies, ReplaceableLive } from '../src/core/sync/ports.ts';
import { silentLogger } from '../src/core/util/logger.ts';
import { caseOf } from './caseOf.ts';
import { noted, withRules } from './changes.ts';
import { collectToTheEnd, counted } from './counted.ts';
import { generatedPolicy } from './policies.ts';
import { planOne, pushOne } from '../test/unit/sync/planAndPush.ts';
import { testSeal } from '../test/unit/sync/testSeal.ts';
import { testDestination } from '../test/unit/sync/testDestination.ts';
import { pullPolicies } from '../src/core/sync/pull.ts';

const kind = policyKind('vulnerability/images');
const names = new Set(Array.from({ length: 40 }, (_, n) => `collection-${n}`));

/** What a console makes of the bytes it is sent: keeps them, or writes rules anew, with its own members and order. */
type Answers = 'as sent' | 'filled in';

function filledIn(body: string): string {
  const document = parseJson(body) as JsonObject;
  const own = parseJson(
    '{"modified":"2026-01-01T00:00:00Z","owner":"somebody","condition":{"readonly":false,"device":"","vulnerabilities":[]}}',
  ) as JsonObject;
  return writeJson(
    withRules(document, (rules) =>
      rules.map((rule) =>
        isJsonObject(rule) ? new Map([...rule, ...own].toSorted(([a], [b]) => (a < b ? -1 : 1))) : rule,
      ),
    ),
  );
}

function processorMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

/** Answers at once, with a text of its own each time as a network does; what it takes is taken off. */
class StandIn implements LivePolicies {
  readonly destination = testDestination;
  readonly #answers: Answers;
  #held: Buffer;
  gets = 0;
  puts = 0;
  spent = 0;

  constructor(answers: Answers) {
    this.#answers = answers;
    this.#held = Buffer.from(this.#kept(writeJson(generatedPolicy(6012))));
  }

  read(): Promise<string> {
    this.gets++;
    return this.#free(() => this.#held.toString());
  }

  async readPolicy(): Promise<ReplaceableLive> {
    return { text: await this.read(), replace: (body) => this.#replace(body) };
  }

  async #replace(body: string): Promise<void> {
    this.puts++;
    await this.#free(() => (this.#held = Buffer.from(this.#kept(body))));
  }

  collectionNames(): Promise<ReadonlySet<string>> {
    return Promise.resolve(names);
  }

  #kept(body: string): string {
    return this.#answers === 'as sent' ? body : filledIn(body);
  }

  async #free<T>(work: () => T): Promise<T> {
    const start = process.cpuUsage();
    const result = work();
    // What it leaves behind is collected on its account.
    await collectToTheEnd();
    this.spent += processorMs(process.cpuUsage(start));
    return result;
  }
}

interface Syncs {
  beforePut: number;
  afterPut: number;
}

/** Counts what is made durable, folders included. */
async function countSyncs(live: StandIn): Promise<Syncs> {
  const probe = await open(import.meta.filename);
  const handles = Object.getPrototypeOf(probe) as { sync: (this: unknown) => Promise<void> };
  await probe.close();
  const syncs = { beforePut: 0, afterPut: 0 };
  const real = handles.sync;
  handles.sync = function (this: unknown) {
    syncs[live.puts === 0 ? 'beforePut' : 'afterPut']++;
    return real.call(this);
  };
  return syncs;
}

export const pushCase = caseOf<Answers>(
  'P14',
  'push of 10 MB beyond the PUT itself: processor time in ms',
  { Ordinance: 'filled in', 'Ordinance, a console that keeps the bytes': 'as sent' },
  async (answers) => {
    let note = '';
    let wrong: string | undefined;
    const samples = await counted(async () => {
      const root = mkdtempSync(join(tmpdir(), 'ordinance-bench-'));
      const live = new StandIn(answers);
      const policyFolder = join(root, 'policies');
      const copies = new DiskWorkingCopies(policyFolder, root);
      const paths = { policyFolder, storeFolder: join(root, '.ordinance') };
      const sync = syncContextOf({
        console: 'bench',
        live,
        whereabouts: testDestination,
        copies,
        paths,
        logger: silentLogger,
        seal: testSeal,
      });
      await pullPolicies(sync, [kind], { format: 'json', chooseOverwrite: () => Promise.resolve('cancel') });
      const copy = await copies.read(kind);
      const value = parseJson(copy?.text ?? '') as JsonObject;
      const next = writePolicyText(withRules(value, noted(1000, 1, 'x-note')), 'json');
      await copies.write(kind, 'json', next, copy?.text);
      const outcome = await planOne(sync, kind);
      if (outcome.kind !== 'plan') {
        throw new Error(outcome.kind);
      }
      live.gets = 0;
      live.spent = 0;
      const syncs = await countSyncs(live);
      await collectToTheEnd();
      const start = process.cpuUsage();
      const { verdict } = await pushOne(sync, outcome.plan);
      const spent = processorMs(process.cpuUsage(start)) - live.spent;
      wrong = verdict === 'applied' ? undefined : verdict;
      note = `${live.gets} GETs, ${live.puts} PUT; ${syncs.beforePut} syncs before the PUT, ${syncs.afterPut} after it`;
      rmSync(root, { recursive: true });
      return spent;
    });
    return { samples, wrong, note };
  },
);
