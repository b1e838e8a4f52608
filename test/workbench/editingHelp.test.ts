import { editingHelp, fillWithPolicies } from './editingHelp.ts';
import { openSession } from './session.ts';
import { testSteps } from './testSteps.ts';

testSteps('the editor', editingHelp, () => openSession({ say: console.log, fill: fillWithPolicies }));
