import type { ChosenRules } from '../targets/chooseRules.ts';
import { deletion } from '../workspace/ruleActs.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';
import { countRules } from './moveRuleToPosition.ts';
import type { PolicyRules } from '../workspace/policyRules.ts';

/** Deletes rules with their comments. One undo step of the working copy; nothing is sent, so nobody is asked. */
export async function deleteRules(
  { ruleEditor, rules }: { readonly ruleEditor: RuleEditor; readonly rules: PolicyRules },
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
