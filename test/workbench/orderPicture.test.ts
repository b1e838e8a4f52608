import { suite } from 'node:test';
import { pictureSession, pictureSteps } from './orderPicture.ts';
import { testSteps } from './testSteps.ts';

suite('the order as a picture', testSteps(pictureSteps, pictureSession));
