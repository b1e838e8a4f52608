import { suite } from 'node:test';
import { foreignTextSteps } from './foreignText.ts';
import { testSteps } from './testSteps.ts';

suite('the text', testSteps(foreignTextSteps));
