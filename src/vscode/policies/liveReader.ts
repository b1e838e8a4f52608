import type * as vscode from 'vscode';
import { policyKinds, type PolicyKind, type PolicyName } from '../../core/policy/families.ts';
import type { PolicyStatus } from '../../core/sync/outcomes.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { isCanceled, isExpected, messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import { asOperation } from '../../core/util/operation.ts';
import type { Settings } from '../platform/settings.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { Consoles } from '../workspace/consoles.ts';

/** Policies read of one console in one turn; the next turn goes on with those that were read longest ago. */
export const MAX_POLICIES = 8;
/** No further policy is read in a turn that has brought as many characters. */
export const MAX_CHARACTERS = 8_000_000;
/** However often readings failed, the next try is not later than this, unless the person's own interval is. */
const longestWaitMs = 60 * 60_000;
/** While a policy of the console is pulled or pushed its turn waits. */
const busyWaitMs = 30_000;
/** A window that was just turned to has better things to do first, and several windows do not ask at once. */
const soonMs = 1000;
const soonSpread = 5;

export interface LiveReaderDeps {
  readonly consoles: Pick<Consoles, 'consoles' | 'onDidChange'>;
  readonly syncs: {
    of(console: ConsoleHandle): {
      /** Reads live; a failure changes nothing that is shown of the policy. Answers how many characters came. */
      glance(kind: PolicyKind, signal: AbortSignal): Promise<number>;
      isBusy(policy: PolicyName): boolean;
    };
  };
  readonly files: { find(console: ConsoleHandle, policy: PolicyName): Promise<unknown> };
  readonly models: { status(consoleId: string, policy: PolicyName): PolicyStatus | undefined };
  readonly window: Pick<typeof vscode.window, 'state' | 'onDidChangeWindowState'>;
  readonly settings: Pick<Settings, 'refreshIntervalMs' | 'onDidChange'>;
  readonly log: Logger;
  /** From 0 to 1; tests say which. */
  readonly random?: () => number;
  /** The least wait for a turn that is due. */
  readonly soonMs?: number;
}

/** How the turns of one console went. */
interface Turns {
  lastAt: number;
  failures: number;
  jitter: number;
  /** When each policy was tried last, read or not. */
  readonly tried: Map<PolicyName, number>;
}

/**
 * Reads live of pulled policies now and then while somebody works in the window, to show what others changed before a push
 * meets it. One request at a time, few per turn, later and later while they fail, also where the console refused the access key: a
 * good key is refused at times. A window that was left alone sends nothing, so it keeps no session of a console alive either. It signs nobody in, asks nothing, moves no base, and says no word but in the log and in tooltips.
 */
export class LiveReader implements Disposable {
  readonly #deps: LiveReaderDeps;
  readonly #random: () => number;
  readonly #disposables = new DisposableStore();
  readonly #controller = new AbortController();
  readonly #turns = new Map<string, Turns>();
  readonly #startedAt = Date.now();
  #timer: NodeJS.Timeout | undefined;
  #isReading = false;

  constructor(deps: LiveReaderDeps) {
    this.#deps = deps;
    this.#random = deps.random ?? Math.random;
    this.#disposables.addAll(
      deps.window.onDidChangeWindowState(() => this.#arm()),
      deps.settings.onDidChange(() => this.#arm()),
      deps.consoles.onDidChange(() => {
        // Another address or another sign-in may be what was missing.
        for (const turns of this.#turns.values()) {
          turns.failures = 0;
        }
        this.#arm();
      }),
    );
    this.#arm();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
    this.#disposables.dispose();
  }

  /** Sets the clock to the next turn of any console; a window that nobody uses has none. */
  #arm(): void {
    clearTimeout(this.#timer);
    if (this.#isReading || !this.#mayRead()) {
      return;
    }
    const dueAt = Math.min(...this.#ready().map((console) => this.#dueAt(console)));
    if (Number.isFinite(dueAt)) {
      const soon = (this.#deps.soonMs ?? soonMs) * (1 + (soonSpread - 1) * this.#random());
      this.#timer = setTimeout(() => void this.#read(), Math.max(soon, dueAt - Date.now()));
    }
  }

  #mayRead(): boolean {
    const { window, settings } = this.#deps;
    const isUsed = window.state.focused && window.state.active;
    return isUsed && settings.refreshIntervalMs > 0 && !this.#controller.signal.aborted;
  }

  /** Signed in, in a trusted workspace. */
  #ready(): ConsoleHandle[] {
    return this.#deps.consoles.consoles.filter(({ access }) => access === 'ready');
  }

  #dueAt(console: ConsoleHandle): number {
    const { lastAt, failures, jitter } = this.#turnsOf(console);
    const interval = this.#deps.settings.refreshIntervalMs;
    const wait = Math.max(interval, Math.min(longestWaitMs, interval * 2 ** failures));
    return lastAt + wait * (0.9 + 0.2 * jitter);
  }

