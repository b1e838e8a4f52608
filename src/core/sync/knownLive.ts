import type { PolicyKind, PolicyName } from '../policy/families.ts';
import { Emitter, type Event } from '../util/emitter.ts';
import { isCancelled, isExpected, isUnasked, messageOf } from '../util/errors.ts';
import type { Clock, LiveMemory, LivePolicies, SeenLive } from './ports.ts';
import { readLive, type LiveDocument } from './readLive.ts';

export interface KnownAnswer extends LiveDocument {
  readonly readAt: Date;
}

export interface KnownFailure {
  readonly reason: string;
  /** Of an expected error. */
  readonly code?: string;
}

/** What was read from a console in this session. Reading live never moves a base. */
export class KnownLive {
  readonly #live: LivePolicies;
  readonly #clock: Clock;
  readonly #memory: LiveMemory | undefined;
  readonly #answers: Map<PolicyName, KnownAnswer>;
  readonly #failures: Map<PolicyName, KnownFailure>;
  readonly #changed: Emitter<PolicyName>;
  readonly onDidChange: Event<PolicyName>;

  constructor(live: LivePolicies, clock: Clock, memory?: LiveMemory, of?: KnownLive) {
    this.#live = live;
    this.#clock = clock;
    this.#memory = memory;
    this.#answers = of ? of.#answers : new Map();
    this.#failures = of ? of.#failures : new Map();
    this.#changed = of ? of.#changed : new Emitter();
    this.onDidChange = this.#changed.event;
  }

  /** What is known here, with readings over another connection to the same console. */
  through(live: LivePolicies): KnownLive {
    return new KnownLive(live, this.#clock, this.#memory, this);
  }

  answer(name: PolicyName): KnownAnswer | undefined {
    return this.#answers.get(name);
  }

  /** What an earlier session read last. */
  earlier(name: PolicyName): SeenLive | undefined {
    return this.#memory?.recall(name);
  }

  /** Why the last reading failed; undefined when it did not. */
  failure(name: PolicyName): KnownFailure | undefined {
    return this.#failures.get(name);
  }

  /**
   * GET, remembered. `sent` is what the answer may be, word for word. Throws what the console client throws, and
   * ExpectedError for an answer that is no policy.
   */
  async read(kind: PolicyKind, signal?: AbortSignal, sent?: LiveDocument): Promise<LiveDocument> {
    try {
      const text = await this.#live.read(kind, signal);
      const last = this.#answers.get(kind.name);
      const seen = [last, sent].find((one) => one?.text === text);
      const live = seen ?? (await readLive(kind, text, last));
      const answer = { ...live, readAt: this.#clock.now() };
      this.#answers.set(kind.name, answer);
      this.#failures.delete(kind.name);
      this.#memory?.keep(kind.name, { hash: answer.hash, readAt: answer.readAt });
      return answer;
    } catch (error) {
      // Where no request was made, nothing is known that was not known before.
      if (!isCancelled(error) && !isUnasked(error)) {
        this.#failures.set(kind.name, {
          reason: messageOf(error),
          ...(isExpected(error) ? { code: error.code } : {}),
        });
      }
      throw error;
    } finally {
      this.#changed.fire(kind.name);
    }
  }
}
