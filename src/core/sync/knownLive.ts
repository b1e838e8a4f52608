import type { PolicyKind, PolicyName } from '../policy/families.ts';
import { defined } from '../util/defined.ts';
import type { Emitter } from '../util/emitter.ts';
import { isCanceled, isExpected, isUnasked, messageOf } from '../util/errors.ts';
import type { Clock, LiveMemory, LivePolicies, ReplaceableLive, SeenLive } from './ports.ts';
import { readLive, type LiveDocument } from './readLive.ts';

/** The connection of a read. A failed quiet read, in the background, keeps the state of the policy. */
interface Reading {
  readonly live: Pick<LivePolicies, 'readPolicy'>;
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

/** All that is known of the live policy of one policy. */
interface Known {
  readonly answer?: KnownAnswer;
  /** Failure of the last read. */
  readonly failure?: KnownFailure;
  /** The last failed background read, if no read followed. */
  readonly missed?: MissedReading;
  /** Number of the last answered read: of several at the same time, the latest request counts. */
  readonly turn: number;
}

const nothing: Known = { turn: 0 };

/** The live policies that were read in this session. A read never moves a base. */
export class KnownLive {
  readonly #clock: Clock;
  readonly #memory: LiveMemory | undefined;
  readonly #known = new Map<PolicyName, Known>();
  #begun = 0;
  readonly #changed: Emitter<PolicyName>;

  /** `changed` fires after each read, also after a failed one. */
  constructor(clock: Clock, changed: Emitter<PolicyName>, memory?: LiveMemory) {
    this.#clock = clock;
    this.#changed = changed;
    this.#memory = memory;
  }

  of(name: PolicyName): Omit<Known, 'turn'> {
    return this.#known.get(name) ?? nothing;
  }

  answer(name: PolicyName): KnownAnswer | undefined {
    return this.of(name).answer;
  }

  /**
   * Drops an answer that is older than a different base, because another process has pulled or pushed since.
   */
  readElsewhere(name: PolicyName, { hash, readAt }: SeenLive): void {
    const { answer, ...rest } = this.#known.get(name) ?? nothing;
    if (answer && answer.hash !== hash && answer.readAt < readAt && readAt <= this.#clock.now()) {
      this.#known.set(name, rest);
    }
  }

  /** Returns the last read live policy of an earlier session. */
  earlier(name: PolicyName): SeenLive | undefined {
    return this.#memory?.recall(name);
  }

  /** Returns the live policy alone; see `readToReplace`. */
  async read(
    reading: Reading,
    kind: PolicyKind,
    signal?: AbortSignal,
    sent?: LiveDocument,
  ): Promise<LiveDocument> {
    return (await this.readToReplace(reading, kind, signal, sent)).live;
  }

  /**
   * Reads and keeps the live policy. `sent` needs no reading when the console answers with exactly its text.
   * Throws the errors of the console client, and ExpectedError for an answer without a policy.
   */
  async readToReplace(
    { live: console, isQuiet }: Reading,
    kind: PolicyKind,
    signal?: AbortSignal,
    sent?: LiveDocument,
  ): Promise<LiveToReplace> {
    const { name } = kind;
    const turn = ++this.#begun;
    const isNews = (): boolean => turn > (this.#known.get(name) ?? nothing).turn;
    try {
      const answer = await console.readPolicy(kind, signal);
      const answeredAt = Date.now();
      const { text } = answer;
      const last = this.answer(name);
      const live = [last, sent].find((known) => known?.text === text) ?? (await readLive(kind, text, last));
      if (isNews()) {
        const readAt = this.#clock.now();
        this.#known.set(name, { answer: { ...live, readAt }, turn });
        this.#memory?.keep(name, { hash: live.hash, readAt });
      }
      return { live, answeredAt, replace: (body) => answer.replace(body) };
    } catch (error) {
      // A read that made no request brings no news, so the known state stays.
      if (!isCanceled(error) && !isUnasked(error) && isNews()) {
        this.#known.set(name, { ...(this.#known.get(name) ?? nothing), ...this.#failed(error, isQuiet) });
      }
      throw error;
    } finally {
      this.#changed.fire(name);
    }
  }

  #failed(error: unknown, isQuiet: true | undefined): Pick<Known, 'failure' | 'missed'> {
    const reason = messageOf(error);
    return isQuiet
      ? { missed: { reason, at: this.#clock.now() } }
      : { failure: defined({ reason, code: isExpected(error) ? error.code : undefined }), missed: undefined };
  }
}
