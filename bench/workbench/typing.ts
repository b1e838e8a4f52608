/**
 * Typing in one long policy in a real VS Code. What is measured inside the window: from a key to the frame in which its
 * finding is underlined (or no longer is), and the longest time the window took for anything. Inside the extension
 * host: how long it was busy without a break.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Spelling } from '../../src/core/policy/policyFile.ts';
import { freePort } from '../../scripts/lib/freePort.ts';
import { openSession, type Session } from '../../test/workbench/session.ts';
import { until } from '../../test/workbench/until.ts';
import { generatedText } from '../policies.ts';
import type { HostTimes } from './hostTimes.ts';
import { policyFile, writePulledWorkspace } from './pulledWorkspace.ts';

export interface PolicyToTypeIn {
  readonly spelling: Spelling;
  readonly bytes: number;
  /** Module that is run in the extension host. */
  readonly probe: string;
  /** Folder of an extension to measure in place of Ordinance. */
  readonly extension?: string;
  readonly say: (line: string) => void;
}

export interface TypingOptions extends PolicyToTypeIn {
  /** Keys of each part. */
  readonly keys: number;
  /** File for a CPU profile of the extension host. */
  readonly profile?: string;
}

/** A window in which a policy is open, with the cursor where a letter more is a mistake. */
export interface TypingSession {
  readonly session: Session;
  readonly rules: number;
  readonly text: string;
  readonly place: { readonly line: number; readonly behind: number };
  readonly host: (what: string) => Promise<HostTimes>;
}

export interface Typing {
  readonly rules: number;
  readonly bytes: number;
  /** Milliseconds from a key to what it changes in the findings, one for each key; a pause after each. */
  readonly shown: readonly number[];
  /** Milliseconds from a key to the frame that draws it, typing ten keys a second without looking. */
  readonly drawn: readonly number[];
  /** Longest time the window did one thing, while typing without looking. */
  readonly windowBlockMs: number;
  /** While waiting for each key. */
  readonly host: HostTimes;
  /** While typing without looking, and two seconds more. */
  readonly hostMeanwhile: HostTimes;
}

/** Long enough for everything that waits until typing rests. */
const restMs = 700;
const cadenceMs = 100;
/** Less than a cell has. */
const patienceMs = 270_000;

export async function inTypingSession<Result>(
  { spelling, bytes, probe, extension, say }: PolicyToTypeIn,
  work: (typing: TypingSession) => Promise<Result>,
): Promise<Result> {
  const count = Math.max(3, Math.round(bytes / (generatedText(200, spelling).length / 200)));
  const port = await freePort();
  let text = '';
  const session = await openSession({
    say,
    painted: true,
    hostModule: probe,
    ...(extension === undefined ? {} : { extension }),
    // Looks for ports every few seconds, by starting processes.
    settings: { 'remote.autoForwardPorts': false },
    env: { ORDINANCE_BENCH_PORT: String(port) },
    fill: async (folder, url) => {
      text = await writePulledWorkspace(folder, url, spelling, count);
    },
  });
  // A window that hangs is closed, and whoever waits for it ends: the process may not be killed before it has cleaned up.
  const limit = setTimeout(() => void session.dispose(), patienceMs);
  const host = async (what: string): Promise<HostTimes> => {
    const response = await fetch(`http://127.0.0.1:${port}/${what}`);
    return (await response.json()) as HostTimes;
  };
  try {
    const { workbench, page } = session;
    page.setDefaultTimeout(90_000);
    await workbench.openFile(policyFile(spelling));
    await workbench.editors.shows(/team.0/);
    await until(
      'the probe',
      () =>
        host('begin').then(
          () => true,
          () => false,
        ),
      60,
    );
    await settled(session, host);
    const place = placeToType(text, spelling);
    await workbench.editors.goTo(place.line, place.behind);
    await page.evaluate(`${watch}; 0`);
    await pause(3000);
    return await work({ session, rules: count, text, place, host });
  } catch (error) {
    say(`the window looked like this: ${await session.picture(`bench-${spelling}`)}`);
    throw error;
  } finally {
    clearTimeout(limit);
    await session.dispose();
  }
}