  #turnsOf({ id }: ConsoleHandle): Turns {
    let turns = this.#turns.get(id);
    if (!turns) {
      turns = { lastAt: this.#startedAt, failures: 0, jitter: this.#random(), tried: new Map() };
      this.#turns.set(id, turns);
    }
    return turns;
  }

  /** Never rejects. */
  async #read(): Promise<void> {
    this.#isReading = true;
    try {
      for (const console of this.#ready()) {
        if (this.#mayRead() && this.#dueAt(console) <= Date.now()) {
          await asOperation(() => this.#readConsole(console)).catch((error: unknown) => {
            // An unexpected failure also delays the next read.
            const turns = this.#turnsOf(console);
            turns.lastAt = Date.now();
            turns.failures += 1;
            this.#deps.log.warn(`background reading of ${console.entry.name}: ${messageOf(error)}`);
          });
        }
      }
    } finally {
      this.#isReading = false;
      this.#arm();
    }
  }

  async #readConsole(console: ConsoleHandle): Promise<void> {
    const sync = this.#deps.syncs.of(console);
    const turns = this.#turnsOf(console);
    const isBusy = (): boolean => policyKinds.some(({ name }) => sync.isBusy(name));
    if (isBusy()) {
      turns.lastAt = Date.now() - this.#deps.settings.refreshIntervalMs + busyWaitMs;
      return;
    }
    turns.jitter = this.#random();
    let characters = 0;
    for (const kind of await this.#next(console, turns)) {
      if (!this.#mayRead() || isBusy() || characters >= MAX_CHARACTERS) {
        break;
      }
      turns.tried.set(kind.name, Date.now());
      try {
        characters += await sync.glance(kind, this.#controller.signal);
        turns.failures = 0;
      } catch (error) {
        if (isCanceled(error)) {
          break;
        }
        this.#deps.log.debug(`background reading of ${console.entry.name}/${kind.name}: ${messageOf(error)}`);
        const code = isExpected(error) ? error.code : undefined;
        // A missing or forbidden policy does not make other policies unreadable.
        if (code !== 'not-found' && code !== 'forbidden') {
          turns.failures += 1;
          break;
        }
      }
    }
    turns.lastAt = Date.now();
  }

  /** The pulled policies that were not looked at for longest, but for what a command read a moment ago. */
  async #next(console: ConsoleHandle, { tried }: Turns): Promise<PolicyKind[]> {
    const fresh = Date.now() - this.#deps.settings.refreshIntervalMs / 2;
    const due: { readonly kind: PolicyKind; readonly seenAt: number }[] = [];
    for (const kind of policyKinds) {
      const readAt = this.#deps.models.status(console.id, kind.name)?.liveReadAt?.getTime() ?? 0;
      const seenAt = Math.max(readAt, tried.get(kind.name) ?? 0);
      if (seenAt <= fresh && (await this.#deps.files.find(console, kind.name))) {
        due.push({ kind, seenAt });
      }
    }
    return due
      .toSorted((a, b) => a.seenAt - b.seenAt)
      .slice(0, MAX_POLICIES)
      .map(({ kind }) => kind);
  }
}
