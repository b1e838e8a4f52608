import { version } from '../../package.json';
import { diskFailure, messageOf } from '../core/util/errors.ts';
import { LineBuffer, exitCode } from './output.ts';
import { runCommand } from './runCommand.ts';

// A command runs to its end, also when its output has no reader (`| head`) or no space on the disk.
for (const stream of [process.stdout, process.stderr]) {
  let isReported = stream === process.stderr;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      process.on('exit', () => (process.exitCode ||= exitCode.problems));
      if (!isReported) {
        isReported = true;
        streams.error(messageOf(diskFailure(error, 'standard output')));
      }
    }
  });
}

// The first signal cancels everything that is not sent yet, and waits for the result of a sent push. The
// second signal ends the process.
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => interruption.abort());
}

const { stdout, stderr } = process;
let hasProgress = false;
function clearProgress(): void {
  if (hasProgress) {
    hasProgress = false;
    stderr.write('\r\u001b[K');
  }
}
const lines = new LineBuffer((stream, text) => {
  clearProgress();
  (stream === 'out' ? stdout : stderr).write(text);
});
process.on('exit', () => {
  lines.flush();
  clearProgress();
});
const streams = {
  out: (line: string) => lines.add('out', line),
  error: (line: string) => lines.add('error', line),
  // `hasColors` respects NO_COLOR, FORCE_COLOR and TERM.
  hasColors: stdout.isTTY && stdout.hasColors(),
  ...(stderr.isTTY && {
    progress: (line: string) => {
      lines.flush();
      stderr.write(`\r${line.slice(0, stderr.columns - 1)}\u001b[K`);
      hasProgress = true;
    },
  }),
};
const environment = {
  variables: process.env,
  folder: process.cwd(),
  signal: interruption.signal,
  get input() {
    return process.stdin;
  },
  version,
};
void runCommand(process.argv.slice(2), streams, environment).then((code) => {
  process.exitCode = code;
});
