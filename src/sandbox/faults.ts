import type { Answer } from './answer.ts';
import type { SandboxState } from './sandboxState.ts';

/** Where a fault strikes: `before` the request is applied, or `after` it was applied. */
export type FaultTime = 'before' | 'after';

/**
 * One thing that goes wrong. Unless said otherwise the request is applied as usual and only its answer suffers.
 * Hooks see the state of the console, so a colleague's edit can fall between any two requests.
 */
export type Fault =
  /** An error status (or any other) with an optional body in place of the answer. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly when: FaultTime;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** 429, not applied; `retryAfter` as the header's text. */
  | { readonly kind: 'throttled'; readonly retryAfter?: string }
  /** The connection is cut: after `uploadBytes` of the request's body, or before or after applying. */
  | { readonly kind: 'reset'; readonly when: FaultTime; readonly uploadBytes?: number }
  /** No answer until the client gives up; with `partial` after the head and half of the body. */
  | { readonly kind: 'hang'; readonly when: FaultTime; readonly partial?: boolean }
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** Nothing happens until then. */
  | { readonly kind: 'held'; readonly until: Promise<unknown> }
  /**
   * Answered at once with `status` (504 unless said otherwise), or with none at all, and applied later: before the n-th
   * read of the same address that follows, after some milliseconds, or when `arrive` is called.
   */
  | {
      readonly kind: 'late';
      readonly answer?: number | 'reset' | 'hang';
      readonly atRead?: number;
      readonly milliseconds?: number;
    }
  /** Applied as usual, but so many reads of the same address still answer what was there before. */
  | { readonly kind: 'stale'; readonly reads: number }
  /** The answer stops in the middle of its JSON, in good order. */
  | { readonly kind: 'truncated' }
  /** The answer announces more bytes than come, then the connection ends. */
  | { readonly kind: 'wrong-length' }
  /** 200 with a sign-in page. */
  | { readonly kind: 'html'; readonly when: FaultTime }
  /** 200 with an empty body, nothing changed. */
  | { readonly kind: 'not-applied' }
  /** 200, but only the first `rules` rules of each array were stored. */
  | { readonly kind: 'partly-applied'; readonly rules: number }
  /** 204 that carries a body all the same. */
  | { readonly kind: 'body-on-204' }
  | { readonly kind: 'redirect'; readonly to: string; readonly status?: number }
  | { readonly kind: 'bad-gzip' }
  /** A small answer that unpacks to `bytes` bytes (at most 1 GiB). */
  | { readonly kind: 'gzip-bomb'; readonly bytes: number }
  /** An answer that goes on until the client gives up, at most `bytes` bytes. */
  | { readonly kind: 'endless'; readonly bytes: number }
  /** Every token issued so far expires before this request is looked at. */
  | { readonly kind: 'expire-tokens' }
  /** 400 whose body repeats the credentials of the request. */
  | { readonly kind: 'echo-credentials' }
  /** The answer is exactly these bytes. */
  | { readonly kind: 'bytes'; readonly body: string | Uint8Array; readonly contentType?: string }
  /** A colleague acts just before or just after the request is applied. */
  | {
      readonly kind: 'colleague';
      readonly before?: (state: SandboxState) => void;
      readonly after?: (state: SandboxState) => void;
    };

export interface FaultMatch {
  readonly method?: string;
  /** Part of the path (without query), or a pattern it must match. */
  readonly path?: string | RegExp;
  /** How many matching requests are struck; 1 by default. */
  readonly count?: number;
  /** How many matching requests pass before the first is struck. */
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

/** Faults that wait for their request, first scripted, first struck. One request meets at most one fault. */
export class Faults {
  readonly #waiting: Waiting[] = [];
  #late: Late[] = [];
  readonly #stale = new Map<string, Stale>();

  /** The next matching request (or `count` of them) meets `fault`. */
  next(match: FaultMatch, fault: Fault): void {
    this.#waiting.push({ match, fault, skip: match.skip ?? 0, left: match.count ?? 1 });
  }

  /** Faults that have not struck (or not often enough) yet. */
  get pending(): number {
    return this.#waiting.length;
  }

  clear(): void {
    this.#waiting.length = 0;
  }

  /** Requests that were answered and are not applied yet. */
  get late(): number {
    return this.#late.length;
  }

  /** Applies what is late, in the order it was sent. */
  arrive(): void {
    for (const { apply } of this.#late.splice(0)) {
      apply();
    }
  }

  /** What is late and never arrives; nothing lags behind any more. */
  lose(): void {
    this.#late = [];
    this.#stale.clear();
  }

  /** To be applied later, as the fault says. */
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

  /** A request for a resource is about to be answered. */
  onRead(path: string): void {
    this.#arrives((one) => one.path === path && --one.readsLeft === 0);
  }

  /** So many reads that follow are answered as now, whatever is written. */
  lag(path: string, reads: number, answer: Answer): void {
    this.#stale.set(path, { answer, left: reads });
  }

  /** What a read is answered while this address lags behind. */
  lagging(path: string): Answer | undefined {
    const stale = this.#stale.get(path);
    return stale && stale.left-- > 0 ? stale.answer : undefined;
  }

  #arrives(isDue: (late: Late) => boolean): void {
    const due = this.#late.filter(isDue);
    this.#late = this.#late.filter((one) => !due.includes(one));
    due.forEach(({ apply }) => apply());
  }

  /** The fault of this request, used up once. */
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
