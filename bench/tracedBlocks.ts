import { Session } from 'node:inspector/promises';

/** A time in which nothing else had its turn. */
export interface Turn {
  readonly start: number;
  readonly end: number;
  /** What the thread worked in it. */
  readonly worked: number;
}

/** How many of the longest are told, and how many of the calls in each. */
const mostTold = Number(process.env['BENCH_TRACE'] ?? 0);
const mostCalls = 14;

/** With `BENCH_TRACE=<n>`: says on stderr what the thread did in the n longest of the times in which nothing else had its turn. */
export async function traced(work: () => Promise<readonly Turn[]>): Promise<readonly Turn[]> {
  if (mostTold === 0) {
    return work();
  }
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  const zero = Number(process.hrtime.bigint() / 1000n) - performance.now() * 1000;
  const turns = await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const nameOf = (id: number): string => {
    const { functionName, url, lineNumber } = nodes.get(id)!.callFrame;
    return `${functionName || '-'} ${url.split('/').at(-1)}:${lineNumber + 1}`;
  };
  for (const { start, end, worked } of turns.toSorted((a, b) => b.worked - a.worked).slice(0, mostTold)) {
    const own = new Map<string, number>();
    const whole = new Map<string, number>();
    let at = profile.startTime;
    for (const [place, id] of (profile.samples ?? []).entries()) {
      const before = at;
      at += profile.timeDeltas?.[place] ?? 0;
      const spent = (Math.min(at, zero + end * 1000) - Math.max(before, zero + start * 1000)) / 1000;
      if (spent <= 0) {
        continue;
      }
      own.set(nameOf(id), (own.get(nameOf(id)) ?? 0) + spent);
      const seen = new Set<string>();
      for (let each: number | undefined = id; each !== undefined; each = parents.get(each)) {
        seen.add(nameOf(each));
      }
      seen.forEach((name) => whole.set(name, (whole.get(name) ?? 0) + spent));
    }
    console.error(
      `${(end - start).toFixed(1)} ms, of the processor ${worked.toFixed(1)}, at ${start.toFixed()}`,
    );
    const told = [...whole].sort(([, a], [, b]) => b - a).slice(0, mostCalls);
    for (const [name, ms] of told) {
      console.error(`  ${ms.toFixed(1)} (${(own.get(name) ?? 0).toFixed(1)}) ${name}`);
    }
  }
  return turns;
}
