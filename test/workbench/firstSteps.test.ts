import { firstSteps } from './firstSteps.ts';
import { openSession } from './session.ts';
import { testSteps } from './testSteps.ts';

testSteps('somebody new', firstSteps, () =>
  openSession({ say: console.log, fill: () => Promise.resolve(), signedOut: true }),
);
