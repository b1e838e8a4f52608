import type * as vscode from 'vscode';
import { policyKinds, type PolicyKind } from '../../core/policy/families.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { isCanceled, isExpected, messageOf } from '../../core/util/errors.ts';
import { asOperation } from '../../core/util/operation.ts';
import type { FeatureServices } from '../featureServices.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';

/** Policies read of one console in one turn; the next turn goes on with those that were read longest ago. */
export const MAX_POLICIES = 8;
/** No further policy is read in a turn that has brought as many characters. */
export const MAX_CHARACTERS = 8_000_000;
/** However often readings failed, the next try is not later than this, unless the person's own interval is. */
const longestWaitMs = 60 * 60_000;
const lookMs = 5000;
/** A missing or forbidden policy does not make other policies unreadable. */
const ofOnePolicy: ReadonlySet<string | undefined> = new Set(['not-found', 'forbidden']);

type BackgroundReadingDeps = Pick<
  FeatureServices,
  'consoles' | 'files' | 'log' | 'models' | 'settings' | 'syncs'
> & {
  readonly window: Pick<typeof vscode.window, 'state'>;
  /** From 0 to 1; tests say which. */
  readonly random?: () => number;
  /** The time between two looks for consoles whose turn has come; tests look more often. */
  readonly lookMs?: number;
};

/** How the turns of one console went. */
interface Turns {
  lastAt: number;
  failures: number;
  /** Several windows do not ask at once. */
  jitter: number;
}

/**
 * Reads live of pulled policies now and then while somebody works in the window, to show what others changed before a push
 * meets it. One request at a time, few per turn, later and later while they fail, also where the console refused the access key: a
 * good key is refused at times. A window that was left alone sends nothing, so it keeps no session of a console alive either. It signs nobody in, asks nothing, moves no base, and says no word but in the log and in tooltips.
 */
export function readLiveInBackground(deps: BackgroundReadingDeps): Disposable {
  const { consoles, syncs, files, models, window, settings, log, random = Math.random } = deps;
  const startedAt = Date.now();
  const turns = new Map<string, Turns>();
  /** When each policy was tried last, read or not. */
  const tried = new Map<string, number>();
  const controller = new AbortController();
  const { signal } = controller;
  let isReading = false;

  const mayRead = (): boolean =>
    window.state.focused && window.state.active && settings.refreshIntervalMs > 0 && !signal.aborted;
  const isBusy = (console: ConsoleHandle): boolean =>
    policyKinds.some(({ name }) => syncs.of(console).isBusy(name));
  const turnsOf = ({ id }: ConsoleHandle): Turns => {
    const known = turns.get(id) ?? { lastAt: startedAt, failures: 0, jitter: random() };
    turns.set(id, known);
    return known;
  };
  const isDue = (console: ConsoleHandle): boolean => {
    const { lastAt, failures, jitter } = turnsOf(console);
    const interval = settings.refreshIntervalMs;
    const waitMs = Math.max(interval, Math.min(longestWaitMs, interval * 2 ** failures));
    return console.access === 'ready' && lastAt + waitMs * (0.9 + 0.2 * jitter) <= Date.now();
  };
  /** The pulled policies that were not looked at for longest, but for what a command read a moment ago. */
  const nextOf = async (console: ConsoleHandle): Promise<readonly PolicyKind[]> => {
    const fresh = Date.now() - settings.refreshIntervalMs / 2;
    const seenAt = ({ name }: PolicyKind): number =>
      Math.max(
        models.status(console.id, name)?.liveReadAt?.getTime() ?? 0,
        tried.get(`${console.id}/${name}`) ?? 0,
      );
    const found: PolicyKind[] = [];
    for (const kind of policyKinds.toSorted((a, b) => seenAt(a) - seenAt(b))) {
      if (found.length < MAX_POLICIES && seenAt(kind) <= fresh && (await files.find(console, kind.name))) {
        found.push(kind);
      }
    }
    return found;
  };
  const readConsole = async (console: ConsoleHandle, own: Turns): Promise<void> => {
    let characters = 0;
    for (const kind of await nextOf(console)) {
      if (!mayRead() || isBusy(console) || characters >= MAX_CHARACTERS) {
        return;
      }
      tried.set(`${console.id}/${kind.name}`, Date.now());
      try {
        characters += await syncs.of(console).glance(kind, signal);
        own.failures = 0;
      } catch (error) {
        if (isCanceled(error) || !isExpected(error) || !ofOnePolicy.has(error.code)) {
          throw error;
        }
        log.debug(`background reading of ${console.entry.name}/${kind.name}: ${messageOf(error)}`);
      }
    }
  };
  /** Never rejects. */
  const readDue = async (): Promise<void> => {
    for (const console of consoles.consoles) {
      if (mayRead() && isDue(console) && !isBusy(console)) {
        const own = turnsOf(console);
        try {
          await asOperation(() => readConsole(console, own));
        } catch (error) {
          own.failures += isCanceled(error) ? 0 : 1;
          const level = isCanceled(error) || isExpected(error) ? 'debug' : 'warn';
          log[level](`background reading of ${console.entry.name}: ${messageOf(error)}`);
        }
        own.lastAt = Date.now();
        own.jitter = random();
      }
    }
  };

  const looking = setInterval(() => {
    if (!isReading) {
      isReading = true;
      void readDue().finally(() => (isReading = false));
    }
  }, deps.lookMs ?? lookMs);
  // Another address or another sign-in may be what was missing.
  const following = consoles.onDidChange(() => turns.forEach((own) => (own.failures = 0)));
  return {
    dispose: () => {
      clearInterval(looking);
      controller.abort();
      following.dispose();
    },
  };
}
