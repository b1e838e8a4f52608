import type { PolicyKind, PolicyName } from '../policy/families.ts';
import type { Emitter } from '../util/emitter.ts';
import { isCanceled, isExpected, isUnasked, messageOf } from '../util/errors.ts';
import type { Clock, LiveMemory, LivePolicies, ReplaceableLive, SeenLive } from './ports.ts';
import { readLive, type LiveDocument } from './readLive.ts';

/** The connection of a read. A failed quiet read, in the background, keeps the state of the policy. */
export interface Reading<Method extends keyof LivePolicies> {
  readonly live: Pick<LivePolicies, Method>;
  readonly isQuiet?: true;
}

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
  readonly #clock: Clock;
  readonly #memory: LiveMemory | undefined;
  readonly #answers = new Map<PolicyName, KnownAnswer>();
  readonly #failures = new Map<PolicyName, KnownFailure>();
  readonly #missed = new Map<PolicyName, MissedReading>();
  /** Numbers of the last answered reads: of several at the same time, the latest request counts. */
  readonly #answered = new Map<PolicyName, number>();
  #begun = 0;
  readonly #changed: Emitter<PolicyName>;

  /** `changed` fires after each read, also after a failed one. */
  constructor(clock: Clock, changed: Emitter<PolicyName>, memory?: LiveMemory) {
    this.#clock = clock;
    this.#changed = changed;
    this.#memory = memory;
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
  async read(reading: Reading<'read'>, kind: PolicyKind, signal?: AbortSignal): Promise<LiveDocument> {
    const read = async () => ({ text: await reading.live.read(kind, signal) });
    return (await this.#remembered(kind, read, reading.isQuiet)).live;
  }

  /** Reads and keeps the live policy for a push. */
  async readToReplace(
    { live: console }: Reading<'readToReplace'>,
    kind: PolicyKind,
    signal?: AbortSignal,
  ): Promise<LiveToReplace> {
    const { live, answer, answeredAt } = await this.#remembered(kind, () =>
      console.readToReplace(kind, signal),
    );
    return { live, answeredAt, replace: (body) => answer.replace(body) };
  }

  async #remembered<T extends { readonly text: string }>(
    kind: PolicyKind,
    read: () => Promise<T>,
    isQuiet = false,
  ): Promise<{ readonly live: LiveDocument; readonly answer: T; readonly answeredAt: number }> {
    const { name } = kind;
    const turn = ++this.#begun;
    const isNews = (): boolean => turn > (this.#answered.get(name) ?? 0);
    try {
      const answer = await read();
      const answeredAt = Date.now();
      const { text } = answer;
      const last = this.#answers.get(name);
      const live = last?.text === text ? last : await readLive(kind, text, last);
      if (isNews()) {
        const readAt = this.#clock.now();
        this.#answered.set(name, turn);
        this.#answers.set(name, { ...live, readAt });
        this.#failures.delete(name);
        this.#missed.delete(name);
        this.#memory?.keep(name, { hash: live.hash, readAt });
      }
      return { live, answer, answeredAt };
    } catch (error) {
      // A read that made no request brings no news, so the known state stays.
      if (!isCanceled(error) && !isUnasked(error) && isNews()) {
        this.#note(name, error, isQuiet);
      }
      throw error;
    } finally {
      this.#changed.fire(name);
    }
  }

  #note(name: PolicyName, error: unknown, isQuiet: boolean): void {
    const reason = messageOf(error);
    if (isQuiet) {
      this.#missed.set(name, { reason, at: this.#clock.now() });
      return;
    }
    this.#missed.delete(name);
    this.#failures.set(name, { reason, ...(isExpected(error) ? { code: error.code } : {}) });
  }
}
