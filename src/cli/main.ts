#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { runCommand } from './runCommand.ts';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads may stop reading (`| head`): what was begun goes on to its end all the same.
    if (error.code !== 'EPIPE') {
      throw error;
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
