import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { FakeConsole } from '../../unit/sync/fakeConsole.ts';
import { TestWorkspace } from '../../unit/sync/workspace.ts';
import { bundledChild, run, runAll, served, type Task } from './runChild.ts';

interface Place {
  readonly live: FakeConsole;
  readonly work: TestWorkspace;
}

interface Killed<Kept> {
  readonly what: Task['what'];
  /** What there is before, and what the checks are to know of it. */
  readonly prepare: (place: Place) => Promise<Kept>;
  readonly about?: (kept: Kept) => readonly string[];
  /** Looks at what a process left that was killed at a step. */
  readonly check: (place: Place, at: number, kept: Kept) => Promise<void>;
}

/**
 * Has a process killed at every step of a task, each time with a console and a folder of its own. To start one for each would
 * take longer than all the rest: one process stands at all of them when it is killed.
 *
 * @returns how many steps there are
 */
export async function killedAtEveryStep<Kept>(
  t: TestContext,
  { what, prepare, about, check }: Killed<Kept>,
): Promise<number> {
  const child = await bundledChild(t);
  const made = async (stopAt: number) => {
    const live = new FakeConsole();
    const url = await served(t, live);
    const place = { live, work: await TestWorkspace.make(t, live) };
    const kept = await prepare(place);
    const task: Task = { root: place.work.root, url, what, stopAt, about: about?.(kept) ?? [] };
    return { place, kept, task };
  };
  const whole = await made(0);
  const { steps, killed } = await run(child, whole.task);
  assert.equal(killed, false);
  await check(whole.place, 0, whole.kept);

  const all = [];
  for (let at = 1; at <= steps; at++) {
    all.push(await made(at));
  }
  const ends = await runAll(
    child,
    all.map(({ task }) => task),
  );
  assert.deepEqual(
    ends.map((end) => [end.steps, end.killed]),
    all.map((_, at) => [at + 1, true]),
  );
  for (const [at, { place, kept }] of all.entries()) {
    await check(place, at + 1, kept);
  }
  return steps;
}
