import { fillForForesight, foresightSteps } from './foresight.ts';
import { openSession } from './session.ts';
import { testSteps } from './testSteps.ts';

testSteps('moving with foresight', foresightSteps, () =>
  // Signed out: what the console itself says of collections would count before what is kept of them.
  openSession({ say: console.log, fill: fillForForesight, signedOut: true }),
);
