import { suite } from 'node:test';
import { testSteps } from './testSteps.ts';
import { weakerMove } from './weakerMove.ts';

suite('a move that weakens a decision', testSteps(weakerMove));
