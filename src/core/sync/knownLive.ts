import type { PolicyKind, PolicyName } from '../policy/families.ts';
import { Emitter, type Event } from '../util/emitter.ts';
import { isCanceled, isExpected, isUnasked, messageOf } from '../util/errors.ts';
import { sourcesOf } from '../policy/sharedRules.ts';
import { inSlices } from '../util/inSlices.ts';
import type { PartedText } from '../util/partedText.ts';
import { sameTextSteps } from '../util/textParts.ts';
import type { Clock, LiveMemory, LivePolicies, SeenLive } from './ports.ts';
import { readLive, type LiveDocument } from './readLive.ts';

export interface KnownAnswer extends LiveDocument {
  readonly readAt: Date;
}

/** What was sent, as an answer that adds nothing would be read. */
export interface SentDocument extends Omit<LiveDocument, 'text' | 'sources'> {
  readonly body: PartedText;
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
  readonly #live: Pick<LivePolicies, 'read'>;
  readonly #clock: Clock;
  readonly #memory: LiveMemory | undefined;
  readonly #answers: Map<PolicyName, KnownAnswer>;
  readonly #failures: Map<PolicyName, KnownFailure>;
  readonly #missed: Map<PolicyName, MissedReading>;
  readonly #turns: Turns;
  readonly #changed: Emitter<PolicyName>;
  readonly onDidChange: Event<PolicyName>;
  #isQuiet = false;

  constructor(live: Pick<LivePolicies, 'read'>, clock: Clock, memory?: LiveMemory, of?: KnownLive) {
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
  through(live: Pick<LivePolicies, 'read'>): KnownLive {
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
   * GET, remembered. `sent` is what the answer may be, word for word. Throws what the console client throws, and
   * ExpectedError for an answer that is no policy.
   */
  async read(kind: PolicyKind, signal?: AbortSignal, sent?: SentDocument): Promise<LiveDocument> {
    const { name } = kind;
    const turn = this.#turns.begin();
    try {
      const text = await this.#live.read(kind, signal);
      const last = this.#answers.get(name);
      const live = (await seenAs(text, last, sent)) ?? (await readLive(kind, text, last));
      if (this.#turns.isNews(name, turn)) {
        const answer = { ...live, readAt: this.#clock.now() };
        this.#turns.answered(name, turn);
        this.#answers.set(name, answer);
        this.#failures.delete(name);
        this.#missed.delete(name);
        this.#memory?.keep(name, { hash: answer.hash, readAt: answer.readAt });
      }
      return live;
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

/** Which of these an answer says, word for word. */
async function seenAs(
  text: string,
  last: LiveDocument | undefined,
  sent: SentDocument | undefined,
): Promise<LiveDocument | undefined> {
  if (last && (await inSlices(sameTextSteps(last.text, text)))) {
    return last;
  }
  if (!sent || !(await inSlices(sent.body.isSteps(text)))) {
    return undefined;
  }
  const { body, document, hash } = sent;
  return { text, document, hash, sources: body.items && sourcesOf(text, document, body.items) };
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
