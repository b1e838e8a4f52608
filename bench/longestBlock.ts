import { PerformanceObserver } from 'node:perf_hooks';
import { pause } from '../src/core/util/inSlices.ts';
import { traced, type Turn } from './tracedBlocks.ts';

export interface Block {
  /** The longest time in which nothing else had its turn, in ms. */
  readonly longest: number;
  /** The most that the thread worked in such a time, in ms of the processor: others on the machine do not count. */
  readonly worked: number;
  /** The same of the times in which nothing was collected. */
  readonly own: number;
}

export async function longestBlock(work: () => Promise<unknown>): Promise<Block> {
  const pauses: { readonly startTime: number; readonly duration: number }[] = [];
  const collector = new PerformanceObserver((list) => pauses.push(...list.getEntries()));
  collector.observe({ entryTypes: ['gc'] });
  const turns = await traced(() => turnsDuring(work));
  pauses.push(...collector.takeRecords());
  collector.disconnect();
  const most = (of: readonly number[]): number => of.reduce((a, b) => Math.max(a, b), 0);
  const isCollected = ({ start, end }: Turn): boolean =>
    pauses.some(({ startTime, duration }) => startTime < end && startTime + duration > start);
  return {
    longest: most(turns.map(({ start, end }) => end - start)),
    worked: most(turns.map(({ worked }) => worked)),
    own: most(turns.map((turn) => (isCollected(turn) ? 0 : turn.worked))),
  };
}

async function turnsDuring(work: () => Promise<unknown>): Promise<readonly Turn[]> {
  const turns: Turn[] = [];
  let since = performance.now();
  let before = workedMs();
  let isOver = false;
  const turn = (): void => {
    const now = performance.now();
    const worked = workedMs();
    turns.push({ start: since, end: now, worked: worked - before });
    since = now;
    before = worked;
    if (!isOver) {
      setImmediate(turn);
    }
  };
  await pause();
  since = performance.now();
  before = workedMs();
  setImmediate(turn);
  await work();
  isOver = true;
  await pause();
  return turns;
}

/** Processor time of this thread. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
