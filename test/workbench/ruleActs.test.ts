import { suite } from 'node:test';
import { fillForForesight } from './foresight.ts';
import { ruleActSteps } from './ruleActs.ts';
import { testSteps } from './testSteps.ts';

// Signed out: what the console itself says of collections would count before what is kept of them.
suite('acting on rules in the tree', testSteps(ruleActSteps, { fill: fillForForesight, signedOut: true }));
