import { suite } from 'node:test';
import { colleagueSteps } from './colleague.ts';
import { testSteps } from './testSteps.ts';

suite('a colleague', testSteps(colleagueSteps));
