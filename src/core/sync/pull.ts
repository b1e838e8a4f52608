import type { PolicyKind } from '../policy/families.ts';
import type { PolicyRef, Spelling } from '../policy/policyFile.ts';
import { Gate, mapConcurrent } from '../util/concurrency.ts';
import { asError, CanceledError, ExpectedError, isCanceled, throwIfCanceled } from '../util/errors.ts';
import { withinOperation } from '../util/operation.ts';
import type { PullReport, LostChange } from './outcomes.ts';
import type { SyncContext } from './syncContext.ts';
import { requestsAtOnce, type LiveDocument, withPinned } from './readLive.ts';
import { recheckDuePushes } from './recover.ts';
import { policyMutex } from './store/mutexes.ts';
import { writeFileAndBase, workingCopy, type WorkingCopy, valueOf } from './workingCopy.ts';
import type { PolicyDocument } from '../document/policyDocument.ts';
import type { JsonObject } from '../json/json.ts';
import { diffPolicies } from '../policy/ruleDiff.ts';
import { lostChanges } from './lostChanges.ts';

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

/** Upper limit of requests at the same time. */
export const MAX_REQUESTS = 8;

type Ending = 'written' | 'unchanged' | 'kept';

/**
 * Pulls the live policies into the policy files. The report lists failures; a failure of one policy never
 * throws.
 */
export async function pullPolicies(
  context: SyncContext,
  kinds: readonly PolicyKind[],
  options: PullOptions,
): Promise<PullReport> {
  for (const kind of kinds) {
    await recheckDuePushes(context, kind, options.signal);
  }
  return withinOperation(() => pullAll(context, kinds, options));
}

async function pullAll(
  context: SyncContext,
  kinds: readonly PolicyKind[],
  options: PullOptions,
): Promise<PullReport> {
  const refOf = ({ name }: PolicyKind): PolicyRef => ({ console: context.console, policy: name });
  const requests = Math.min(Math.max(options.concurrency ?? requestsAtOnce, 1), MAX_REQUESTS);
  let done = 0;
  // One connection serves the whole pull, so that all policies come from the same place.
  const ends = await withPinned(context, (pinned) => {
    const pull = new Pull({ ...pinned, gate: new Gate(requests) }, options);
    // More policies run than requests, so that a slow disk delays no requests.
    return mapConcurrent(kinds, 4 * requests, async (kind) => {
      const end = await pull.one(kind, refOf(kind));
      if (end !== undefined) {
        options.onProgress?.(++done, kinds.length, refOf(kind));
      }
      return end;
    });
  }).catch((error: unknown) => kinds.map(() => (isCanceled(error) ? undefined : asError(error))));
  const ended = (ending: Ending): PolicyRef[] => kinds.filter((_, at) => ends[at] === ending).map(refOf);
  return {
    written: ended('written'),
    unchanged: ended('unchanged'),
    kept: ended('kept'),
    failed: kinds.flatMap((kind, at) => {
      const error = ends[at];
      return error instanceof Error ? [{ ref: refOf(kind), error }] : [];
    }),
    canceled: ends.includes(undefined),
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
  /** Lets one question be open at a time. */
  readonly #questions = new Gate(1);
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;

  constructor(context: SyncContext, options: PullOptions) {
    this.#context = context;
    this.#options = options;
    this.#signal = AbortSignal.any([this.#stop.signal, ...(options.signal ? [options.signal] : [])]);
  }

  /** Returns undefined for a canceled pull. Asks again when the file or the live policy changes during a question. */
  async one(kind: PolicyKind, ref: PolicyRef): Promise<Ending | Error | undefined> {
    const { busy, mutexes } = this.#context;
    const mutex = policyMutex(ref.console, kind.name);
    try {
      return await busy.during(kind.name, async () => {
        let agreed: Edited | undefined;
        for (;;) {
          throwIfCanceled(this.#signal);
          const end = await mutexes.with(mutex, () => this.#unlessEdited(kind, agreed), this.#signal);
          if (typeof end === 'string') {
            return end;
          }
          if (!(await this.#mayOverwrite(kind, ref, end))) {
            return 'kept';
          }
          agreed = end;
        }
      });
    } catch (error) {
      if (!isCanceled(error)) {
        return asError(error);
      }
      this.#stop.abort();
      return undefined;
    }
  }

  /** Returns the edits that would be lost, unless the user `agreed` to lose them. */
  async #unlessEdited(kind: PolicyKind, agreed: Edited | undefined): Promise<Ending | Edited> {
    const { bases, known } = this.#context;
    const base = await bases.hash(kind);
    const live = await known.read(this.#context, kind, this.#signal);
    const file = await workingCopy(this.#context, kind);
    const isAgreed = agreed?.live.hash === live.hash && agreed.file.document.text === file?.document.text;
    if (file && !isAgreed && hasLocalEdits(file, live, base)) {
      return { file, live, base };
    }
    throwIfCanceled(this.#signal);
    const isWritten = await writeFileAndBase(this.#context, kind, {
      file,
      base,
      live,
      spelling: file?.document.spelling ?? this.#options.format,
      full: this.#options.full,
    });
    if (!isWritten) {
      throw new ExpectedError('file-changed', `The file of ${kind.name} changed during the pull.`, {
        advice: 'Pull again.',
      });
    }
    return file?.hash === live.hash ? 'unchanged' : 'written';
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

/**
 * Returns the edits that are lost when `next`, the base or the live policy, replaces the policy file. Undefined
 * for a text without a single meaning: then all edits are lost. Without a known base every rule counts, and
 * someone may have removed each added rule here.
 */
async function lostEdits(
  kind: PolicyKind,
  document: PolicyDocument,
  base: JsonObject | undefined,
  next: JsonObject,
): Promise<readonly LostChange[] | undefined> {
  const value = await valueOf(kind, document, next);
  if (!value) {
    return undefined;
  }
  const { steps } = diffPolicies(kind, value, next);
  return lostChanges(kind, { base, now: value, next, steps });
}

/**
 * Returns the edits that are lost when the base replaces the policy file. Undefined without a base, and for a
 * text without a single meaning.
 */
export async function editsOverBase(
  context: SyncContext,
  kind: PolicyKind,
): Promise<readonly LostChange[] | undefined> {
  const copy = await context.copies.read(kind);
  const base = copy && (await baseDocument(context, kind));
  if (!copy) {
    return [];
  }
  return base && lostEdits(kind, copy, base, base);
}

/** The base; undefined when there is none, or only its hash is known. */
export async function baseDocument(context: SyncContext, kind: PolicyKind): Promise<JsonObject | undefined> {
  const stored = await context.bases.document(kind);
  if (stored) {
    return stored;
  }
  // An unedited file is the base after a clone, because the store is still empty.
  const hash = await context.bases.hash(kind);
  const file = hash === undefined ? undefined : await workingCopy(context, kind);
  return file && file.hash === hash ? valueOf(kind, file.document) : undefined;
}
