import { after } from 'node:test';
import { temporaryFolder } from '../../scripts/lib/cleanup.ts';
import type { TemporaryFolder } from '../../scripts/lib/cleanup.ts';
import { packExtension } from '../../scripts/package.ts';
import { leavesNoSecret } from '../workbench/leavesNoSecret.ts';
import { mainJob, signIn } from '../workbench/mainJob.ts';
import { openSession } from '../workbench/session.ts';
import { testSteps } from '../workbench/testSteps.ts';

let folder: TemporaryFolder | undefined;

testSteps('the installed package', [signIn, ...mainJob, leavesNoSecret], async () => {
  folder = await temporaryFolder('installed');
  return openSession({ vsix: await packExtension(folder.path), say: console.log });
});

after(() => folder?.dispose());
