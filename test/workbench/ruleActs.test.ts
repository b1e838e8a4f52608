import { fillForForesight } from './foresight.ts';
import { ruleActSteps } from './ruleActs.ts';
import { openSession } from './session.ts';
import { testSteps } from './testSteps.ts';

testSteps('acting on rules in the tree', ruleActSteps, () =>
  // Signed out: what the console itself says of collections would count before what is kept of them.
  openSession({ say: console.log, fill: fillForForesight, signedOut: true }),
);
