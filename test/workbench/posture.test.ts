import { suite } from 'node:test';
import { postureSteps } from './posture.ts';
import { testSteps } from './testSteps.ts';

suite('the SaaS posture', testSteps(postureSteps));
