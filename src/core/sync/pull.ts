import type { PolicyKind } from '../policy/families.ts';
import type { PolicyRef, Spelling } from '../policy/policyFile.ts';
import { pulledForm } from '../policy/pulledForm.ts';
import type { PolicyDocument } from '../document/policyDocument.ts';
import { updateOf, type TextUpdate } from '../document/updatedText.ts';
import { Gate, mapConcurrent } from '../util/concurrency.ts';
import { asError, CanceledError, ExpectedError, isCanceled, throwIfCanceled } from '../util/errors.ts';
import { pause } from '../util/pause.ts';
import { lostEdits } from './lostEdits.ts';
import { saysStill } from './madeFrom.ts';
import type { PullReport } from './outcomes.ts';
import { withPinned } from './pinned.ts';
import type { LivePolicies } from './ports.ts';
import type { LiveDocument } from './readLive.ts';
import type { SyncContext } from './syncContext.ts';
import { policyMutex } from './store/mutexes.ts';
import { workingCopy, type WorkingCopy } from './workingCopy.ts';

export interface PullOptions {
  /** Spelling of files that do not exist yet. */
  readonly format: Spelling;
  /** True to write policies as the console answers them, with all fields that it fills in. */
  readonly full?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number, ref: PolicyRef) => void;
  /**
   * Runs for one policy at a time, before local edits would be lost; `lost` lists them. `canMerge` is true
   * when the live policy also changed and the file is readable.
   */
  readonly chooseOverwrite: (
    ref: PolicyRef,
    lost: () => ReturnType<typeof lostEdits>,
    canMerge: boolean,
  ) => Promise<'overwrite' | 'keep' | 'cancel'>;
  /** Requests at the same time; 6 by default, `MAX_REQUESTS` at most. */
  readonly concurrency?: number;
}

/** Requests at the same time, unless a caller asks for another number. */
export const requestsAtOnce = 6;

/** Upper limit of requests at the same time. */
export const MAX_REQUESTS = 8;

type Ending = 'written' | 'unchanged' | 'kept';

/** Pulls the live policies into the policy files. A failure affects only its own policy. */
export async function pullPolicies(
  context: SyncContext,
  kinds: readonly PolicyKind[],
  options: PullOptions,
): Promise<PullReport> {
  try {
    // One connection serves the whole pull, so that all policies come from the same place.
    return await withPinned(context, (pinned) => pullPinned(pinned, kinds, options));
  } catch (error) {
    const canceled = isCanceled(error);
    const failed = kinds.map(({ name }) => ({
      ref: { console: context.console, policy: name },
      error: asError(error),
    }));
    return { written: [], unchanged: [], kept: [], failed: canceled ? [] : failed, canceled };
  }
}

async function pullPinned(
  context: SyncContext,
  kinds: readonly PolicyKind[],
  options: PullOptions,
): Promise<PullReport> {
  const requests = Math.min(Math.max(options.concurrency ?? requestsAtOnce, 1), MAX_REQUESTS);
  const pull = new Pull(context, options, limitedReads(context.live, new Gate(requests)));
  let done = 0;
  // More policies run than requests, so that a slow disk delays no requests.
  const ends = await mapConcurrent(kinds, 4 * requests, async (kind) => {
    const ref: PolicyRef = { console: context.console, policy: kind.name };
    const end = await pull.one(kind, ref);
    if (end !== undefined) {
      options.onProgress?.(++done, kinds.length, ref);
    }
    return { ref, end };
  });
  const ended = (ending: Ending): PolicyRef[] =>
    ends.flatMap(({ ref, end }) => (end === ending ? [ref] : []));
  return {
    written: ended('written'),
    unchanged: ended('unchanged'),
    kept: ended('kept'),
    failed: ends.flatMap(({ ref, end }) => (end instanceof Error ? [{ ref, error: end }] : [])),
    canceled: pull.isCanceled,
  };
}

type Reads = Pick<LivePolicies, 'readPolicy'>;

/** Limits simultaneous requests for live policies. Parsing comes after the gate, so both overlap. */
export function limitedReads(live: LivePolicies, gate: Gate): Reads {
  return {
    readPolicy: async (...of) => {
      const answer = await gate.pass(() => live.readPolicy(...of));
      // The pause lets other answered reads start their next requests before any parsing.
      await pause();
      return answer;
    },
  };
}

/** A file with local edits that the live policy would overwrite. */
interface Edited {
  readonly file: WorkingCopy;
  readonly live: LiveDocument;
  readonly base: string | undefined;
}

class Pull {
  readonly #context: SyncContext;
  readonly #options: PullOptions;
  readonly #live: Reads;
  readonly #version: Promise<string | undefined>;
  /** Lets one question be open at a time. */
  readonly #questions = new Gate(1);
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;

