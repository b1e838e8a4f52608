import { reviewSteps } from './review.ts';
import { openSession } from './session.ts';
import { testSteps } from './testSteps.ts';

testSteps('a review', reviewSteps, () => openSession({ say: console.log }));
