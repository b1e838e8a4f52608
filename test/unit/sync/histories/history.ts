import assert from 'node:assert/strict';
import path from 'node:path';
import { canonicalHash } from '../../../../src/core/policy/canonical.ts';
import { arrayAt, fromPlain, stringAt, type JsonObject } from '../../../../src/core/json/json.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { writePolicyText } from '../../../../src/core/document/updatedText.ts';
import { syncContextOf, type SyncContext } from '../../../../src/core/sync/syncContext.ts';
import type { PushPlan, RecoveredPush, Verdict } from '../../../../src/core/sync/outcomes.ts';
import { DriftError } from '../../../../src/core/sync/push.ts';
import { lateArrivalWindowMs } from '../../../../src/core/sync/journalEvent.ts';
import { pausesMs } from '../../../../src/core/sync/sendAndReadBack.ts';
import { ExpectedError, isExpected } from '../../../../src/core/util/errors.ts';
import { silentLogger } from '../../../../src/core/util/logger.ts';
import { assertNothingLost } from '../../policy/merge/words.ts';
import { asObject } from '../../policy/policyArbitraries.ts';
import { FakeConsole, type PutFault } from '../fakeConsole.ts';
import { MemoryDisk } from '../memoryDisk.ts';
import { images, rule, withRules } from '../workspace.ts';
import type { Edit, Event, Fault } from './historyEvents.ts';
import { MemoryCopies } from './memoryWorkspace.ts';
import { testSeal } from '../testSeal.ts';
import { testDestination } from '../testDestination.ts';
import { planOne, pushOne } from '../planAndPush.ts';
import { refreshStatus, policyStatus } from '../../../../src/core/sync/policyStatus.ts';
import { recoverPushes } from '../../../../src/core/sync/recover.ts';
import { pullPolicies, baseDocument } from '../../../../src/core/sync/pull.ts';
import { mergeWithLive, saveMerge } from '../../../../src/core/sync/merge.ts';
import { planPush } from '../../../../src/core/sync/plan.ts';

/** Of live after a PUT that was not refused. */
const readings = pausesMs.length + 1;

const isCode =
  (...codes: readonly string[]) =>
  (error: unknown): boolean =>
    isExpected(error) && codes.includes(error.code);

/**
 * Plays one history with our client and a second one that writes to the console as it likes, and checks after each event
 * that nothing the second client did was undone unless a choice or a list named it, and that no verdict was wrong. What a
 * late write of ours takes back when it arrives cannot be helped; that it did is said.
 */
export class History {
  readonly #live = new FakeConsole();
  readonly #copies = new MemoryCopies();
  readonly #disk: MemoryDisk;
  #sync: SyncContext;
  #serial = 0;
  #passed = 0;
  /** Pushes by their id, with the number of their PUT, and how a later look said that they had ended. */
  readonly #pushes = new Map<string, { readonly plan: PushPlan; readonly put: number }>();
  readonly #told = new Map<string, Verdict>();
  #tellings = 0;

  private constructor(disk: MemoryDisk) {
    this.#disk = disk;
    this.#sync = this.#started();
  }

  static async play(list: readonly Event[]): Promise<void> {
    // Thousands of histories would wait for the disk.
    const disk = new MemoryDisk();
    try {
      const history = new History(disk);
      await history.#pull();
      for (const event of list) {
        await history.#step(event);
      }
      await history.#end();
    } finally {
      disk.dispose();
    }
  }

