import type * as vscode from 'vscode';
import { policyKinds, type PolicyKind, type PolicyName } from '../../core/policy/families.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { isCanceled, isExpected, messageOf } from '../../core/util/errors.ts';
import { asOperation } from '../../core/util/operation.ts';
import type { FeatureServices } from '../featureServices.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { absentCodes } from '../workspace/shownState.ts';
import { readInBackground } from '../../core/sync/policyStatus.ts';

/** Policies that one turn reads of a console. The next turn continues with the policies that were read longest ago. */
export const MAX_POLICIES = 8;
/** A turn ends when the read policies have this number of characters. */
export const MAX_CHARACTERS = 8_000_000;
/** The longest delay after failures, unless the interval of the setting is longer. */
const longestWaitMs = 60 * 60_000;
const lookMs = 5000;

type BackgroundReadingDeps = Pick<FeatureServices, 'consoles' | 'log' | 'models' | 'settings' | 'syncs'> & {
  readonly window: Pick<typeof vscode.window, 'state'>;
  /** A number from 0 to 1; tests give a fixed one. */
  readonly random?: () => number;
  /** The time between two looks for consoles to read; tests look more often. */
  readonly lookMs?: number;
};

/** The turns of one console. */
interface Turns {
  lastAt: number;
  failures: number;
  /** The last attempt to read each policy, successful or not. */
  readonly triedAt: Map<PolicyName, number>;
}

/**
 * Reads live policies of pulled files while a person uses the window, and shows changes of others before a push meets them. It sends
 * one request at a time and few per turn. After failures the turns are rarer, also when the console refuses the access key, because
 * consoles sometimes refuse a valid key. An unused window sends nothing, so no session of a console stays alive. It signs no one in,
 * asks nothing and moves no base; failures are visible in the log and in tooltips only.
 */
export function readLiveInBackground(deps: BackgroundReadingDeps): Disposable {
  const { consoles, syncs, models, window, settings, log, random = Math.random } = deps;
  const startedAt = Date.now();
  // Several windows do not read at the same time.
  const ownPace = 0.9 + 0.2 * random();
  const turns = new Map<string, Turns>();
  const controller = new AbortController();
  const { signal } = controller;
  let isReading = false;

  const mayRead = (): boolean =>
    window.state.focused && window.state.active && settings.refreshIntervalMs > 0 && !signal.aborted;
  const isBusy = (console: ConsoleHandle): boolean =>
    policyKinds.some(({ name }) => syncs.of(console).busy.has(name));
  const turnsOf = ({ id }: ConsoleHandle): Turns => {
    const known = turns.get(id) ?? { lastAt: startedAt, failures: 0, triedAt: new Map() };
    turns.set(id, known);
    return known;
  };
  const isDue = (console: ConsoleHandle): boolean => {
    const { lastAt, failures } = turnsOf(console);
    const interval = settings.refreshIntervalMs;
    const waitMs = Math.max(interval, Math.min(longestWaitMs, interval * 2 ** failures));
    return console.access === 'ready' && lastAt + waitMs * ownPace <= Date.now();
  };
  /** The pulled policies that were read or tried longest ago, without those that a command has just read. */
  const nextOf = async (console: ConsoleHandle): Promise<readonly PolicyKind[]> => {
    const { triedAt } = turnsOf(console);
    const freshSince = Date.now() - settings.refreshIntervalMs / 2;
    const seenAt = ({ name }: PolicyKind): number =>
      Math.max(models.status(console.id, name)?.liveReadAt?.getTime() ?? 0, triedAt.get(name) ?? 0);
    const next: PolicyKind[] = [];
    for (const kind of policyKinds.toSorted((a, b) => seenAt(a) - seenAt(b))) {
      if (
        next.length < MAX_POLICIES &&
        seenAt(kind) <= freshSince &&
        (await consoles.findFile(console, kind.name))
      ) {
        next.push(kind);
      }
    }
    return next;
  };
  const readConsole = async (console: ConsoleHandle): Promise<void> => {
    const own = turnsOf(console);
    let characters = 0;
    for (const kind of await nextOf(console)) {
      if (!mayRead() || isBusy(console) || characters >= MAX_CHARACTERS) {
        return;
      }
      own.triedAt.set(kind.name, Date.now());
      try {
        characters += await readInBackground(syncs.of(console), kind, signal);
        own.failures = 0;
      } catch (error) {
        if (isCanceled(error) || !isExpected(error) || !absentCodes.has(error.code)) {
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
          await asOperation(() => readConsole(console));
        } catch (error) {
          own.failures += isCanceled(error) ? 0 : 1;
          const level = isCanceled(error) || isExpected(error) ? 'debug' : 'warn';
          log[level](`background reading of ${console.entry.name}: ${messageOf(error)}`);
        }
        own.lastAt = Date.now();
      }
    }
  };

  const looking = setInterval(() => {
    if (!isReading) {
      isReading = true;
      void readDue().finally(() => (isReading = false));
    }
  }, deps.lookMs ?? lookMs);
  // The cause of the failures may be gone after a change of the address or the sign-in.
  const following = consoles.onDidChange(() => turns.forEach((own) => (own.failures = 0)));
  return {
    dispose: () => {
      clearInterval(looking);
      controller.abort();
      following.dispose();
    },
  };
}
