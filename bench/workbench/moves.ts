/**
 * Moves of a rule in a real VS Code, in the tree and in the editor, their undo, and a plan of many added rules. Times are measured inside
 * the window: from the key to the frame in which its result is drawn.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { select } from '../../test/workbench/policyRows.ts';
import { openSession, type Session } from '../../test/workbench/session.ts';
import { addRules, parsePolicyText, policyFile, writePulledWorkspace } from './pulledWorkspace.ts';
import { freePort } from '../../scripts/lib/freePort.ts';
import { until } from '../../test/workbench/until.ts';
import type { Spelling } from '../../src/core/policy/policyFile.ts';
import type { HostTimes } from './hostTimes.ts';

export interface MovesOptions {
  readonly spelling: Spelling;
  /** Moves in the tree, and as many in the editor. */
  readonly moves: number;
  /** Module that is run in the extension host. */
  readonly probe: string;
  /** Folder for CPU profiles of the window and of the extension host. */
  readonly profiles?: string;
  readonly say: (line: string) => void;
}

/** Milliseconds, one for each move, undo or plan. */
export interface Moves {
  readonly tree: readonly number[];
  readonly editor: readonly number[];
  readonly undo: readonly number[];
  /** The first plan, and the same plan again. */
  readonly plans: readonly number[];
  /** The extension host during the moves in the tree. */
  readonly host: HostTimes;
}

const RULES = 64;
const ADDED_RULES = 2400;
/** In sight when the tree is expanded. */
const place = 8;
const movesOfUndo = 6;
/** Everything that waits until keys rest is over after it. */
const restMs = 1000;

export async function measureMoves(options: MovesOptions): Promise<Moves> {
  const moves = await inSession(options, RULES, (session, host) => measure(session, host, options));
  options.say(
    `tree ${moves.tree.map(Math.round).join(' ')}, editor ${moves.editor.map(Math.round).join(' ')}`,
  );
  const plans = await inSession(options, 3, (session, host) => measurePlans(session, host, options));
  return { ...moves, plans };
}

type Host = (what: string) => Promise<HostTimes>;

async function inSession<Result>(
  { spelling, probe, say }: MovesOptions,
  rules: number,
  work: (session: Session, host: Host) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  let text = '';
  const session = await openSession({
    say,
    painted: true,
    hostModule: probe,
    settings: { 'remote.autoForwardPorts': false },
    env: { ORDINANCE_BENCH_PORT: String(port) },
    fill: async (folder, url) => {
      text = await writePulledWorkspace(folder, url, spelling, rules);
    },
  });
  try {
    // The console holds what was pulled.
    session.sandbox.state.policies.set('vulnerability/images', parsePolicyText(text, spelling));
    const { workbench, page } = session;
    page.setDefaultTimeout(90_000);
    await workbench.showContainer('Ordinance');
    await workbench.openFile(policyFile(spelling));
    await workbench.editors.shows(/team.0/);
    await page.evaluate(`${watch}; 0`);
    const host: Host = async (what) => {
      const response = await fetch(`http://127.0.0.1:${port}/${what}`);
      return (await response.json()) as HostTimes;
    };
    return await work(session, host);
  } catch (error) {
    say(`the window looked like this: ${await session.picture(`bench-moves-${spelling}`)}`);
    throw error;
  } finally {
    await session.dispose();
  }
}

async function measure(
  session: Session,
  host: Host,
  { moves, profiles, spelling }: MovesOptions,
): Promise<Omit<Moves, 'plans'>> {
  const { page, workbench } = session;
  const name = `team ${place} - service ${place}`;
  await workbench.policies.expand('Vulnerability');
  await workbench.policies.expand('Deployed images');
  await select(session, `${place + 1}. ${name}`);
  await until('the probe', () =>
    host('begin').then(
      () => true,
      () => false,
    ),
  );
  await pause(3000);

  await timed(session, `rowOf("${name}")`, 'Alt+ArrowDown');
  await timed(session, `rowOf("${name}")`, 'Alt+ArrowUp');
  const tree: number[] = [];
  const stop = await profile(session, host, { part: 'moves', profiles, spelling });
  for (let move = 0; move < moves; move++) {
    tree.push(await timed(session, `rowOf("${name}")`, move % 2 === 0 ? 'Alt+ArrowDown' : 'Alt+ArrowUp'));
  }
  const hostTimes = await stop();

  const undo: number[] = [];
  for (let round = 0; round < 3; round++) {
    for (let move = 0; move < movesOfUndo; move++) {
      await timed(session, `rowOf("${name}")`, 'Alt+ArrowDown');
    }
    const before = await page.evaluate<string>(`window.ordinanceMoves.rowOf("${name}")`);
    const start = String(Number(before) - movesOfUndo);
    undo.push(await timed(session, `rowOf("${name}")`, 'ControlOrMeta+z', start));
  }

  await workbench.editors.takeKeyboard();
  const editor: number[] = [];
  for (let move = 0; move < moves + 2; move++) {
    await page.keyboard.press('ControlOrMeta+k');
    editor.push(await timed(session, 'text()', move % 2 === 0 ? 'Alt+ArrowDown' : 'Alt+ArrowUp'));
  }
  return { tree, undo, editor: editor.slice(2), host: hostTimes };
}

