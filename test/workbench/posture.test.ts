import { postureSteps } from './posture.ts';
import { openSession } from './session.ts';
import { testSteps } from './testSteps.ts';

testSteps('the SaaS posture', postureSteps, () => openSession({ say: console.log }));
