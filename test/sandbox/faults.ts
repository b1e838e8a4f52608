import type { Answer } from '../../src/sandbox/http.ts';
import type { SandboxState } from '../../src/sandbox/sandboxState.ts';

/** The time of a fault: `before` the console applies the request, or `after`. */
export type FaultTime = 'before' | 'after';

/**
 * One simulated failure. By default the console applies the request as usual, and only its answer fails.
 * Hooks receive the state of the console, so a simulated edit can happen between any two requests.
 */
export type Fault =
  /** A status, usually of an error, with an optional body replaces the answer. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly when: FaultTime;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The console answers 429 without applying the request; `retryAfter` is the text of the header. */
  | { readonly kind: 'throttled'; readonly retryAfter?: string }
  /** The connection ends after `uploadBytes` of the request body, or before or after the request is applied. */
  | { readonly kind: 'reset'; readonly when: FaultTime; readonly uploadBytes?: number }
  /**
   * The console does not answer until the client gives up. With `partial`, it first sends the head and half
   * of the body.
   */
  | { readonly kind: 'hang'; readonly when: FaultTime; readonly partial?: boolean }
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** The console waits for `until` before it applies the request. */
  | { readonly kind: 'held'; readonly until: Promise<unknown> }
  /**
   * The console answers at once (504 by default), or not at all, and applies the request later. The trigger
   * is the n-th following read of the address, some milliseconds, or a call of `arrive`.
   */
  | {
      readonly kind: 'late';
      readonly answer?: number | 'reset' | 'hang';
      readonly atRead?: number;
      readonly milliseconds?: number;
    }
  /** The console applies the request, but this number of reads still returns the previous state. */
  | { readonly kind: 'stale'; readonly reads: number }
  /** The answer ends in the middle of its JSON, without a connection error. */
  | { readonly kind: 'truncated' }
  /** The answer announces more bytes than it has, then the connection ends. */
  | { readonly kind: 'wrong-length' }
  /** The console answers 200 with a sign-in page. */
  | { readonly kind: 'html'; readonly when: FaultTime }
  /** The console answers 200 with an empty body and changes nothing. */
  | { readonly kind: 'not-applied' }
  /** The console answers 200, but stores only the first `rules` rules of each array. */
  | { readonly kind: 'partly-applied'; readonly rules: number }
  /** The console answers 204 with a body, which HTTP does not allow. */
  | { readonly kind: 'body-on-204' }
  | { readonly kind: 'redirect'; readonly to: string; readonly status?: number }
  | { readonly kind: 'bad-gzip' }
  /** A small answer unpacks to `bytes` bytes (at most 1 GiB). */
  | { readonly kind: 'gzip-bomb'; readonly bytes: number }
  /** The answer continues until the client gives up, up to `bytes` bytes. */
  | { readonly kind: 'endless'; readonly bytes: number }
  /** All issued tokens expire before the console handles this request. */
  | { readonly kind: 'expire-tokens' }
  /** The console answers 400 and repeats the credentials of the request in the body. */
  | { readonly kind: 'echo-credentials' }
  /** The console answers with exactly these bytes. */
  | { readonly kind: 'bytes'; readonly body: string | Uint8Array; readonly contentType?: string }
  /** Another person makes an edit just before or just after the request is applied. */
  | {
      readonly kind: 'colleague';
      readonly before?: (state: SandboxState) => void;
      readonly after?: (state: SandboxState) => void;
    };

export interface FaultMatch {
  readonly method?: string;
  /** A part of the path (without query), or a pattern for it. */
  readonly path?: string | RegExp;
  /** The number of matching requests with the fault; 1 by default. */
  readonly count?: number;
  /** The number of matching requests before the first fault. */
  readonly skip?: number;
}

interface Waiting {
  readonly match: FaultMatch;
  readonly fault: Fault;
  skip: number;
  left: number;
}

interface Late {
  readonly path: string;
  readsLeft: number;
  readonly apply: () => void;
}

interface Stale {
  readonly answer: Answer;
  left: number;
}

/** Scripted faults in their order. One request meets at most one fault. */
export class Faults {
  readonly #waiting: Waiting[] = [];
  #late: Late[] = [];
  readonly #stale = new Map<string, Stale>();

  /** Makes the next matching request (or `count` of them) meet `fault`. */
  next(match: FaultMatch, fault: Fault): void {
    this.#waiting.push({ match, fault, skip: match.skip ?? 0, left: match.count ?? 1 });
  }

  /** The number of faults that still wait for requests. */
  get pending(): number {
    return this.#waiting.length;
  }

  clear(): void {
    this.#waiting.length = 0;
  }

  /** The number of requests with an answer that are not applied yet. */
  get late(): number {
    return this.#late.length;
  }

  /** Applies the late requests in the order they were sent. */
  arrive(): void {
    for (const { apply } of this.#late.splice(0)) {
      apply();
    }
  }

  /** Discards the late requests and ends all stale reads. */
  lose(): void {
    this.#late = [];
    this.#stale.clear();
  }

  /** Postpones a request until the time that the fault gives. */
  postpone(
    { atRead, milliseconds }: Extract<Fault, { kind: 'late' }>,
    path: string,
    apply: () => void,
  ): void {
    const late: Late = { path, readsLeft: atRead ?? Infinity, apply };
    this.#late.push(late);
    if (milliseconds !== undefined) {
      setTimeout(() => this.#arrives((one) => one === late), milliseconds).unref();
    }
  }

  /** Counts a read that the console is about to answer, which may trigger late requests. */
  onRead(path: string): void {
    this.#arrives((one) => one.path === path && --one.readsLeft === 0);
  }

  /** Makes the next `reads` reads return `answer`, even after writes. */
  lag(path: string, reads: number, answer: Answer): void {
    this.#stale.set(path, { answer, left: reads });
  }

  /** Returns the stale answer while reads of this address lag behind. */
  lagging(path: string): Answer | undefined {
    const stale = this.#stale.get(path);
    return stale && stale.left-- > 0 ? stale.answer : undefined;
  }

  #arrives(isDue: (late: Late) => boolean): void {
    const due = this.#late.filter(isDue);
    this.#late = this.#late.filter((one) => !due.includes(one));
    due.forEach(({ apply }) => apply());
  }

  /** Returns the fault of this request and counts it as used. */
  take(method: string, path: string): Fault | undefined {
    for (const [index, waiting] of this.#waiting.entries()) {
      if (!matches(waiting.match, method, path)) {
        continue;
      }
      if (waiting.skip > 0) {
        waiting.skip--;
        continue;
      }
      if (--waiting.left === 0) {
        this.#waiting.splice(index, 1);
      }
      return waiting.fault;
    }
    return undefined;
  }
}

function matches(match: FaultMatch, method: string, path: string): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== method) {
    return false;
  }
  return match.path === undefined
    ? true
    : typeof match.path === 'string'
      ? path.includes(match.path)
      : match.path.test(path);
}
