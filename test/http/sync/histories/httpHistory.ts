import assert from 'node:assert/strict';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { canonicalHash } from '../../../../src/core/policy/canonical.ts';
import { arrayAt, stringAt, type JsonObject } from '../../../../src/core/json/json.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { writePolicyText } from '../../../../src/core/document/updatedText.ts';
import type { ConsoleClient } from '../../../../src/core/console/consoleClient.ts';
import type { Fault, FaultMatch } from '../../../sandbox/faults.ts';
import { TestConsole } from '../../../sandbox/testConsole.ts';
import { syncContextOf, type SyncContext } from '../../../../src/core/sync/syncContext.ts';
import { DiskWorkingCopies } from '../../../../src/core/sync/diskWorkingCopies.ts';
import type { PushPlan } from '../../../../src/core/sync/outcomes.ts';
import { DriftError } from '../../../../src/core/sync/push.ts';
import type { PushConfirmation } from '../../../../src/core/sync/pushNeeds.ts';
import { lateArrivalWindowMs } from '../../../../src/core/sync/journalEvent.ts';
import { silentLogger } from '../../../../src/core/util/logger.ts';
import { clientOf } from '../../../unit/console/clientOf.ts';
import { MemoryDisk } from '../../../unit/sync/memoryDisk.ts';
import { asObject } from '../../../unit/policy/policyArbitraries.ts';
import { images, rule, withRules } from '../../../unit/sync/workspace.ts';
import { faults, put, type Edit, type FaultName, type HttpEvent } from './httpEvents.ts';
import { testSeal } from '../../../unit/sync/testSeal.ts';
import { afterwards } from '../../../afterwards.ts';
import { editRules } from '../../../sandbox/editRules.ts';
import { planOne, pushOne } from '../../../unit/sync/planAndPush.ts';
import { pullPolicies, baseDocument } from '../../../../src/core/sync/pull.ts';
import { recoverPushes } from '../../../../src/core/sync/recover.ts';
import { policyStatus, refreshStatus } from '../../../../src/core/sync/policyStatus.ts';
import { planRestore } from '../../../../src/core/sync/planRestore.ts';
import { mergeWithLive, saveMerge } from '../../../../src/core/sync/merge.ts';

/** One sandbox console and two clients of it, for all histories: each begins with the same policy. */
export class HttpWorld {
  readonly sandbox: TestConsole;
  readonly clients: readonly ConsoleClient[];

  private constructor(sandbox: TestConsole, clients: readonly ConsoleClient[]) {
    this.sandbox = sandbox;
    this.clients = clients;
  }

  static async start(t: Pick<TestContext, 'after'>): Promise<HttpWorld> {
    let now = (): number => Date.now();
    const sandbox = await TestConsole.start({ now: () => now() });
    afterwards(t, () => sandbox.close());
    const parts = [0, 1].map(() => clientOf(t as TestContext, sandbox.url, { auth: 'login' }));
    now = () => Math.max(...parts.map(({ clock }) => clock.now()));
    for (const { keys } of parts) {
      keys.set(sandbox.url, sandbox.accessKey);
    }
    return new HttpWorld(
      sandbox,
      parts.map(({ client }) => client),
    );
  }

  async play(events: readonly HttpEvent[]): Promise<void> {
    const history = new HttpHistory(this);
    try {
      await history.play(events);
    } finally {
      history.dispose();
    }
  }
}

