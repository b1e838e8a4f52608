import { leavesNoSecret } from './leavesNoSecret.ts';
import { mainJob } from './mainJob.ts';
import { openSession } from './session.ts';
import { testSteps } from './testSteps.ts';

testSteps('the extension', [...mainJob, leavesNoSecret], () => openSession({ say: console.log }));
