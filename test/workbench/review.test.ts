import { suite } from 'node:test';
import { reviewSteps } from './review.ts';
import { testSteps } from './testSteps.ts';

suite('a review', testSteps(reviewSteps));
