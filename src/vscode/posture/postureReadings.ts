import type { SspmAnswer, SspmClient } from '../../core/console/sspm/sspmClient.ts';
import { resourceKey, type Resource } from '../../core/posture/resource.ts';
import { DisposableOwner, Emitter } from '../../core/util/disposable.ts';
import { isCanceled, isExpected, passOnUnexpected, type ExpectedError } from '../../core/util/errors.ts';
import { readApplications } from '../../core/posture/application.ts';
import { severitiesIn, type Severity } from '../../core/posture/setting.ts';
import { SnapshotReader, type PostureSnapshot } from '../../core/posture/snapshot.ts';
import { mapConcurrent } from '../../core/util/concurrency.ts';
import { withinOperation } from '../../core/util/operation.ts';

/** The requests of the SSPM client of one console. */
export type PostureReader = Pick<SspmClient, 'read'>;

export type PostureAnswer = SspmAnswer & {
  /** Milliseconds since the epoch. */
  readonly readAt: number;
};

export interface ReadingChange {
  readonly sourceId: string;
  /** Undefined for all resources of the source. */
  readonly resource?: Resource;
  /** The answer, after a read that succeeded. */
  readonly answer?: PostureAnswer | undefined;
}

interface Reading {
  readonly stop: AbortController;
  readonly answered: Promise<PostureAnswer>;
  /** Undefined during the read, and after a failure. */
  answer?: PostureAnswer;
}

/** Reads each answer of the SSPM services once, and keeps it with the time of the read. */
export class PostureReadings extends DisposableOwner {
  readonly #reader: (sourceId: string) => Promise<PostureReader>;
  readonly #report: (what: string, error: unknown) => void;
  readonly #readings = new Map<string, Reading>();
  #running = 0;
  readonly #changed = this.disposables.add(new Emitter<ReadingChange>());
  readonly onDidChange = this.#changed.event;
  readonly #busy = this.disposables.add(new Emitter<boolean>());
  /** Fires when the first request begins and when the last one ended. */
  readonly onDidChangeBusy = this.#busy.event;

  constructor(
    reader: (sourceId: string) => Promise<PostureReader>,
    report: (what: string, error: unknown) => void,
  ) {
    super();
    this.#reader = reader;
    this.#report = report;
    this.disposables.add({ dispose: () => this.stop() });
  }

  /** Returns the answer without a request. */
  peek(sourceId: string, resource: Resource): PostureAnswer | undefined {
    return this.#readings.get(keyOf(sourceId, resource))?.answer;
  }

