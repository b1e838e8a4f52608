import { colleagueSteps } from './colleague.ts';
import { openSession } from './session.ts';
import { testSteps } from './testSteps.ts';

testSteps('a colleague', colleagueSteps, () => openSession({ say: console.log }));
