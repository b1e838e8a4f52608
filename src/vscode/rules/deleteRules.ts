import type { ChosenRules } from '../targets/chooseRules.ts';
import { deletion } from '../workspace/ruleActs.ts';
import { countRules } from './moveRuleToPosition.ts';
import type { RuleServices } from './ruleServices.ts';

/** Deletes rules with their comments. One undo step of the working copy; nothing is sent, so nobody is asked. */
export async function deleteRules(
  { ruleEditor, rules }: Pick<RuleServices, 'ruleEditor' | 'rules'>,
  chosen: ChosenRules,
): Promise<void> {
  await ruleEditor.act(chosen, deletion);
  // What comes next is selected, so that the next key is about that and not about nothing.
  const left = await countRules(rules, chosen);
  if (left > 0) {
    const index = Math.min(chosen.indices[0] ?? 0, left - 1);
    await chosen.reveal?.([{ array: chosen.array, index }]);
  }
}