  #started(): SyncContext {
    const sync = syncContextOf({
      seal: testSeal,
      whereabouts: testDestination,
      console: 'test',
      live: this.#live,
      copies: this.#copies,
      paths: {
        policyFolder: path.join(this.#disk.root, 'policies'),
        storeFolder: path.join(this.#disk.root, '.ordinance'),
      },
      logger: silentLogger,
      clock: { now: () => new Date(Date.now() + this.#passed) },
      pause: () => Promise.resolve(),
      baseHistory: { async *versions() {} },
    });
    sync.settled.event((settled) => settled.forEach((one) => this.#settled(one)));
    return sync;
  }

  /** What is told later has to be true, and is told once. */
  #settled({ pushId, verdict, corrects }: RecoveredPush): void {
    const push = this.#pushes.get(pushId);
    const told = this.#told.get(pushId);
    assert.ok(told === undefined || (told === corrects && verdict === 'applied'), 'told twice');
    this.#told.set(pushId, verdict);
    this.#tellings++;
    // A record of this very history: every push is known.
    assert.ok(push);
    const applied = this.#live.applied.has(push.put);
    // Somebody else may have done the very same: then the console holds what was sent.
    assert.ok(
      verdict !== 'applied' || applied || this.#hash() === push.plan.nextHash,
      'said, and not so: applied',
    );
    assert.ok(verdict !== 'not-applied' || !applied, 'said, and not so: not applied');
  }

  async #step(event: Event): Promise<void> {
    switch (event.do) {
      case 'edit':
        return this.#edit((rules) => this.#edited(rules, event.how, event.a, event.b, 'mine'));
      case 'foreign':
        return this.#foreign(event.how, event.a, event.b);
      case 'pull':
        return this.#pull();
      case 'refresh': {
        const base = await this.#base();
        const told = this.#tellings;
        await refreshStatus(this.#sync, images);
        if (this.#tellings === told) {
          assert.equal(await this.#base(), base, 'a refresh moved the base');
        }
        return;
      }
      case 'arrive':
        this.#live.arrive();
        return;
      case 'wait':
        this.#wait(event.lost);
        return;
      case 'restart':
        this.#sync = this.#started();
        await recoverPushes(this.#sync);
        return;
      case 'merge':
        return this.#merge(event.side);
      case 'push':
        return this.#push(event);
      case 'override':
      default:
        return this.#override();
    }
  }

  async #pull(): Promise<void> {
    await pullPolicies(this.#sync, [images], {
      format: 'yaml',
      chooseOverwrite: () => Promise.resolve('keep'),
    });
  }

  async #merge(side: 'mine' | 'live'): Promise<void> {
    const merge = await mergeWithLive(this.#sync, images);
    if (merge.kind !== 'merge') {
      return;
    }
    if (merge.base) {
      assertNothingLost({ ...merge, base: merge.base });
    }
    const choices = new Map(merge.conflicts.map(({ id }) => [id, side]));
    const again = await mergeWithLive(this.#sync, images, choices);
    if (again.kind === 'merge' && again.open.length === 0) {
      await saveMerge(this.#sync, images, choices, again.seen);
      assert.equal(await this.#base(), this.#hash(), 'a merge moves the base to the live that was merged');
    }
  }

  #wait(lost: boolean): void {
    if (lost) {
      this.#live.lose();
    } else {
      this.#live.arrive();
    }
    this.#passed += lateArrivalWindowMs + 1000;
  }

  async #push({ fault, between, atRead, waitAt }: Extract<Event, { readonly do: 'push' }>): Promise<void> {
    const outcome = await planOne(this.#sync, images);
    if (outcome.kind !== 'plan') {
      return;
    }
    // Planning looks at open pushes first, which may move it.
    const base = await this.#base();
    assert.equal(this.#hash(), base, 'a plan over drift');
    if (between) {
      this.#foreign('change', 0, 1);
    }
    const puts = this.#live.puts;
    const before = this.#hash();
    const error = new ExpectedError('unreachable', 'cut');
    const refused = Object.assign(new ExpectedError('rejected', 'no'), { mayHaveArrived: false });
    const faults: Readonly<Record<Fault, PutFault | undefined>> = {
      none: undefined,
      lost: { when: 'before', error },
      late: { when: 'late', error, atRead },
      'late after success': { when: 'late', atRead },
      // Until the very last reading at most: afterwards it would be no console that anybody can work with.
      stale: { when: 'stale', reads: Math.min(atRead, readings) },
      unanswered: { when: 'after', error },
      refused: { when: 'before', error: refused },
      // With the next look at the earliest, and not between a plan and its push: that is drift.
      'refused, and late': { when: 'late', error: refused, atRead: atRead < 7 ? 2 + (atRead % 2) : Infinity },
      silent: 'silent',
      'no-read-back': undefined,
    };
    this.#live.putFault = faults[fault];
    this.#live.readFault =
      fault === 'no-read-back' ? () => (this.#live.puts > puts ? error : undefined) : undefined;
    const waited = this.#writesAt(waitAt, puts);
    try {
      const earlier = outcome.plan.earlier?.map(({ pushId }) => pushId) ?? [];
      if (earlier.length > 0) {
        await assert.rejects(
          pushOne(this.#sync, outcome.plan, { confirmed: { 'empties-policy': [images.name] } }),
          isCode('may-still-arrive', 'drift'),
        );
        assert.equal(this.#live.puts, puts, 'nothing was sent');
      }
      const { verdict, pushId } = await pushOne(this.#sync, outcome.plan, {
        confirmed: { 'empties-policy': [images.name], 'may-still-arrive': earlier },
      });
      this.#pushes.set(pushId, { plan: outcome.plan, put: puts + 1 });
      assert.equal(before, base, 'something that somebody else wrote was overwritten');
      assert.ok(!waited.isOver, 'something that somebody else wrote while the push waited was overwritten');
      assert.equal(this.#live.puts, puts + 1, 'one PUT');
      const applied = this.#hash() === outcome.plan.nextHash;
      const isOpen = fault !== 'none' && fault !== 'unanswered' && !fault.startsWith('refused');
      const proved = applied ? 'applied' : 'not-applied';
      const isHidden = fault === 'no-read-back' || (fault === 'stale' && atRead >= readings);
      const isRead = applied && !isHidden;
      assert.equal(verdict, isOpen && !isRead ? 'unknown' : proved);
    } catch (failure) {
      if (!isExpected(failure)) {
        throw failure;
      }
      assert.ok(failure instanceof DriftError && (between || waited.isOver), String(failure));
      assert.equal(this.#live.puts, puts, 'nothing was sent');
    } finally {
      this.#disk.fault = undefined;
      this.#live.putFault = undefined;
      this.#live.readFault = undefined;
    }
  }

  /** Somebody else writes while a push waits for the n-th of its calls to the disk, as long as nothing was sent. */
  #writesAt(call: number, puts: number): { readonly isOver: boolean } {
    const waited = { isOver: false };
    let calls = 0;
    this.#disk.fault = () => {
      if (calls++ === call && this.#live.puts === puts) {
        const before = this.#hash();
        this.#foreign('change', call, call);
        waited.isOver = before !== this.#hash();
      }
      return undefined;
    };
    return waited;
  }

  async #override(): Promise<void> {
    const outcome = await planPush(this.#sync, images, { overridesDrift: true });
    if (outcome.kind !== 'plan' || outcome.plan.emptiesPolicy) {
      return;
    }
    const { plan } = outcome;
    const told = this.#tellings;
    const lost = (plan.overrides?.lost ?? []).map(({ name }) => name);
    if (lost.length > 0) {
      await assert.rejects(
        pushOne(this.#sync, plan, { confirmed: { override: lost.filter((name) => name !== lost[0]) } }),
        ExpectedError,
      );
    }
    const base = await baseDocument(this.#sync, images);
    if (plan.overrides && base) {
      // Every rule that somebody else made or changed and that is not sent as it is in live is named.
      const [before, sent] = [this.#rules(base), this.#rules(plan.next)].map(
        (rules) => new Set(rules.map(({ text }) => text)),
      );
      for (const { name, text } of this.#rules(plan.live)) {
        assert.ok(
          before?.has(text) || sent?.has(text) || lost.includes(`rules/${name}`),
          `${name} is not named`,
        );
      }
    }
    const earlier = plan.earlier?.map(({ pushId }) => pushId) ?? [];
    const { puts } = this.#live;
    try {
      const { verdict, pushId } = await pushOne(this.#sync, plan, {
        confirmed: { override: lost, 'may-still-arrive': earlier },
      });
      this.#pushes.set(pushId, { plan, put: this.#live.puts });
      assert.equal(verdict, 'applied');
      assert.equal(await this.#base(), this.#hash());
    } catch (failure) {
      // An earlier push arrived with the plan's own reading: it is found out by the look before the push.
      assert.ok(isCode('base-moved')(failure) && this.#tellings > told, String(failure));
      assert.equal(this.#live.puts, puts, 'nothing was sent');
    }
  }

  /** Whatever happened, the journal settles and a pull with nothing of our own brings live. */
  async #end(): Promise<void> {
    this.#wait(this.#serial % 2 === 0);
    this.#sync = this.#started();
    await recoverPushes(this.#sync);
    for (const { closed, verdict, reason = '' } of await this.#sync.journal.all()) {
      const isSaid = verdict !== undefined && (verdict !== 'unknown' || /applied and undone/.test(reason));
      assert.ok(closed && isSaid, 'a push was left open');
    }
    await pullPolicies(this.#sync, [images], {
      format: 'yaml',
      chooseOverwrite: () => Promise.resolve('overwrite'),
    });
    assert.equal((await policyStatus(this.#sync, images)).state, 'in-sync');
    assert.deepEqual(await planOne(this.#sync, images), { kind: 'nothing-to-push' });
  }

  #foreign(how: Edit, a: number, b: number): void {
    const live = this.#live.documents.get(images.name) ?? new Map();
    const next = withRules((rules) => this.#edited(rules, how, a, b, 'theirs'))(live);
    // A console says when it was written to.
    this.#live.documents.set(images.name, new Map([...next, ['modified', `foreign ${++this.#serial}`]]));
  }

  async #edit(change: (rules: JsonObject[]) => JsonObject[]): Promise<void> {
    const text = this.#copies.textOf(images);
    const value = readPolicyText(text, 'yaml', images).value() ?? new Map();
    const next = writePolicyText(withRules(change)(value), 'yaml');
    await this.#copies.write(images, 'yaml', next, text);
  }

  #edited(rules: JsonObject[], how: Edit, a: number, b: number, who: string): JsonObject[] {
    const at = rules.length === 0 ? 0 : a % rules.length;
    const to = b % (rules.length + 1);
    switch (how) {
      case 'add':
        return rules.toSpliced(to, 0, rule(`${who} ${++this.#serial}`, { notes: this.#word(who) }));
      case 'twin': {
        const name = stringAt(rules[at] ?? new Map(), 'name') ?? who;
        return rules.toSpliced(to, 0, rule(name, { notes: this.#word(who), blockMsg: this.#word(who) }));
      }
      case 'exception':
      case 'item':
      case 'drop item':
        return rules.map((one, index) => (index === at ? this.#withItem(one, how, b, who) : one));
      case 'remove':
        // The last rule stays: emptying a policy is another matter.
        return rules.length < 2 ? rules : rules.toSpliced(at, 1);
      case 'move': {
        const moved = rules[at];
        return moved ? rules.toSpliced(at, 1).toSpliced(to, 0, moved) : rules;
      }
      case 'change':
      default:
        return rules.map((one, index) =>
          index === at ? new Map([...one, [b % 2 === 0 ? 'notes' : 'blockMsg', this.#word(who)]]) : one,
        );
    }
  }

  #word(who: string): string {
    return `<${who} ${++this.#serial}>`;
  }

  /** Exceptions have ids, and licenses are a set. */
  #withItem(of: JsonObject, how: Edit, n: number, who: string): JsonObject {
    if (how === 'exception') {
      const id = `CVE-${n % 3}`;
      const others = arrayAt(of, 'cveRules').filter((item) => stringAt(asObject(item), 'id') !== id);
      const exception = fromPlain({ id, effect: 'ignore', description: this.#word(who) });
      return new Map([...of, ['cveRules', [...others, exception]]]);
    }
    const license = of.get('license');
    const names = license === undefined ? [] : arrayAt(asObject(license), 'critical');
    const next = how === 'item' ? [...names, this.#word(who)] : names.filter((_, at) => at !== n);
    return new Map([...of, ['license', new Map([['critical', next]])]]);
  }

  #rules(document: JsonObject): { readonly name: string; readonly text: string }[] {
    return arrayAt(document, 'rules').map((one) => ({
      name: stringAt(asObject(one), 'name') ?? '',
      text: canonicalHash(images, new Map([['rules', [one]]])),
    }));
  }

  #hash(): string {
    return canonicalHash(images, this.#live.documents.get(images.name) ?? new Map());
  }

  async #base(): Promise<string | undefined> {
    const base = await baseDocument(this.#sync, images);
    return base && canonicalHash(images, base);
  }
}
