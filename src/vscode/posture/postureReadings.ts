import type { JsonValue } from '../../core/json/json.ts';
import { resourceKey, type Resource } from '../../core/posture/resource.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import { isCanceled, isExpected, messageOf } from '../../core/util/errors.ts';

export interface PostureAnswer {
  readonly value: JsonValue;
  /** Why there may be more. */
  readonly incompleteReason?: 'repeated-page' | 'too-many';
}

/** The requests of the SSPM client of one console. */
export interface PostureReader {
  read(
    resource: Resource,
    options: { readonly signal: AbortSignal; onProgress?(done: number, total: number | undefined): void },
  ): Promise<PostureAnswer>;
}

/** The state of a resource. A failure stays until the next request by a person. Times are milliseconds since the epoch. */
export type Reading =
  | ({ readonly kind: 'value'; readonly readAt: number } & PostureAnswer)
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly advice?: string }
  | { readonly kind: 'canceled' };

export interface ReadingChange {
  readonly sourceId: string;
  /** Undefined: everything of the source. */
  readonly resource?: Resource;
}

interface Running {
  readonly done: Promise<Reading>;
  readonly stop: AbortController;
}

/** Every answer of the SSPM services, read once and kept with its age. */
export class PostureReadings implements Disposable {
  readonly #reader: (sourceId: string) => Promise<PostureReader>;
  readonly #report: (what: string, error: unknown) => void;
  readonly #held = new Map<string, Reading>();
  readonly #running = new Map<string, Running>();
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<ReadingChange>());
  readonly onDidChange = this.#changed.event;
  readonly #busy = this.#disposables.add(new Emitter<boolean>());
  /** Fires when the first request begins and when the last one ended. */
  readonly onDidChangeBusy = this.#busy.event;

  constructor(
    reader: (sourceId: string) => Promise<PostureReader>,
    report: (what: string, error: unknown) => void,
  ) {
    this.#reader = reader;
    this.#report = report;
  }

  /** Returns the state without a request. */
  peek(sourceId: string, resource: Resource): Reading | undefined {
    return this.#held.get(keyOf(sourceId, resource));
  }

  /** Returns the state, and reads it first if there is none. Never rejects. Concurrent callers share the request. */
  async get(sourceId: string, resource: Resource): Promise<Reading> {
    return this.peek(sourceId, resource) ?? this.#start(sourceId, resource).done;
  }

  /** Reads anew for somebody who can cancel it alone. Rejects as the reader does; a good answer is kept. */
  async fresh(
    sourceId: string,
    resource: Resource,
    signal: AbortSignal,
  ): Promise<PostureAnswer & { readAt: number }> {
    const reader = await this.#reader(sourceId);
    const answer = await reader.read(resource, { signal });
    const readAt = Date.now();
    this.#keep(sourceId, resource, { kind: 'value', readAt, ...answer });
    return { ...answer, readAt };
  }

  /** Forgets a resource, or everything of a source: it is read when it is looked at again. */
  forget(sourceId: string, resource?: Resource): void {
    const all = [...this.#running.keys(), ...this.#held.keys()];
    const keys = resource
      ? [keyOf(sourceId, resource)]
      : all.filter((key) => key.startsWith(`${sourceId}\n`));
    for (const key of keys) {
      this.#running.get(key)?.stop.abort();
      this.#running.delete(key);
      this.#held.delete(key);
    }
    this.#changed.fire({ sourceId, ...(resource && { resource }) });
  }

  /** Cancels everything that is being read. */
  stop(): void {
    for (const { stop } of this.#running.values()) {
      stop.abort();
    }
  }

  dispose(): void {
    this.stop();
    this.#disposables.dispose();
  }

  #start(sourceId: string, resource: Resource): Running {
    const id = keyOf(sourceId, resource);
    const running = this.#running.get(id);
    if (running) {
      return running;
    }
    const stop = new AbortController();
    const started: Running = { stop, done: this.#answer(sourceId, resource, stop.signal) };
    this.#running.set(id, started);
    if (this.#running.size === 1) {
      this.#busy.fire(true);
    }
    void started.done.then((reading) => {
      // Forgotten meanwhile: nobody is to see it any more.
      if (this.#running.get(id) === started) {
        this.#running.delete(id);
        this.#keep(sourceId, resource, reading);
      }
      if (this.#running.size === 0) {
        this.#busy.fire(false);
      }
    });
    return started;
  }

  async #answer(sourceId: string, resource: Resource, signal: AbortSignal): Promise<Reading> {
    try {
      const reader = await this.#reader(sourceId);
      return { kind: 'value', ...(await reader.read(resource, { signal })), readAt: Date.now() };
    } catch (error) {
      if (isCanceled(error)) {
        return { kind: 'canceled' };
      }
      if (isExpected(error)) {
        const { code, message, advice } = error;
        return { kind: 'failed', code, message, ...(advice === undefined ? {} : { advice }) };
      }
      this.#report(`read ${resourceKey(resource)}`, error);
      return { kind: 'failed', code: 'unexpected', message: messageOf(error) };
    }
  }

  #keep(sourceId: string, resource: Resource, reading: Reading): void {
    this.#held.set(keyOf(sourceId, resource), reading);
    this.#changed.fire({ sourceId, resource });
  }
}

function keyOf(sourceId: string, resource: Resource): string {
  return `${sourceId}\n${resourceKey(resource)}`;
}
