import type { PolicyKind, PolicyName } from '../policy/families.ts';
import { Emitter, type Event } from '../util/emitter.ts';
import { isCanceled, isExpected, isUnasked, messageOf } from '../util/errors.ts';
import type { Clock, LiveMemory, LivePolicies, ReplaceableLive, SeenLive } from './ports.ts';
import { readLive, type LiveDocument } from './readLive.ts';

type LiveReader = Pick<LivePolicies, 'read' | 'readToReplace'>;

export interface KnownAnswer extends LiveDocument {
  readonly readAt: Date;
}

/** The live policy that was read for a push, and the only way to replace it. */
export interface LiveToReplace extends Pick<ReplaceableLive, 'replace'> {
  readonly live: LiveDocument;
  /** Time of the answer, in milliseconds since the epoch (`Date.now()`). */
  readonly answeredAt: number;
}

export interface KnownFailure {
  readonly reason: string;
  /** Code of an expected error. */
  readonly code?: string;
}

/** A failed read in the background. */
export interface MissedReading {
  readonly reason: string;
  readonly at: Date;
}

/** The live policies that were read in this session. A read never moves a base. */
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

  /** Returns an object with the same state that reads over another connection to this console. */
  through(live: LiveReader): KnownLive {
    const other = new KnownLive(live, this.#clock, this.#memory, this);
    other.#isQuiet = this.#isQuiet;
    return other;
  }

  /**
   * Returns an object with the same state for background reads: a failed read keeps the state of the policy.
   */
  quietly(): KnownLive {
    const other = this.through(this.#live);
    other.#isQuiet = true;
    return other;
  }

  answer(name: PolicyName): KnownAnswer | undefined {
    return this.#answers.get(name);
  }

  /**
   * Drops an answer that is older than a different base, because another process has pulled or pushed since.
   */
  readElsewhere(name: PolicyName, { hash, readAt }: SeenLive): void {
    const answer = this.#answers.get(name);
    if (answer && answer.hash !== hash && answer.readAt < readAt && readAt <= this.#clock.now()) {
      this.#answers.delete(name);
    }
  }

  /** Returns the last read live policy of an earlier session. */
  earlier(name: PolicyName): SeenLive | undefined {
    return this.#memory?.recall(name);
  }

  /** Returns the failure of the last read; undefined after a success. */
  failure(name: PolicyName): KnownFailure | undefined {
    return this.#failures.get(name);
  }

  /** Returns the last failed background read, if no read followed. */
  missed(name: PolicyName): MissedReading | undefined {
    return this.#missed.get(name);
  }

  /**
   * Reads and keeps the live policy. Throws the errors of the console client, and ExpectedError for an answer
   * without a policy.
   */
  async read(kind: PolicyKind, signal?: AbortSignal): Promise<LiveDocument> {
    const read = async () => ({ text: await this.#live.read(kind, signal) });
    return (await this.#remembered(kind, read)).live;
  }

  /** Reads and keeps the live policy for a push. */
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
      // A read that made no request brings no news, so the known state stays.
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

/** Several reads of a policy may run at the same time. The answer of the latest request counts. */
class Turns {
  #begun = 0;
  readonly #answered = new Map<PolicyName, number>();

  begin(): number {
    return ++this.#begun;
  }

  /** Returns true when no later request was answered yet. */
  isNews(name: PolicyName, turn: number): boolean {
    return turn > (this.#answered.get(name) ?? 0);
  }

  answered(name: PolicyName, turn: number): void {
    this.#answered.set(name, turn);
  }
}
