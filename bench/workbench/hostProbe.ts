/**
 * Runs in the extension host beside Ordinance, as a test module does, and says over loopback how long the host was
 * busy: `GET /begin`, then `GET /end` for a `HostTimes` as JSON. With `?profile=FILE` it writes a CPU profile.
 */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { HostTimes } from './hostTimes.ts';

const delay = monitorEventLoopDelay({ resolution: 1 });
let since = performance.now();
let cpu = process.cpuUsage();
let profiling: Session | undefined;

async function begin(profile: boolean): Promise<void> {
  if (profile) {
    profiling = new Session();
    profiling.connect();
    await profiling.post('Profiler.enable');
    await profiling.post('Profiler.setSamplingInterval', { interval: 200 });
    await profiling.post('Profiler.start');
  }
  delay.enable();
  delay.reset();
  since = performance.now();
  cpu = process.cpuUsage();
}

async function end(profile: string | null): Promise<HostTimes> {
  const used = process.cpuUsage(cpu);
  const times = {
    seconds: (performance.now() - since) / 1000,
    longestBlockMs: delay.max / 1e6,
    p99BlockMs: delay.percentile(99) / 1e6,
    cpuSeconds: (used.user + used.system) / 1e6,
  };
  delay.disable();
  if (profiling && profile !== null) {
    const { profile: taken } = await profiling.post('Profiler.stop');
    await writeFile(profile, JSON.stringify(taken));
    profiling.disconnect();
    profiling = undefined;
  }
  return times;
}

/** Never ends: the window stays open until it is closed. */
export function run(): Promise<void> {
  return new Promise((_resolve, reject) => {
    createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const profile = searchParams.get('profile');
      const answer = pathname === '/end' ? end(profile) : begin(profile !== null);
      answer.then(
        (times) => response.end(JSON.stringify(times ?? {})),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    })
      .on('error', reject)
      .listen(Number(process.env['ORDINANCE_BENCH_PORT']), '127.0.0.1');
  });
}