  /**
   * Returns the answer, and reads it first if there is none. A failure stays until it is forgotten, so that a row which is drawn again
   * does not repeat its request. Concurrent callers share the request.
   */
  get(sourceId: string, resource: Resource): Promise<PostureAnswer> {
    const known = this.#readings.get(keyOf(sourceId, resource));
    return (known ?? this.#start(sourceId, resource)).answered;
  }

  /** Returns the answer, and reads it for this caller if there is none or if the last read failed. */
  async known(sourceId: string, resource: Resource, signal: AbortSignal): Promise<PostureAnswer> {
    return this.peek(sourceId, resource) ?? this.fresh(sourceId, resource, signal);
  }

  /** Reads again for one caller, who may cancel it. Only a good answer is kept. */
  async fresh(sourceId: string, resource: Resource, signal?: AbortSignal): Promise<PostureAnswer> {
    const answer = await this.#read(sourceId, resource, signal);
    this.#keep(sourceId, resource, answer);
    this.#changed.fire({ sourceId, resource, answer });
    return answer;
  }

  /** Reads again, and keeps the answer only in place of an earlier one, because all answers of a tenant need much memory. */
  async freshOnce(sourceId: string, resource: Resource, signal: AbortSignal): Promise<PostureAnswer> {
    const answer = await this.#read(sourceId, resource, signal);
    if (this.#readings.has(keyOf(sourceId, resource))) {
      this.#keep(sourceId, resource, answer);
    }
    this.#changed.fire({ sourceId, resource, answer });
    return answer;
  }

  /** Forgets a resource, or everything of a source. The next caller reads it again. */
  forget(sourceId: string, resource?: Resource): void {
    const keys = resource
      ? [keyOf(sourceId, resource)]
      : [...this.#readings.keys()].filter((key) => key.startsWith(`${sourceId}\n`));
    for (const key of keys) {
      this.#readings.get(key)?.stop.abort();
      this.#readings.delete(key);
    }
    this.#changed.fire({ sourceId, ...(resource && { resource }) });
  }

  /** Cancels the running reads. */
  stop(): void {
    for (const { stop } of this.#readings.values()) {
      stop.abort();
    }
  }

  #keep(sourceId: string, resource: Resource, answer: PostureAnswer): void {
    const reading = { stop: new AbortController(), answered: Promise.resolve(answer), answer };
    this.#readings.set(keyOf(sourceId, resource), reading);
  }

  #start(sourceId: string, resource: Resource): Reading {
    const key = keyOf(sourceId, resource);
    const stop = new AbortController();
    const reading: Reading = { stop, answered: this.#read(sourceId, resource, stop.signal) };
    this.#readings.set(key, reading);
    if (this.#running++ === 0) {
      this.#busy.fire(true);
    }
    void this.#end(key, reading, { sourceId, resource });
    return reading;
  }

  async #end(key: string, reading: Reading, change: { sourceId: string; resource: Resource }): Promise<void> {
    try {
      reading.answer = await reading.answered;
    } catch (error) {
      if (!isExpected(error) && !isCanceled(error)) {
        this.#report(`read ${resourceKey(change.resource)}`, error);
      }
    }
    // No row shows a reading that was forgotten before it ended.
    if (this.#readings.get(key) === reading) {
      this.#changed.fire({ ...change, answer: reading.answer });
    }
    if (--this.#running === 0) {
      this.#busy.fire(false);
    }
  }

  async #read(sourceId: string, resource: Resource, signal?: AbortSignal): Promise<PostureAnswer> {
    const reader = await this.#reader(sourceId);
    return { ...(await reader.read(resource, signal)), readAt: Date.now() };
  }
}

function keyOf(sourceId: string, resource: Resource): string {
  return `${sourceId}\n${resourceKey(resource)}`;
}

/** Requests in flight at the same time while a whole tenant is read. */
export const requestsInFlight = 4;

/**
 * Reads every application with its settings, and the definitions of each product once for the severities, at most
 * `requestsInFlight` requests at a time. An application that cannot be read is kept with the reason. Rejects when the list
 * of applications cannot be read, and when it is canceled. `onProgress` gets the number of finished requests, and of all.
 */
export function readTenant(
  readings: PostureReadings,
  source: { readonly id: string; readonly name: string },
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<PostureSnapshot> {
  return withinOperation(async () => {
    const takenAt = new Date().toISOString();
    const list = await readings.fresh(source.id, { kind: 'applications' }, signal);
    const applications = readApplications(list.value);
    const types = [...new Set(applications.flatMap(({ type }) => type ?? []))];
    const total = applications.length + types.length;
    let done = 0;
    const read = async (kind: 'configuration' | 'definitions', app: string) => {
      const answer = await readings.freshOnce(source.id, { kind, app }, signal).catch(expectedFailure);
      onProgress(++done, total);
      return answer;
    };
    const severities = new Map<string, ReadonlyMap<string, Severity>>();
    const readDefinitions = async (app: string): Promise<void> => {
      const answer = await read('definitions', app);
      // The outcomes are useful also without severities.
      if (!isExpected(answer)) {
        severities.set(app, severitiesIn(answer.value));
      }
    };
    await mapConcurrent(types, requestsInFlight, readDefinitions, signal);
    const snapshot = new SnapshotReader();
    const rows = await mapConcurrent(
      applications,
      requestsInFlight,
      async (application) => {
        const answer = await read('configuration', application.id);
        return isExpected(answer)
          ? snapshot.unread(application, answer.message)
          : snapshot.read(application, answer.value, severities.get(application.type ?? ''));
      },
      signal,
    );
    return { console: source.name, takenAt, applications: rows };
  });
}

/** An expected failure as a value, so that the other applications are still read. */
function expectedFailure(error: unknown): ExpectedError {
  passOnUnexpected(error);
  return error;
}
