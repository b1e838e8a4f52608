import { suite } from 'node:test';
import { fillForPolicyTests, policyTestSteps } from './policyTests.ts';
import { testSteps } from './testSteps.ts';

// Signed out: what the console itself says of collections would count before what is kept of them.
suite('policy tests:', testSteps(policyTestSteps, { fill: fillForPolicyTests, signedOut: true }));
