import { suite } from 'node:test';
import { commandSteps, twoConsoles } from './commands.ts';
import { leavesNoSecret } from './leavesNoSecret.ts';
import { testSteps } from './testSteps.ts';

suite('a command', testSteps([...commandSteps, leavesNoSecret], { fill: twoConsoles }));
