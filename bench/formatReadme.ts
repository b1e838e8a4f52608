import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Lays the tables of `bench/README.md` out as the format check wants them. */
export function formatReadme(): void {
  const [prettier, readme] = ['../node_modules/prettier/bin/prettier.cjs', './README.md'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  ) as [string, string];
  spawnSync(process.execPath, [prettier, '--write', readme], { stdio: 'inherit' });
}
