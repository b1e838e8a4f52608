import { commandSteps, twoConsoles } from './commands.ts';
import { leavesNoSecret } from './leavesNoSecret.ts';
import { openSession } from './session.ts';
import { testSteps } from './testSteps.ts';

testSteps('a command', [...commandSteps, leavesNoSecret], () =>
  openSession({ say: console.log, fill: twoConsoles }),
);
