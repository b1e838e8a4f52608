import { sameDestination, type Destination } from '../consoleFile/destination.ts';
import { arrayAt, isJsonObject, stringAt, type JsonObject } from '../json/json.ts';
import { parseJsonSteps, SharedItems } from '../json/jsonText.ts';
import { canonicalHash, knownDigest, ruleDigest } from '../policy/canonical.ts';
import { ruleFormOf } from '../policy/comparisonForm.ts';
import { policyKindOfIdentity, type PolicyKind, type PolicyName } from '../policy/families.ts';
import { policyAnswerProblem } from '../policy/pulledForm.ts';
import { blameIn, type Blame } from '../policy/ruleMark.ts';
import type { Gate } from '../util/concurrency.ts';
import { defined } from '../util/defined.ts';
import { whileOpen, type Emitter } from '../util/disposable.ts';
import { ExpectedError, isCanceled, isExpected, isUnasked, messageOf } from '../util/errors.ts';
import { inSlices, pause } from '../util/inSlices.ts';
import type {
  Clock,
  LiveMemory,
  LivePolicies,
  ReplaceableLive,
  SeenLive,
  UnpinnedPolicies,
} from './ports.ts';

export interface LiveDocument {
  /** Exact text of the console's answer. */
  readonly text: string;
  readonly document: JsonObject;
  /** Canonical hash of the document. */
  readonly hash: string;
  readonly items: SharedItems;
}

/**
 * Parses the answer of a console in time slices. Rules with the same text as in the earlier answer `before` are the
 * same objects. `null` means a policy that was never written. Throws ExpectedError.
 */
export function readLive(kind: PolicyKind, text: string, before?: LiveDocument): Promise<LiveDocument> {
  return inSlices(readSteps(kind, text, before));
}

function* readSteps(
  kind: PolicyKind,
  text: string,
  before: LiveDocument | undefined,
): Generator<void, LiveDocument, void> {
  const items = new SharedItems(before?.items);
  const value = (yield* parseJsonSteps(text, items)) ?? new Map();
  const why = isJsonObject(value) ? policyAnswerProblem(kind, value) : 'it is no object';
  if (!isJsonObject(value) || why !== undefined) {
    throw new ExpectedError(
      'not-a-policy',
      `The answer of the console for ${kind.name} is not a policy: ${why}.`,
      { advice: 'Try again; check the path of this policy in ordinance.yaml.' },
    );
  }
  const identity = stringAt(value, 'policyType') ?? stringAt(value, '_id') ?? '';
  const claimed = policyKindOfIdentity(identity);
  if (claimed && claimed.name !== kind.name) {
    throw new ExpectedError('wrong-policy', `The console sent ${claimed.name} instead of ${kind.name}.`, {
      advice: 'Check the path of this policy in ordinance.yaml.',
    });
  }
  for (const { key } of kind.arrays) {
    for (const rule of arrayAt(value, key)) {
      if (isJsonObject(rule) && knownDigest(rule, ruleFormOf(kind)) === undefined) {
        ruleDigest(rule, ruleFormOf(kind));
        yield;
      }
    }
  }
  return { text, document: value, hash: canonicalHash(kind, value), items };
}

/** The connection of a read, and its manner. */
export interface Reading {
  readonly live: Pick<LivePolicies, 'readPolicy'>;
  /** True for a read in the background: its failure keeps the state of the policy. */
  readonly isQuiet?: true;
  /** Limits simultaneous requests. Parsing comes after the gate, so both overlap. */
  readonly gate?: Gate;
  /** The policy of the last PUT. An answer with exactly its text needs no parsing. */
  readonly sent?: LiveDocument | undefined;
}

/**
 * Runs `work` over one connection. Changed settings cannot redirect its requests: they go to one place or
 * fail.
 */
export async function withPinned<C extends { readonly live: LivePolicies | UnpinnedPolicies }, T>(
  context: C,
  work: (pinned: C & { readonly live: LivePolicies }) => Promise<T>,
): Promise<T> {
  const { live } = context;
  return 'pin' in live
    ? whileOpen(live.pin(), (pin) => work({ ...context, live: pin }))
    : work({ ...context, live });
}

interface KnownAnswer extends LiveDocument {
  readonly readAt: Date;
}

/** The live policy that was read for a push, and the only way to replace it. */
export interface LiveToReplace extends Pick<ReplaceableLive, 'replace'> {
  readonly live: LiveDocument;
  /** Time of the answer, in milliseconds since the epoch (`Date.now()`). */
  readonly answeredAt: number;
}

interface KnownFailure {
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

  /** Returns the live policy from the last read in this session. */
  answer(name: PolicyName): KnownAnswer | undefined {
    return this.of(name).answer;
  }

  /** Returns the author and time of the last change of a live rule. */
  blame({ name }: PolicyKind, array: string, rule: string): Blame | undefined {
    const live = this.answer(name);
    return live && blameIn(live.document, array, rule);
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
  async read(reading: Reading, kind: PolicyKind, signal?: AbortSignal): Promise<LiveDocument> {
    return (await this.readToReplace(reading, kind, signal)).live;
  }

  /**
   * Reads and keeps the live policy. Throws the errors of the console client, and ExpectedError for an answer
   * without a policy.
   */
  async readToReplace(
    { live: console, isQuiet, gate, sent }: Reading,
    kind: PolicyKind,
    signal?: AbortSignal,
  ): Promise<LiveToReplace> {
    const { name } = kind;
    const turn = ++this.#begun;
    const isNews = (): boolean => turn > (this.#known.get(name) ?? nothing).turn;
    try {
      const request = () => console.readPolicy(kind, signal);
      const answer = await (gate ? gate.pass(request) : request());
      const answeredAt = Date.now();
      if (gate) {
        // Other answered reads can start their next requests before any parsing.
        await pause();
      }
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

/** Requests at the same time, unless a caller asks for another number. */
export const requestsAtOnce = 6;

/** Reads the names of all collections of a console. */
export type NamesReader = (live: LivePolicies, signal?: AbortSignal) => Promise<ReadonlySet<string>>;

/**
 * Returns a reader that makes one request for all plans. Names of another destination do not count, because
 * settings may change during planning.
 */
export function sharedNamesReader(): NamesReader {
  let last: { readonly destination: Destination; readonly names: Promise<ReadonlySet<string>> } | undefined;
  return (live, signal) => {
    if (!last || !sameDestination(last.destination, live.destination)) {
      last = { destination: live.destination, names: live.collectionNames(signal) };
    }
    return last.names;
  };
}