/** Milliseconds from each key to the frame in which what it changes in the findings is seen. */
export async function findingsShown({ session: { page } }: TypingSession, keys: number): Promise<number[]> {
  const shown: number[] = [];
  for (let key = 0; key < keys; key++) {
    await page.evaluate(`window.ordinanceBench.wait(${key % 2 === 0})`);
    await page.keyboard.press(key % 2 === 0 ? 'x' : 'Backspace');
    shown.push(await page.evaluate<number>('window.ordinanceBench.found'));
    await pause(restMs);
  }
  return shown;
}

export function measureTyping(options: TypingOptions): Promise<Typing> {
  const query = options.profile === undefined ? '' : `?profile=${encodeURIComponent(options.profile)}`;
  return inTypingSession(options, async (typing) => {
    const { host, place, rules, text } = typing;
    const { page, workbench } = typing.session;
    const { keys } = options;
    await host(`begin${query}`);
    const shown = await findingsShown(typing, keys);
    const hostTimes = await host(`end${query}`);

    await workbench.editors.goTo(place.line, place.behind);
    await pause(1000);
    await host('begin');
    await page.evaluate('window.ordinanceBench.begin()');
    for (let key = 0; key < keys; key++) {
      const next = pause(cadenceMs);
      await page.keyboard.press(key % 2 === 0 ? 'y' : 'Backspace');
      await next;
    }
    await pause(2000);
    const { drawn, longest } = await page.evaluate<{ drawn: number[]; longest: number }>(
      'window.ordinanceBench.end()',
    );
    const hostMeanwhile = await host('end');
    return {
      rules,
      bytes: text.length,
      shown,
      drawn,
      windowBlockMs: longest,
      host: hostTimes,
      hostMeanwhile,
    };
  });
}

/** The end of a truth value of a rule in the middle: a letter more is a mistake. 1-based. */
function placeToType(text: string, spelling: Spelling): { line: number; behind: number } {
  const key = spelling === 'json' ? '"onlyFixed": true' : 'onlyFixed: true';
  const at = text.indexOf(key, Math.floor(text.length / 2)) + key.length;
  const before = text.slice(0, at);
  return { line: before.split('\n').length, behind: at - before.lastIndexOf('\n') };
}

/** Waits until the host has nothing to do any more. */
async function settled(session: Session, host: (what: string) => Promise<HostTimes>): Promise<void> {
  await until(
    'a host at rest',
    async () => {
      await host('begin');
      await session.page.waitForTimeout(1500);
      const { cpuSeconds, seconds } = await host('end');
      return cpuSeconds < seconds / 10;
    },
    90,
  ).catch(() => undefined);
}

/** Runs in the window; text, as the bench knows nothing of its types. */
const watch = `window.ordinanceBench = (() => {
  const isFound = () => document.querySelector('.editor-instance .squiggly-error') !== null;
  let drawn = [];
  let longest = 0;
  let observing = false;
  document.addEventListener('keydown', () => {
    if (observing) {
      const pressed = performance.now();
      requestAnimationFrame(() => setTimeout(() => drawn.push(performance.now() - pressed)));
    }
  }, { capture: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      longest = Math.max(longest, duration);
    }
  }).observe({ type: 'longtask' });
  return {
    found: undefined,
    wait(wanted) {
      this.found = new Promise((resolve, reject) => {
        let pressed = 0;
        document.addEventListener('keydown', () => (pressed = performance.now()), { capture: true, once: true });
        const begin = performance.now();
        const look = () => pressed > 0 && isFound() === wanted
          ? resolve(performance.now() - pressed)
          : performance.now() - begin > 60_000
            ? reject(new Error('waited 60 s in vain for what a key changes'))
            : requestAnimationFrame(look);
        look();
      });
      return 0;
    },
    begin() {
      drawn = [];
      longest = 0;
      observing = true;
    },
    end() {
      observing = false;
      return { drawn, longest };
    },
  };
})()`;
