import { suite } from 'node:test';
import { fillForForesight, foresightSteps } from './foresight.ts';
import { testSteps } from './testSteps.ts';

// Signed out: what the console itself says of collections would count before what is kept of them.
suite('moving with foresight', testSteps(foresightSteps, { fill: fillForForesight, signedOut: true }));
