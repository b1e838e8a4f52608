import type { PolicyKind } from '../policy/families.ts';
import type { PolicyRef, Spelling } from '../policy/policyFile.ts';
import { pulledForm } from '../policy/pulledForm.ts';
import type { PolicyDocument } from '../document/policyDocument.ts';
import { updateOf, type TextUpdate } from '../document/updatedText.ts';
import { Gate, mapConcurrent } from '../util/concurrency.ts';
import { asError, CanceledError, ExpectedError, isCanceled, throwIfCanceled } from '../util/errors.ts';
import { pause } from '../util/pause.ts';
import { beforeReading, isPushedSince, unlessPushed } from './liveReadGuard.ts';
import { lostEdits } from './lostEdits.ts';
import { saysStill } from './madeFrom.ts';
import type { PullFailure, PullReport } from './outcomes.ts';
import { withPinned } from './pinned.ts';
import type { LiveDocument } from './readLive.ts';
import type { SyncContext } from './syncContext.ts';
import type { JudgedCopy } from './workingDocuments.ts';

export interface PullOptions {
  /** Spelling of files that do not exist yet. */
  readonly format: Spelling;
  /** Writes documents as the console answers them, with everything it fills in. */
  readonly full?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number, ref: PolicyRef) => void;
  /**
   * Asked, one policy at a time, before local edits would be lost; `lost` says which. `canMerge`: live was changed, too, and the file can
   * be read.
   */
  readonly chooseOverwrite: (
    ref: PolicyRef,
    lost: () => ReturnType<typeof lostEdits>,
    canMerge: boolean,
  ) => Promise<'overwrite' | 'keep' | 'cancel'>;
  /** Requests at the same time; 6 by default, `mostAtOnce` at most. */
  readonly concurrency?: number;
}

interface Pulled {
  readonly live: LiveDocument;
  readonly file: JudgedCopy | undefined;
  readonly base: string | undefined;
  readonly version: string | undefined;
}

/** Requests at the same time, unless a caller asks for another number. */
export const requestsAtOnce = 6;

/** Requests at the same time, whatever is asked for. */
export const mostAtOnce = 8;

/** How often a policy is read again because somebody pushed it meanwhile. */
const mostTries = 5;

type Ending = 'written' | 'unchanged' | 'kept';

/** Brings live into the working copies. A failure concerns its own policy and no other. */
export async function pullPolicies(
  context: SyncContext,
  kinds: readonly PolicyKind[],
  options: PullOptions,
): Promise<PullReport> {
  // What is read from one place is kept as read from there.
  return withPinned(
    context,
    (pinned) => pullPinned(pinned, kinds, options),
    // Without a connection every policy says why by itself.
    () => pullPinned(context, kinds, options),
  );
}

async function pullPinned(
  context: SyncContext,
  kinds: readonly PolicyKind[],
  options: PullOptions,
): Promise<PullReport> {
  const endings = new Map<PolicyRef, Ending>();
  const failed: PullFailure[] = [];
  const pull = new Pull(context, options);
  let done = 0;
  const requests = Math.min(Math.max(options.concurrency ?? requestsAtOnce, 1), mostAtOnce);
  const gate = new Gate(requests);
  // While the disk works on some, others are asked for: a disk that is slow keeps no request waiting.
  await mapConcurrent(kinds, 4 * requests, async (kind) => {
    const ref: PolicyRef = { console: context.console, policy: kind.name };
    if (pull.isCanceled) {
      return;
    }
    try {
      endings.set(ref, await context.busy.during(kind.name, () => pull.one(kind, ref, gate)));
    } catch (error) {
      if (isCanceled(error)) {
        pull.cancel();
        return;
      }
      failed.push({ ref, error: asError(error) });
    }
    options.onProgress?.(++done, kinds.length, ref);
  });
  const ended = (ending: Ending): PolicyRef[] =>
    kinds
      .flatMap(({ name }) => [...endings].filter(([ref, how]) => ref.policy === name && how === ending))
      .map(([ref]) => ref);
  return {
    written: ended('written'),
    unchanged: ended('unchanged'),
    kept: ended('kept'),
    failed,
    canceled: pull.isCanceled,
  };
}

/** As many requests as the gate lets through; what one answers is read while the next one is under way. */
export async function readLiveThrough(
  gate: Gate,
  { known, live }: Pick<SyncContext, 'known' | 'live'>,
  kind: PolicyKind,
  signal: AbortSignal | undefined,
): Promise<LiveDocument> {
  const leave = await gate.enter();
  try {
    const asked = known.through({
      read: async (...of) => {
        const text = await live.read(...of).finally(leave);
        // Whatever was answered by now makes room for its next request before any of it is read.
        await pause();
        return text;
      },
      readToReplace: (...of) => live.readToReplace(...of),
    });
    return await asked.read(kind, signal);
  } finally {
    leave();
  }
}

