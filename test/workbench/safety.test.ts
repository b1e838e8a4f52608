import { suite } from 'node:test';
import { safetySettings, safetySteps } from './safety.ts';
import { testSteps } from './testSteps.ts';

suite('safety', testSteps(safetySteps, { settings: safetySettings }));
