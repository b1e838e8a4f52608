import { suite } from 'node:test';
import { editingHelp, fillWithPolicies } from './editingHelp.ts';
import { testSteps } from './testSteps.ts';

suite('the editor', testSteps(editingHelp, { fill: fillWithPolicies }));
