import { mainJob } from './mainJob.ts';
import { openSession } from './session.ts';
import { testSteps } from './testSteps.ts';

testSteps('the extension', mainJob, () => openSession({ say: console.log }));