async function measurePlans(
  session: Session,
  host: Host,
  { profiles, spelling }: MovesOptions,
): Promise<readonly number[]> {
  const { page, workbench, workspace } = session;
  const path = join(workspace, policyFile(spelling));
  await writeFile(path, addRules(await readFile(path, 'utf8'), spelling, ADDED_RULES));
  await pause(5000);
  const plans: number[] = [];
  for (let plan = 0; plan < 2; plan++) {
    await workbench.quickInput.open('F1', '>');
    await workbench.quickInput.type('>Ordinance: Push Policy…');
    await workbench.quickInput.entry('Ordinance: Push Policy…').and(page.locator('.focused')).waitFor();
    const stop = await profile(session, host, { part: `plan${plan}`, profiles, spelling });
    plans.push(await timed(session, 'plan()', 'Enter'));
    await stop();
    await pause(3000);
    await workbench.review.button('Cancel').click();
    await workbench.editors.shows(/team.0/);
  }
  return plans;
}

interface ProfileOptions extends Pick<MovesOptions, 'profiles' | 'spelling'> {
  readonly part: string;
}

/** Begins the times of the extension host, and the profiles where a folder is named. Returns their end. */
async function profile(
  session: Session,
  host: Host,
  { part, profiles, spelling }: ProfileOptions,
): Promise<() => Promise<HostTimes>> {
  if (profiles === undefined) {
    await host('begin');
    return () => host('end');
  }
  const fileOf = (of: string): string => join(profiles, `${part}-${spelling}-${of}.cpuprofile`);
  const query = `?profile=${encodeURIComponent(fileOf('host'))}`;
  await host(`begin${query}`);
  const stopWindow = await profileWindow(session, fileOf('window'));
  return async () => {
    await stopWindow();
    return host(`end${query}`);
  };
}

/** Writes a CPU profile of the window when it is stopped. */
async function profileWindow({ page }: Session, file: string): Promise<() => Promise<void>> {
  const debuggee = await page.context().newCDPSession(page);
  await debuggee.send('Profiler.enable');
  await debuggee.send('Profiler.start');
  return async () => {
    const { profile } = await debuggee.send('Profiler.stop');
    await writeFile(file, JSON.stringify(profile));
    await debuggee.detach();
  };
}

/** Presses a key, and takes the time until what it changes is drawn, then lets everything rest. */
async function timed({ page }: Session, what: string, key: string, wanted?: string): Promise<number> {
  await page.evaluate(
    `window.ordinanceMoves.wait(() => window.ordinanceMoves.${what}, ${JSON.stringify(wanted ?? null)})`,
  );
  await page.keyboard.press(key);
  const ms = await page.evaluate<number>('window.ordinanceMoves.found');
  await pause(restMs);
  return ms;
}

/** Runs in the window; text, as the bench knows nothing of its types. */
const watch = `window.ordinanceMoves = {
  found: undefined,
  rowOf(name) {
    const rows = [...document.querySelectorAll('.pane .monaco-list-row')];
    const row = rows.find((each) => each.querySelector('.label-name')?.textContent.endsWith(name));
    return row?.dataset.index ?? '';
  },
  text() {
    return [...document.querySelectorAll('.editor-group-container.active .view-line')]
      .toSorted((a, b) => parseInt(a.style.top) - parseInt(b.style.top))
      .map(({ textContent }) => textContent)
      .join('\\n');
  },
  plan() {
    const line = [...document.querySelectorAll('.editor-group-container.active .view-line')].some(
      ({ textContent }) => /^Push\\svulnerability\\/images/.test(textContent),
    );
    return String(line);
  },
  wait(look, wanted) {
    this.found = new Promise((resolve, reject) => {
      const before = look();
      const begin = performance.now();
      let pressed = 0;
      const onKey = ({ key }) => {
        if (!['Alt', 'Control', 'Meta'].includes(key)) {
          pressed = performance.now();
          document.removeEventListener('keydown', onKey, { capture: true });
        }
      };
      document.addEventListener('keydown', onKey, { capture: true });
      const next = () => {
        const now = look();
        if (pressed > 0 && now !== '' && (wanted === null ? now !== before : now === wanted)) {
          resolve(performance.now() - pressed);
        } else if (performance.now() - begin > 60_000) {
          reject(new Error('waited 60 s in vain for what a key changes: ' + before + ' is ' + now));
        } else {
          requestAnimationFrame(next);
        }
      };
      next();
    });
    return 0;
  },
}`;
