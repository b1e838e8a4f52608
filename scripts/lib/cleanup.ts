import { rmSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Cleanups that must run before this process ends. Each is synchronous, because `exit` is. */
const pending = new Set<() => void>();

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  process.once(signal, () => process.exit(code));
}
process.on('exit', () => {
  for (const undo of pending) {
    undo();
  }
});

/** Runs `undo` when this process ends, unless the returned function is called first. */
export function atExit(undo: () => void): () => void {
  pending.add(undo);
  return () => pending.delete(undo);
}

export interface TemporaryFolder {
  readonly path: string;
  dispose(): Promise<void>;
}

/** Creates a temporary folder, which is removed on dispose or when the process ends. */
export async function temporaryFolder(label: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(await realpath(tmpdir()), `ordinance-${label}-`));
  const settle = atExit(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    async dispose() {
      await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
      settle();
    },
  };
}
