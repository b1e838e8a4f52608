import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as soon, setTimeout as delay } from 'node:timers/promises';
import { atExit } from './cleanup.ts';

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Receives every complete line of stdout and stderr. */
  onLine?(line: string): void;
}

export interface RunningProcess {
  readonly child: ChildProcess;
  /** Resolves with the exit code when the process has ended; a signal counts as 1. Never rejects. */
  readonly ended: Promise<number>;
  /** The last lines of the output, for an error message. */
  tail(): string;
  /** Ends the process and everything it started. */
  stop(): Promise<void>;
}

const windows = process.platform === 'win32';

/** Starts a program in a process group of its own, so that nothing it starts outlives it. */
export function startProcess(
  command: string,
  args: readonly string[],
  options: StartOptions,
): RunningProcess {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !windows,
  });
  const lines: string[] = [];
  let lineCount = 0;
  const addLine = (line: string): void => {
    lineCount++;
    lines.push(line);
    if (lines.length > 60) {
      lines.shift();
    }
    options.onLine?.(line);
  };
  const streams = [splitLines(child.stdout, addLine), splitLines(child.stderr, addLine)];
  /**
   * Child processes may keep the streams open, so reading ends when no more lines come. A timer alone is not
   * enough: on a busy computer, it may end before lines are read that came long ago.
   */
  const readRemaining = async (): Promise<void> => {
    await delay(1000, undefined, { ref: false });
    for (let before = -1; before !== lineCount;) {
      before = lineCount;
      await soon();
    }
  };
  const settle = atExit(() => signalGroup(child, 'SIGKILL'));
  const ended = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      addLine(error.message);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  }).then(async (code) => {
    await Promise.race([Promise.all(streams), readRemaining()]);
    return code;
  });
  return {
    child,
    ended,
    tail: () => lines.join('\n'),
    async stop() {
      signalGroup(child, 'SIGTERM');
      const killTimer = new AbortController();
      const kill = delay(5000, undefined, { signal: killTimer.signal }).then(
        () => signalGroup(child, 'SIGKILL'),
        () => undefined,
      );
      await ended;
      killTimer.abort();
      await kill;
      // Processes of the group that still run have lost their parent.
      signalGroup(child, 'SIGKILL');
      settle();
    },
  };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) {
      process.kill(windows ? child.pid : -child.pid, signal);
    }
  } catch {
    // The group has already ended.
  }
}

async function splitLines(
  stream: NodeJS.ReadableStream | null,
  addLine: (line: string) => void,
): Promise<void> {
  if (stream === null) {
    return;
  }
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const parts = (rest + chunk).split(/\r?\n/);
    rest = parts.pop() ?? '';
    parts.forEach(addLine);
  });
  await once(stream, 'close');
  if (rest !== '') {
    addLine(rest);
  }
}
