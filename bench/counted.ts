import { readFileSync, writeFileSync } from 'node:fs';

const runs = 7;
/** A run that takes longer than this is repeated less often, and no cell goes on for longer than its budget. */
const longMs = 10_000;
const runsOfLong = 3;
const budgetMs = 90_000;

/** Times of the counted runs in ms, after one warm-up. `run` answers with the time of what counts. */
export async function counted(run: () => Promise<number> | number): Promise<number[]> {
  const began = performance.now();
  const warmUp = await run();
  const samples: number[] = [];
  while (samples.length < (warmUp > longMs ? runsOfLong : runs)) {
    if (samples.length > 0 && performance.now() - began > budgetMs) {
      break;
    }
    samples.push(await run());
  }
  return samples;
}

export function collect(): void {
  globalThis.gc?.();
}

const restMs = 10;
const mostRests = 50;

/** The same, and what the collector still does then on threads of its own is done too: it is not for what comes next to pay. */
export async function collectToTheEnd(): Promise<void> {
  collect();
  for (let rests = 0, busy = Infinity; busy > 0.5 && rests < mostRests; rests++) {
    const before = process.cpuUsage();
    await new Promise((resolve) => setTimeout(resolve, restMs));
    const { user, system } = process.cpuUsage(before);
    busy = (user + system) / 1000;
  }
}

/**
 * MB that the process grew to while `work` ran, over what it held before; undefined where the system does not say. The peak
 * of a process is forgotten by writing to `clear_refs` (Linux).
 */
export function grownBy(work: () => void): number | undefined {
  collect();
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    work();
    return undefined;
  }
  const before = residentMb('VmRSS');
  work();
  return Math.max(0, residentMb('VmHWM') - before);
}

function residentMb(field: string): number {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
}
