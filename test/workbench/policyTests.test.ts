import { fillForPolicyTests, policyTestSteps } from './policyTests.ts';
import { openSession } from './session.ts';
import { testSteps } from './testSteps.ts';

testSteps('policy tests:', policyTestSteps, () =>
  // Signed out: what the console itself says of collections would count before what is kept of them.
  openSession({ say: console.log, fill: fillForPolicyTests, signedOut: true }),
);
