import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PushFindings } from '../src/core/assist/findings/pushFindings.ts';
import type { PolicyDocument } from '../src/core/document/policyDocument.ts';
import { readPolicySteps } from '../src/core/document/reading/readPolicy.ts';
import { rereadPolicy } from '../src/core/document/reading/rereadPolicy.ts';
import { inSlices, pause } from '../src/core/util/inSlices.ts';
import { moveRules } from '../src/core/document/ruleEdits.ts';
import { textAfter, type TextUpdate } from '../src/core/document/updatedText.ts';
import { policyKind, type PolicyKind } from '../src/core/policy/families.ts';
import { mergeWithLive, saveMerge, type PolicyMerge } from '../src/core/sync/merge.ts';
import type { JsonObject } from '../src/core/json/json.ts';
import { writeJson } from '../src/core/json/writeJson.ts';
import type { Spelling } from '../src/core/policy/policyFile.ts';
import { syncContextOf, type SyncContext } from '../src/core/sync/syncContext.ts';
import type { LivePolicies, ReplaceableLive, WorkingCopies } from '../src/core/sync/ports.ts';
import type { PushPlan } from '../src/core/sync/outcomes.ts';
import { planOne, pushOne } from '../test/unit/sync/planAndPush.ts';
import { testSeal } from '../test/unit/sync/testSeal.ts';
import { silentLogger } from '../src/core/util/logger.ts';
import type { Case } from './case.ts';
import { caseOf } from './caseOf.ts';
import { noted, withRules } from './changes.ts';
import { collect, counted } from './counted.ts';
import { longestBlock } from './longestBlock.ts';
import { generatedPolicy, textOfSize } from './policies.ts';
import { testDestination } from '../test/unit/sync/testDestination.ts';
import { policyStatus } from '../src/core/sync/policyStatus.ts';
import { pullPolicies } from '../src/core/sync/pull.ts';
import { planRestore } from '../src/core/sync/planRestore.ts';

const kind = policyKind('vulnerability/images');
const moved = 20;
const collections = new Set(Array.from({ length: 40 }, (_, n) => `collection-${n}`));

/** Answers at once, with a text of its own each time as a network does. */
class StandIn implements LivePolicies {
  readonly destination = testDestination;
  #held: Buffer;

  constructor(document: JsonObject) {
    this.#held = Buffer.from(writeJson(document));
  }

  change(document: JsonObject): void {
    this.#held = Buffer.from(writeJson(document));
  }

  read(): Promise<string> {
    return Promise.resolve(this.#held.toString('latin1'));
  }

  async readPolicy(): Promise<ReplaceableLive> {
    return { text: await this.read(), replace: (body) => this.#replace(body) };
  }

  #replace(body: string): Promise<void> {
    this.#held = Buffer.from(body);
    return Promise.resolve();
  }

  collectionNames(): Promise<ReadonlySet<string>> {
    return Promise.resolve(collections);
  }
}

/** A policy that is open in an editor, which follows what is typed. */
class OpenCopy implements WorkingCopies {
  #document: PolicyDocument | undefined;
  #text = '';

