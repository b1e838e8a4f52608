import { pictureSession, pictureSteps } from './orderPicture.ts';
import { openSession } from './session.ts';
import { testSteps } from './testSteps.ts';

testSteps('the order as a picture', pictureSteps, () => openSession({ ...pictureSession, say: console.log }));