  constructor(context: SyncContext, options: PullOptions, live: Reads) {
    this.#context = context;
    this.#options = options;
    this.#live = live;
    this.#version = context.version(options.signal);
    this.#signal = AbortSignal.any([this.#stop.signal, ...(options.signal ? [options.signal] : [])]);
  }

  get isCanceled(): boolean {
    return this.#signal.aborted;
  }

  /** Returns undefined for a canceled pull. */
  async one(kind: PolicyKind, ref: PolicyRef): Promise<Ending | Error | undefined> {
    if (this.isCanceled) {
      return undefined;
    }
    try {
      return await this.#context.busy.during(kind.name, () => this.#asked(kind, ref));
    } catch (error) {
      if (!isCanceled(error)) {
        return asError(error);
      }
      this.#stop.abort();
      return undefined;
    }
  }

  /** Asks again when the file or the live policy changes during a question. */
  async #asked(kind: PolicyKind, ref: PolicyRef): Promise<Ending> {
    let agreed: Edited | undefined;
    for (;;) {
      const once = (): Promise<Ending | Edited> => this.#once(kind, ref, agreed);
      const mutex = policyMutex(ref.console, kind.name);
      const end = await this.#context.mutexes.with(mutex, once, this.#signal);
      if (typeof end === 'string') {
        return end;
      }
      if (!(await this.#mayOverwrite(kind, ref, end))) {
        return 'kept';
      }
      agreed = end;
    }
  }

  async #once(kind: PolicyKind, ref: PolicyRef, agreed: Edited | undefined): Promise<Ending | Edited> {
    const { bases, known } = this.#context;
    throwIfCanceled(this.#signal);
    const base = await bases.hash(kind);
    const live = await known.read({ live: this.#live }, kind, this.#signal);
    const file = await workingCopy(this.#context, kind);
    const isAgreed = agreed?.live.hash === live.hash && agreed.file.document.text === file?.document.text;
    if (file && !isAgreed && hasLocalEdits(file, live, base)) {
      return { file, live, base };
    }
    await this.#version;
    throwIfCanceled(this.#signal);
    await this.#write(kind, ref, live, file, base);
    return file?.hash === live.hash ? 'unchanged' : 'written';
  }

  async #write(
    kind: PolicyKind,
    ref: PolicyRef,
    live: LiveDocument,
    file: WorkingCopy | undefined,
    base: string | undefined,
  ): Promise<void> {
    const { copies, bases } = this.#context;
    const changed = new ExpectedError('file-changed', `The file of ${kind.name} changed during the pull.`, {
      advice: 'Pull again.',
    });
    // A checkout may have brought another base, which the file may be based on.
    if ((await bases.hash(kind)) !== base) {
      throw changed;
    }
    let written: string | undefined;
    // The content of the base comes first and the lock file last. A crash in between never leaves a base that
    // does not belong to the file.
    const kept = bases.keep(kind, live);
    if (file?.hash !== live.hash) {
      const spelling = file?.document.spelling ?? this.#options.format;
      const [update] = await Promise.all([this.#update(kind, live, file?.document, spelling), kept]);
      await copies.write(ref, spelling, update, file?.document.text);
      written = typeof update === 'string' ? update : undefined;
    }
    await kept;
    const isMoved = await bases.move(kind, live, {
      consoleVersion: await this.#version,
      expected: base,
      isMadeFrom: async () =>
        // A text that is still as written needs no comparison; any other text has to be parsed.
        (written !== undefined && (await copies.text(ref)) === written) ||
        saysStill(this.#context, kind, live.hash),
    });
    if (!isMoved) {
      throw changed;
    }
  }

  async #update(
    kind: PolicyKind,
    live: LiveDocument,
    document: PolicyDocument | undefined,
    spelling: Spelling,
  ): Promise<TextUpdate> {
    const next = pulledForm(kind, live.document, { full: this.#options.full });
    await pause();
    return updateOf(document, spelling, kind, next);
  }

  async #mayOverwrite(kind: PolicyKind, ref: PolicyRef, { file, live, base }: Edited): Promise<boolean> {
    return this.#questions.pass(async () => {
      throwIfCanceled(this.#signal);
      const lost = async (): ReturnType<typeof lostEdits> => {
        // A base that only the repository names could hide an edit. Without a readable base, the file can still
        // be kept or overwritten.
        const known = await this.#context.bases.ownDocument(kind).catch(() => undefined);
        return lostEdits(kind, file.document, known, live.document);
      };
      const canMerge = file.hash !== undefined && live.hash !== base;
      const choice = await this.#options.chooseOverwrite(ref, lost, canMerge);
      if (choice === 'cancel') {
        // The next question must not come.
        this.#stop.abort();
        throw new CanceledError();
      }
      return choice === 'overwrite';
    });
  }
}

function hasLocalEdits(file: WorkingCopy, live: LiveDocument, base: string | undefined): boolean {
  return file.hash !== live.hash && (file.hash === undefined || file.hash !== base);
}