  read(): Promise<PolicyDocument | undefined> {
    return Promise.resolve(this.#document);
  }

  text(): Promise<string | undefined> {
    return Promise.resolve(this.#document && this.#text);
  }

  /** An editor is told of edits, and follows them. */
  async write(_: PolicyKind, spelling: Spelling, update: TextUpdate): Promise<void> {
    this.#text = textAfter(this.#text, update);
    if (typeof update === 'string') {
      this.#document = await inSlices(readPolicySteps(update, spelling, kind), undefined, pause);
    } else {
      this.#document = rereadPolicy(this.#document!, update);
    }
  }

  /** A letter in the notes of a rule in the middle. */
  type(): void {
    const document = this.#document!;
    const at = document.text.indexOf('reviewed by', document.length / 2);
    this.#document = rereadPolicy(document, [{ start: at, end: at, text: 'x' }]);
    this.#text = Buffer.from(this.#document.text).toString('latin1');
  }

  /** The last rules go to the top, as when they are dragged there. */
  async reorder(): Promise<void> {
    const document = this.#document!;
    const { key, rules } = document.arrays()[0]!;
    const last = [...rules.keys()].slice(-moved);
    const edits = moveRules(document, key, last, 0);
    // The editor makes them, and tells of it later.
    await pause();
    this.#document = rereadPolicy(document, edits);
  }
}

interface Scene {
  readonly live: StandIn;
  readonly document: JsonObject;
  readonly copies: OpenCopy;
  readonly sync: SyncContext;
}

const chooseOverwrite = (): Promise<'overwrite'> => Promise.resolve('overwrite');

async function planned({ sync }: Scene) {
  const outcome = await planOne(sync, kind);
  if (outcome.kind !== 'plan') {
    throw new Error(outcome.kind);
  }
  return outcome.plan;
}

/** What is done before that is measured, and that. */
interface Command {
  readonly name: string;
  before(scene: Scene): Promise<unknown>;
  run(scene: Scene, prepared: unknown): Promise<unknown>;
}

const drift = ({ live, document }: Scene): void => live.change(withRules(document, noted(100, 3, 'x-live')));

const commands: readonly Command[] = [
  {
    name: 'the state after a key',
    before: async ({ sync, copies }) => {
      await policyStatus(sync, kind);
      copies.type();
    },
    run: ({ sync }) => policyStatus(sync, kind),
  },
  {
    name: 'reorder',
    before: ({ sync }) => policyStatus(sync, kind),
    run: async ({ sync, copies }) => {
      await copies.reorder();
      return policyStatus(sync, kind);
    },
  },
  {
    name: 'plan',
    before: async ({ sync, copies }) => {
      copies.type();
      await policyStatus(sync, kind);
    },
    run: (scene) => planned(scene),
  },
  {
    name: 'push',
    before: async (scene) => {
      scene.copies.type();
      await policyStatus(scene.sync, kind);
      return planned(scene);
    },
    run: ({ sync }, plan) => pushOne(sync, plan as PushPlan),
  },
  {
    name: 'pull of changes',
    before: async (scene) => {
      await policyStatus(scene.sync, kind);
      drift(scene);
    },
    run: ({ sync }) => pullPolicies(sync, [kind], { format: 'json', chooseOverwrite }),
  },
  {
    name: 'merge',
    before: async (scene) => {
      scene.copies.type();
      await policyStatus(scene.sync, kind);
      drift(scene);
    },
    run: ({ sync }) => mergeWithLive(sync, kind),
  },
  {
    name: 'merge, written',
    before: async (scene) => {
      scene.copies.type();
      drift(scene);
      return mergeWithLive(scene.sync, kind);
    },
    run: ({ sync }, merge) => saveMerge(sync, kind, new Map(), (merge as PolicyMerge).seen),
  },
  {
    name: 'restore',
    before: async (scene) => {
      scene.copies.type();
      const { snapshot } = await pushOne(scene.sync, await planned(scene));
      return snapshot;
    },
    run: async ({ sync }, snapshot) => {
      const outcome = await planRestore(sync, kind, String(snapshot));
      if (outcome.kind !== 'plan') {
        throw new Error(outcome.kind);
      }
      await pushOne(sync, outcome.plan);
    },
  },
];

function blocksOf(id: string, spelling: Spelling, megabytes: number): Case {
  return caseOf<Command>(
    `${id}-${spelling}`,
    `longest block of the thread in a command on ${spelling.toUpperCase()} of ${megabytes} MB that is open: ms`,
    Object.fromEntries(commands.map((command) => [`Ordinance, ${command.name}`, command])),
    async (command) => {
      const { rules } = textOfSize(megabytes * 1_000_000, spelling);
      const times: number[] = [];
      const worked: number[] = [];
      const own: number[] = [];
      const samples = await counted(async () => {
        const root = mkdtempSync(join(tmpdir(), 'ordinance-bench-'));
        const document = generatedPolicy(rules);
        const live = new StandIn(document);
        const copies = new OpenCopy();
        const findings = new PushFindings();
        const sync = syncContextOf({
          console: 'bench',
          live,
          whereabouts: testDestination,
          copies,
          paths: { policyFolder: join(root, 'policies'), storeFolder: join(root, '.ordinance') },
          logger: silentLogger,
          seal: testSeal,
          validate: (read) => findings.errors(read),
          warn: (read) => findings.warnings(read),
        });
        const { failed } = await pullPolicies(sync, [kind], { format: spelling, chooseOverwrite });
        if (failed[0]) {
          throw failed[0].error;
        }
        const scene = { live, document, copies, sync };
        const prepared = await command.before(scene);
        collect();
        const start = performance.now();
        const block = await longestBlock(() => command.run(scene, prepared));
        times.push(performance.now() - start);
        worked.push(block.worked);
        own.push(block.own);
        rmSync(root, { recursive: true });
        return block.longest;
      });
      const median = (all: readonly number[]): string =>
        (all.slice(1).toSorted((a, b) => a - b)[Math.floor((all.length - 1) / 2)] ?? 0).toFixed();
      const processor = `of the processor ${median(worked)} ms, without the collector ${median(own)} ms`;
      return { samples, note: `${rules} rules; ${processor}; the command takes ${median(times)} ms` };
    },
  );
}

export const blockCases: readonly Case[] = (['json', 'yaml'] as const).flatMap((spelling) => [
  blocksOf('P18s', spelling, 1.5),
  blocksOf('P18', spelling, 10),
]);