class Person {
  readonly #disk = new MemoryDisk();
  readonly #client: ConsoleClient;
  readonly #folder = path.join(this.#disk.root, 'policies');
  readonly copies = new DiskWorkingCopies(this.#folder, this.#disk.root);
  /** Names of the rules that this person deleted: nothing else may vanish by a push of theirs. */
  readonly removed = new Set<string>();
  sync: SyncContext;
  /** Of the clock, at the end. */
  passed = 0;

  constructor(client: ConsoleClient) {
    this.#client = client;
    this.sync = this.started();
  }

  started(): SyncContext {
    return syncContextOf({
      seal: testSeal,
      console: 'test',
      live: this.#client.policies,
      whereabouts: this.#client.policies.destination,
      copies: this.copies,
      paths: { policyFolder: this.#folder, storeFolder: path.join(this.#disk.root, '.ordinance') },
      logger: silentLogger,
      clock: { now: () => new Date(Date.now() + this.passed) },
      pause: () => Promise.resolve(),
      baseHistory: { async *versions() {} },
    });
  }

  async pull(choice: 'keep' | 'overwrite' = 'keep'): Promise<void> {
    const { failed } = await pullPolicies(this.sync, [images], {
      format: 'yaml',
      chooseOverwrite: () => Promise.resolve(choice),
    });
    assert.deepEqual(failed, []);
  }

  async base(): Promise<string | undefined> {
    const base = await baseDocument(this.sync, images);
    return base && canonicalHash(images, base);
  }

  dispose(): void {
    this.#disk.dispose();
  }
}

class HttpHistory {
  readonly #sandbox: TestConsole;
  readonly #people: readonly Person[];
  #serial = 0;

  constructor({ sandbox, clients }: HttpWorld) {
    this.#sandbox = sandbox;
    this.#people = clients.map((client) => new Person(client));
    sandbox.faults.clear();
    sandbox.faults.lose();
    sandbox.requests.clear();
    sandbox.state.policies.replace(
      images.name,
      new Map([['rules', ['a', 'b', 'c'].map((name) => rule(name))]]),
    );
  }

  dispose(): void {
    this.#people.forEach((person) => person.dispose());
  }

  async play(events: readonly HttpEvent[]): Promise<void> {
    for (const person of this.#people) {
      await person.pull();
    }
    for (const event of events) {
      const person = this.#people[event.who];
      assert.ok(person);
      await this.#step(person, event);
    }
    // Not later than that: by then it arrived, or never does.
    this.#sandbox.faults.arrive();
    for (const person of this.#people) {
      person.passed = lateArrivalWindowMs + 1000;
      person.sync = person.started();
      await recoverPushes(person.sync);
      for (const { closed, verdict, reason = '' } of await person.sync.journal.all()) {
        const isSaid = verdict !== undefined && (verdict !== 'unknown' || /applied and undone/.test(reason));
        assert.ok(closed && isSaid, 'a push was left open');
      }
      await person.pull('overwrite');
      assert.equal((await policyStatus(person.sync, images)).state, 'in-sync');
      assert.deepEqual(await planOne(person.sync, images), { kind: 'nothing-to-push' });
    }
  }

  async #step(person: Person, event: HttpEvent): Promise<void> {
    switch (event.do) {
      case 'edit':
        return this.#edit(person, event.how, event.a, event.b);
      case 'pull':
        return person.pull();
      case 'refresh': {
        const base = await person.base();
        let settled = false;
        const watching = person.sync.settled.event(() => (settled = true));
        await refreshStatus(person.sync, images);
        watching.dispose();
        assert.ok(settled || (await person.base()) === base, 'a refresh moved the base');
        return;
      }
      case 'restart':
        person.sync = person.started();
        await recoverPushes(person.sync);
        return;
      case 'arrive':
        this.#sandbox.faults.arrive();
        return;
      case 'restore':
        return this.#restore(person);
      case 'merge':
        return this.#merge(person, event.side);
      case 'push':
      default: {
        const outcome = await planOne(person.sync, images);
        return outcome.kind === 'plan'
          ? this.#push(person, outcome.plan, event.fault, event.overtaken)
          : undefined;
      }
    }
  }

  async #push(person: Person, plan: PushPlan, name: FaultName, overtaken: boolean): Promise<void> {
    const base = await person.base();
    assert.equal(plan.liveHash, base, 'a plan over drift');
    const struck = faults[name];
    if (overtaken) {
      const colleague = rule(`overtaking ${++this.#serial}`);
      editRules(this.#sandbox.state, images.name, (rules) => [...rules, colleague]);
    } else if (struck) {
      this.#strike(struck.match, struck.fault);
    }
    const before = this.#live();
    const held = this.#hash();
    const puts = this.#puts();
    try {
      const { verdict } = await pushOne(person.sync, plan, { confirmed: confirmed(plan) });
      const isApplied = this.#hash() === plan.nextHash;
      const proved = isApplied ? 'applied' : this.#hash() === held ? 'not-applied' : 'foreign-change';
      const open = struck && 'unless' in struck && !isApplied ? struck.unless : undefined;
      if (verdict !== (!isApplied && struck && 'or' in struck ? struck.or : undefined)) {
        assert.equal(verdict, struck && 'verdict' in struck ? struck.verdict : (open ?? proved));
      }
      assert.equal(this.#puts(), puts + 1, 'one PUT');
      assert.equal(held, base, 'something that somebody else wrote was overwritten');
      if (verdict === 'applied') {
        assert.equal(
          (await policyStatus(person.sync, images)).state,
          plan.restores ? 'live-changed' : 'in-sync',
        );
        const names = new Set(this.#live());
        const lost = before.filter((one) => !names.has(one) && !person.removed.has(one));
        assert.ok(plan.restores !== undefined || lost.length === 0, `lost: ${lost.join()}`);
      }
    } catch (error) {
      assert.ok(error instanceof DriftError && overtaken, String(error));
      assert.equal(this.#puts(), puts, 'nothing was sent');
    } finally {
      this.#sandbox.faults.clear();
    }
  }

  #strike(match: FaultMatch | 'read-back', fault: Fault): void {
    const { faults } = this.#sandbox;
    if (match === 'read-back') {
      const after = (): void => faults.next({ method: 'GET', path: '/policies/' }, fault);
      faults.next(put, { kind: 'colleague', after });
    } else {
      faults.next(match, fault);
    }
  }

  /** Brings back what was live before the last push, when that is offered. */
  async #restore(person: Person): Promise<void> {
    const record = (await person.sync.journal.all()).findLast(({ verdict }) => verdict === 'applied');
    if (record?.snapshot === undefined) {
      return;
    }
    const outcome = await planRestore(person.sync, images, record.snapshot);
    if (outcome.kind !== 'plan') {
      return;
    }
    const working = (await person.copies.read(images))?.text;
    const { state } = await policyStatus(person.sync, images);
    const { plan } = outcome;
    assert.equal((await pushOne(person.sync, plan, { confirmed: confirmed(plan) })).verdict, 'applied');
    const followed = (await policyStatus(person.sync, images)).state;
    // A file with edits of its own is left alone and merged later.
    if (state !== 'in-sync') {
      assert.equal((await person.copies.read(images))?.text, working);
    } else {
      assert.equal(followed, 'in-sync');
    }
  }

  async #merge(person: Person, side: 'mine' | 'live'): Promise<void> {
    const merge = await mergeWithLive(person.sync, images);
    if (merge.kind !== 'merge') {
      return;
    }
    const choices = new Map(merge.conflicts.map(({ id }) => [id, side]));
    const again = await mergeWithLive(person.sync, images, choices);
    if (again.kind === 'merge' && again.open.length === 0) {
      if (side === 'mine') {
        // A choice by name: who takes his own deletion against an edit removes the rule.
        merge.conflicts.forEach(
          (conflict) => conflict.rule !== undefined && person.removed.add(conflict.rule),
        );
      }
      await saveMerge(person.sync, images, choices, again.seen);
      assert.equal(await person.base(), this.#hash(), 'a merge moves the base to the live that was merged');
    }
  }

  async #edit(person: Person, how: Edit, a: number, b: number): Promise<void> {
    const text = (await person.copies.read(images))?.text;
    const value = readPolicyText(text ?? '', 'yaml', images).value() ?? new Map();
    const change = (rules: JsonObject[]): JsonObject[] => this.#edited(person, rules, how, a, b);
    await person.copies.write(images, 'yaml', writePolicyText(withRules(change)(value), 'yaml'), text);
  }

  #edited(person: Person, rules: JsonObject[], how: Edit, a: number, b: number): JsonObject[] {
    const at = rules.length === 0 ? 0 : a % rules.length;
    const to = b % (rules.length + 1);
    const one = rules[at];
    if (how === 'add' || !one) {
      return rules.toSpliced(to, 0, rule(`rule ${++this.#serial}`));
    }
    if (how === 'remove') {
      // The last rule stays: emptying a policy is another matter.
      if (rules.length > 1) {
        person.removed.add(stringAt(one, 'name') ?? '');
      }
      return rules.length < 2 ? rules : rules.toSpliced(at, 1);
    }
    return how === 'move'
      ? rules.toSpliced(at, 1).toSpliced(to, 0, one)
      : rules.with(at, new Map([...one, [b % 2 === 0 ? 'notes' : 'blockMsg', String(++this.#serial)]]));
  }

  #live(): string[] {
    return arrayAt(this.#sandbox.state.policies.get(images.name), 'rules').map(
      (one) => stringAt(asObject(one), 'name') ?? '',
    );
  }

  #hash(): string {
    return canonicalHash(images, this.#sandbox.state.policies.get(images.name));
  }

  #puts(): number {
    return this.#sandbox.requests.of('PUT').length;
  }
}

/** What a person would have to say to this plan. */
function confirmed({ earlier = [] }: PushPlan): PushConfirmation {
  return { 'empties-policy': [images.name], 'may-still-arrive': earlier.map(({ pushId }) => pushId) };
}
