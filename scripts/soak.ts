import { join } from 'node:path';
import { Failure, runScript } from './lib/failure.ts';
import { projectRoot } from './lib/paths.ts';
import { startProcess } from './lib/processes.ts';

/** `npm run soak [-- number [seed]]`: 100 000 random histories, each run with a seed of its own that it prints. */
await runScript(async () => {
  const [histories = '100000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
  console.log(`${histories} histories, seed ${seed}`);
  const running = startProcess(
    process.execPath,
    ['--test', join(projectRoot, 'test/unit/sync/histories/histories.test.ts')],
    {
      cwd: projectRoot,
      env: { ...process.env, ORDINANCE_HISTORIES: histories, ORDINANCE_SEED: seed },
      onLine: console.log,
    },
  );
  if ((await running.ended) !== 0) {
    throw new Failure(`a history failed; the seed is ${seed}`);
  }
});
