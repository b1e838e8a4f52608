#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { exitCode } from './output.ts';
import { runCommand } from './runCommand.ts';

// What was begun goes on to its end, also when nobody reads any more (`| head`) or the disk for the output is full.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') {
      process.on('exit', () => (process.exitCode ||= exitCode.problems));
    }
  });
}

// The first signal ends what was not sent yet, and follows what was to its verdict; the second ends the process.
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => interruption.abort());
}

process.exitCode = await runCommand(
  process.argv.slice(2),
  {
    out: (line) => process.stdout.write(`${line}\n`),
    error: (line) => process.stderr.write(`${line}\n`),
  },
  {
    variables: process.env,
    folder: process.cwd(),
    signal: interruption.signal,
    // Beside the folder that this is built into.
    manifest: () => readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  },
);
