import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { policyKind, type PolicyKind } from '../../../src/core/policy/families.ts';
import { arrayAt, fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { isExpected } from '../../../src/core/util/errors.ts';
import { asObject } from '../policy/policyArbitraries.ts';
import { FakeConsole } from './fakeConsole.ts';
import type { Spelling } from '../../../src/core/policy/policyFile.ts';
import { readPolicyText } from '../../../src/core/document/reading/readPolicy.ts';
import { writePolicyText } from '../../../src/core/document/updatedText.ts';
import { syncContextOf, type SyncContext } from '../../../src/core/sync/syncContext.ts';
import type { SyncDeps } from '../../../src/core/sync/ports.ts';
import { DiskWorkingCopies } from '../../../src/core/sync/diskWorkingCopies.ts';
import type { PlanOutcome, PullReport, PushPlan } from '../../../src/core/sync/outcomes.ts';
import { lateArrivalWindowMs } from '../../../src/core/sync/journalEvent.ts';
import { Programs } from '../../../src/core/sync/programs.ts';
import { reviewText } from '../../../src/core/sync/reviewText.ts';
import { gitBases } from '../../../src/core/sync/store/git.ts';
import { silentLogger } from '../../../src/core/util/logger.ts';
import { testSeal } from './testSeal.ts';
import { afterwards } from '../../afterwards.ts';
import { testDestination } from './testDestination.ts';
import { planOne } from './planAndPush.ts';
import { pullPolicies } from '../../../src/core/sync/pull.ts';

export function kindOf(name: string): PolicyKind {
  const kind = policyKind(name);
  if (!kind) {
    throw new Error(`no policy ${name}`);
  }
  return kind;
}

/** A workspace of one console on a real disk, unless it is to be elsewhere, removed after the test. */
export class TestWorkspace {
  readonly root: string;
  readonly copies: DiskWorkingCopies;
  readonly sync: SyncContext;
  readonly #deps: SyncDeps;

  private constructor(root: string, live: SyncDeps['live'], more: Partial<SyncDeps>) {
    this.root = root;
    this.copies = new DiskWorkingCopies(this.policyFolder, root);
    this.#deps = {
      seal: testSeal,
      whereabouts: 'destination' in live ? live.destination : testDestination,
      console: 'test',
      live,
      copies: this.copies,
      paths: { policyFolder: this.policyFolder, storeFolder: this.storeFolder },
      logger: silentLogger,
      pause: () => Promise.resolve(),
      baseHistory: gitBases(
        this.policyFolder,
        new Programs({ mayRun: () => true, workspaces: () => [root] }),
        silentLogger,
      ),
      ...more,
    };
    this.sync = this.restarted();
  }

  static async make(
    t: TestContext,
    live: SyncDeps['live'],
    more: Partial<SyncDeps> = {},
    folder = tmpdir(),
  ): Promise<TestWorkspace> {
    const root = await mkdtemp(path.join(folder, 'ordinance-sync-'));
    afterwards(t, () => rm(root, { recursive: true, force: true }));
    return new TestWorkspace(root, live, more);
  }

  get policyFolder(): string {
    return path.join(this.root, 'policies', 'test');
  }

  get storeFolder(): string {
    return path.join(this.root, '.ordinance');
  }

  /** As after a new start: nothing is remembered but what is on disk. */
  restarted(more: Partial<SyncDeps> = {}): SyncContext {
    return syncContextOf({ ...this.#deps, ...more });
  }

  pull(
    kinds: readonly PolicyKind[],
    options: Partial<Parameters<typeof pullPolicies>[2]> = {},
  ): Promise<PullReport> {
    return pullPolicies(this.sync, kinds, {
      format: 'yaml',
      chooseOverwrite: () => Promise.resolve('cancel'),
      ...options,
    });
  }

  async text(kind: PolicyKind): Promise<string> {
    const copy = await this.copies.read(kind);
    if (!copy) {
      throw new Error(`no file of ${kind.name}`);
    }
    return copy.text;
  }

  async value(kind: PolicyKind): Promise<JsonObject> {
    const copy = await this.copies.read(kind);
    const value = copy && readPolicyText(copy.text, copy.spelling, kind).value();
    if (!value) {
      throw new Error(`no document of ${kind.name}`);
    }
    return value;
  }

  async write(kind: PolicyKind, text: string, spelling: Spelling = 'yaml'): Promise<void> {
    const copy = await this.copies.read(kind);
    await this.copies.write(kind, copy?.spelling ?? spelling, text, copy?.text);
  }

  /** Edits the working copy as data. */
  async edit(kind: PolicyKind, change: (value: JsonObject) => JsonObject): Promise<void> {
    const copy = await this.copies.read(kind);
    await this.write(kind, writePolicyText(change(await this.value(kind)), copy?.spelling ?? 'yaml'));
  }

  async plan(kind: PolicyKind): Promise<PushPlan> {
    return planOf(await planOne(this.sync, kind));
  }

  async files(folder: string): Promise<string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  }

  /** Everything that was written anywhere. */
  async everything(): Promise<string> {
    const texts = await Promise.all((await this.files(this.root)).map((file) => readFile(file, 'utf8')));
    return texts.join('\n');
  }
}

export function planOf(outcome: PlanOutcome): PushPlan {
  if (outcome.kind !== 'plan') {
    throw new Error(`no plan but ${JSON.stringify(outcome)}`);
  }
  return outcome.plan;
}

export const planText = (plan: PushPlan): string => reviewText(plan).lines.join('\n');

export const images = kindOf('vulnerability/images');
export const runtime = kindOf('runtime/container');
export const network = kindOf('cnns/network');

/** A workspace that pulled three policies; the console's log is empty. */
export async function pulled(
  t: TestContext,
  more: Partial<SyncDeps> = {},
): Promise<{ live: FakeConsole; work: TestWorkspace }> {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live, more);
  await work.pull([images, runtime, network]);
  live.forgetRequests();
  return { live, work };
}

export function rule(name: string, more: object = {}): JsonObject {
  return asObject(fromPlain({ name, collections: [{ name: 'All' }], ...more }));
}

/** An edit of the rules of a document. */
export function withRules(
  change: (rules: JsonObject[]) => readonly JsonObject[],
  key = 'rules',
): (document: JsonObject) => JsonObject {
  return (document) => new Map([...document, [key, change(arrayAt(document, key).map(asObject))]]);
}

export const addRule = withRules((rules) => [...rules, rule('added')]);

/** When nothing that was sent may arrive any more. */
export const later = { now: () => new Date(Date.now() + lateArrivalWindowMs + 1000) };

export const isCode =
  (code: string) =>
  (error: unknown): boolean =>
    isExpected(error) && error.code === code;
