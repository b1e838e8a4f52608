import type { ChosenRules } from './chooseRules.ts';
import { openAtRule } from './showRule.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';

/** Opens the file with the rule of the row in view. */
export async function revealRule(
  ruleEditor: RuleEditor,
  { uri, array, indices: [index = 0], names: [name] = [] }: ChosenRules,
): Promise<void> {
  await openAtRule(ruleEditor, uri, { array, index, name });
}
