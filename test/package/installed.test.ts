import { after, suite } from 'node:test';
import { temporaryFolder } from '../../scripts/lib/cleanup.ts';
import type { TemporaryFolder } from '../../scripts/lib/cleanup.ts';
import { packBuiltExtension } from '../../scripts/package.ts';
import { leavesNoSecret } from '../workbench/leavesNoSecret.ts';
import { mainJob, signIn } from '../workbench/mainJob.ts';
import { testSteps } from '../workbench/testSteps.ts';

let folder: TemporaryFolder | undefined;

suite(
  'the installed package',
  // Each of its steps has a limit of its own.
  { timeout: 3_600_000 },
  testSteps([signIn, ...mainJob, leavesNoSecret], async () => {
    folder = await temporaryFolder('installed');
    return { vsix: await packBuiltExtension(folder.path) };
  }),
);

after(() => folder?.dispose());
