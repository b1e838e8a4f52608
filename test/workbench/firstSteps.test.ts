import { suite } from 'node:test';
import { firstSteps } from './firstSteps.ts';
import { testSteps } from './testSteps.ts';

suite('somebody new', testSteps(firstSteps, { fill: () => Promise.resolve(), signedOut: true }));
