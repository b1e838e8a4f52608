import type { PolicyKind, PolicyName } from '../policy/families.ts';
import { Emitter, type Event } from '../util/emitter.ts';
import { isCanceled, isExpected, isUnasked, messageOf } from '../util/errors.ts';
import type { Clock, LiveMemory, LivePolicies, ReplaceableLive, SeenLive } from './ports.ts';
import { readLive, type LiveDocument } from './readLive.ts';

type LiveReader = Pick<LivePolicies, 'read' | 'readToReplace'>;

export interface KnownAnswer extends LiveDocument {
  readonly readAt: Date;
}

/** Live as it was read for a push, and the one way to replace it. */
export interface LiveToReplace extends Pick<ReplaceableLive, 'replace'> {
  readonly live: LiveDocument;
  /** When the answer came, as `Date.now()` counts. */
  readonly answeredAt: number;
}

export interface KnownFailure {
  readonly reason: string;
  /** Of an expected error. */
  readonly code?: string;
}

/** A reading that nobody asked for, and that failed. */
export interface MissedReading {
  readonly reason: string;
  readonly at: Date;
}

/** What was read from a console in this session. Reading live never moves a base. */
export class KnownLive {
  readonly #live: LiveReader;
  readonly #clock: Clock;
  readonly #memory: LiveMemory | undefined;
  readonly #answers: Map<PolicyName, KnownAnswer>;
  readonly #failures: Map<PolicyName, KnownFailure>;
  readonly #missed: Map<PolicyName, MissedReading>;
  readonly #turns: Turns;
  readonly #changed: Emitter<PolicyName>;
  readonly onDidChange: Event<PolicyName>;
  #isQuiet = false;

  constructor(live: LiveReader, clock: Clock, memory?: LiveMemory, of?: KnownLive) {
    this.#live = live;
    this.#clock = clock;
    this.#memory = memory;
    this.#answers = of ? of.#answers : new Map();
    this.#failures = of ? of.#failures : new Map();
    this.#missed = of ? of.#missed : new Map();
    this.#turns = of ? of.#turns : new Turns();
    this.#changed = of ? of.#changed : new Emitter();
    this.onDidChange = this.#changed.event;
  }

  /** What is known here, with readings over another connection to the same console. */
  through(live: LiveReader): KnownLive {
    const other = new KnownLive(live, this.#clock, this.#memory, this);
    other.#isQuiet = this.#isQuiet;
    return other;
  }

  /** The same for readings that nobody asked for: one that fails leaves what is known of the policy as it was. */
  quietly(): KnownLive {
    const other = this.through(this.#live);
    other.#isQuiet = true;
    return other;
  }

  answer(name: PolicyName): KnownAnswer | undefined {
    return this.#answers.get(name);
  }

  /** Another process pulled or pushed, and so read live later than this one: an older answer is no longer what is known. */
  readElsewhere(name: PolicyName, { hash, readAt }: SeenLive): void {
    const answer = this.#answers.get(name);
    if (answer && answer.hash !== hash && answer.readAt < readAt && readAt <= this.#clock.now()) {
      this.#answers.delete(name);
    }
  }

  /** What an earlier session read last. */
  earlier(name: PolicyName): SeenLive | undefined {
    return this.#memory?.recall(name);
  }

  /** Why the last reading failed; undefined when it did not. */
  failure(name: PolicyName): KnownFailure | undefined {
    return this.#failures.get(name);
  }

  /** The last reading in the background, if it failed and nothing was read since. */
  missed(name: PolicyName): MissedReading | undefined {
    return this.#missed.get(name);
  }

  /**
   * GET, remembered. Throws what the console client throws, and ExpectedError for an answer that is no policy.
   */
  async read(kind: PolicyKind, signal?: AbortSignal): Promise<LiveDocument> {
    const read = async () => ({ text: await this.#live.read(kind, signal) });
    return (await this.#remembered(kind, read)).live;
  }

  /** The same for a push. */
  async readToReplace(kind: PolicyKind, signal?: AbortSignal): Promise<LiveToReplace> {
    const { live, answer, answeredAt } = await this.#remembered(kind, () =>
      this.#live.readToReplace(kind, signal),
    );
    return { live, answeredAt, replace: (body) => answer.replace(body) };
  }

  async #remembered<T extends { readonly text: string }>(
    kind: PolicyKind,
    read: () => Promise<T>,
  ): Promise<{ readonly live: LiveDocument; readonly answer: T; readonly answeredAt: number }> {
    const { name } = kind;
    const turn = this.#turns.begin();
    try {
      const answer = await read();
      const answeredAt = Date.now();
      const { text } = answer;
      const last = this.#answers.get(name);
      const live = last?.text === text ? last : await readLive(kind, text);
      if (this.#turns.isNews(name, turn)) {
        const readAt = this.#clock.now();
        this.#turns.answered(name, turn);
        this.#answers.set(name, { ...live, readAt });
        this.#failures.delete(name);
        this.#missed.delete(name);
        this.#memory?.keep(name, { hash: live.hash, readAt });
      }
      return { live, answer, answeredAt };
    } catch (error) {
      // Where no request was made, nothing is known that was not known before.
      if (!isCanceled(error) && !isUnasked(error) && this.#turns.isNews(name, turn)) {
        this.#note(name, error);
      }
      throw error;
    } finally {
      this.#changed.fire(name);
    }
  }

  #note(name: PolicyName, error: unknown): void {
    const reason = messageOf(error);
    if (this.#isQuiet) {
      this.#missed.set(name, { reason, at: this.#clock.now() });
      return;
    }
    this.#missed.delete(name);
    this.#failures.set(name, { reason, ...(isExpected(error) ? { code: error.code } : {}) });
  }
}

/** Readings of a policy may be under way at the same time: of their answers the one that was asked for last says what is so. */
class Turns {
  #begun = 0;
  readonly #answered = new Map<PolicyName, number>();

  begin(): number {
    return ++this.#begun;
  }

  /** Whether no answer is known that was asked for later. */
  isNews(name: PolicyName, turn: number): boolean {
    return turn > (this.#answered.get(name) ?? 0);
  }

  answered(name: PolicyName, turn: number): void {
    this.#answered.set(name, turn);
  }
}