class Pull {
  readonly #context: SyncContext;
  readonly #options: PullOptions;
  readonly #version: Promise<string | undefined>;
  #asking: Promise<unknown> = Promise.resolve();
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;

  constructor(context: SyncContext, options: PullOptions) {
    this.#context = context;
    this.#options = options;
    this.#version = context.version(options.signal);
    this.#signal = AbortSignal.any([this.#stop.signal, ...(options.signal ? [options.signal] : [])]);
  }

  get isCanceled(): boolean {
    return this.#signal.aborted;
  }

  cancel(): void {
    this.#stop.abort();
  }

  async one(kind: PolicyKind, ref: PolicyRef, gate: Gate): Promise<Ending> {
    for (let tries = 1; ; tries++) {
      const ending = await this.#once(kind, ref, gate);
      if (ending !== undefined) {
        return ending;
      }
      if (tries === mostTries) {
        throw new ExpectedError('push-running', `${kind.name} is being pushed again and again.`, {
          advice: 'Pull again.',
        });
      }
    }
  }

  /** Undefined when somebody pushed the policy meanwhile: what was read may be what it held before. */
  async #once(kind: PolicyKind, ref: PolicyRef, gate: Gate): Promise<Ending | undefined> {
    const { copies } = this.#context;
    const before = await beforeReading(this.#context, kind, this.#signal);
    const live = await readLiveThrough(gate, this.#context, kind, this.#signal);
    const copy = await copies.read(ref);
    const file = copy && (await this.#context.working.judged(kind, copy));
    if (file && hasLocalEdits(file, live, before.base)) {
      // What was just pushed is no edit that could be lost.
      if (await isPushedSince(this.#context, kind, before)) {
        return undefined;
      }
      const canMerge = file.hash !== undefined && live.hash !== before.base;
      if (!(await this.#mayOverwrite(ref, () => lostEdits(this.#context, kind, file, live), canMerge))) {
        return 'kept';
      }
    }
    const version = await this.#version;
    throwIfCanceled(this.#signal);
    const isWritten = await unlessPushed(this.#context, kind, before, () =>
      this.#write(kind, ref, { live, file, base: before.base, version }),
    );
    return isWritten ? (file?.hash === live.hash ? 'unchanged' : 'written') : undefined;
  }

  async #write(kind: PolicyKind, ref: PolicyRef, { live, file, base, version }: Pulled): Promise<void> {
    const { copies, bases, clock } = this.#context;
    let written: string | undefined;
    const isNew = file?.hash !== live.hash;
    if (isNew) {
      // The content of the base comes first and the lock file last: a crash in between leaves a file that reads as
      // edited or in sync, never a base that the file was not made from.
      const spelling = file?.copy.spelling ?? this.#options.format;
      const [update] = await Promise.all([
        this.#update(kind, live, file?.copy.document, spelling),
        bases.keep(kind, live),
      ]);
      await copies.write(ref, spelling, update, file?.copy.text);
      written = typeof update === 'string' ? update : undefined;
    }
    const isMoved = await bases.move(kind, live, {
      at: clock.now(),
      consoleVersion: version,
      expected: base,
      isKept: isNew,
      isMadeFrom: async () =>
        // What was written says what it was made from; anything else has to be read.
        (written !== undefined && (await copies.text(ref)) === written) ||
        saysStill(this.#context, kind, live.hash),
    });
    if (!isMoved) {
      throw new ExpectedError('file-changed', `The file of ${kind.name} changed during the pull.`, {
        advice: 'Pull again.',
      });
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

  async #mayOverwrite(
    ref: PolicyRef,
    lost: () => ReturnType<typeof lostEdits>,
    canMerge: boolean,
  ): Promise<boolean> {
    const asked = this.#asking.then(async () => {
      throwIfCanceled(this.#signal);
      const choice = await this.#options.chooseOverwrite(ref, lost, canMerge);
      if (choice === 'cancel') {
        this.cancel();
        throw new CanceledError();
      }
      return choice === 'overwrite';
    });
    this.#asking = asked.catch(() => undefined);
    return asked;
  }
}

function hasLocalEdits(file: JudgedCopy, live: LiveDocument, base: string | undefined): boolean {
  return file.hash !== live.hash && (file.hash === undefined || file.hash !== base);
}
