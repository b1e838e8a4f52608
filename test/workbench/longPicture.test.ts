import { suite } from 'node:test';
import { longPictureSession, longPictureSteps } from './longPicture.ts';
import { testSteps } from './testSteps.ts';

suite('the picture of a long order', testSteps(longPictureSteps, longPictureSession));
