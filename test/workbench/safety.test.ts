import { safetySettings, safetySteps } from './safety.ts';
import { openSession } from './session.ts';
import { testSteps } from './testSteps.ts';

testSteps('safety', safetySteps, () => openSession({ say: console.log, settings: safetySettings }));
