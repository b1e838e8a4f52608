import { foreignTextSteps } from './foreignText.ts';
import { openSession } from './session.ts';
import { testSteps } from './testSteps.ts';

testSteps('the text', foreignTextSteps, () => openSession({ say: console.log }));
