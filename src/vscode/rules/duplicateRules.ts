import type { RulePlace } from '../../core/document/ruleEdits.ts';
import type { ChosenRules } from '../targets/chooseRules.ts';
import { showRule } from '../targets/showRule.ts';
import { duplication } from '../workspace/ruleActs.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';

/** Puts a copy of each rule below it, where it decides for nothing until it is edited. One undo step; nothing is sent. */
export async function duplicateRules(
  ruleEditor: RuleEditor,
  chosen: ChosenRules,
): Promise<readonly RulePlace[]> {
  const places = await ruleEditor.act(chosen, duplication);
  const [first] = places;
  if (chosen.editor && first) {
    await showRule(ruleEditor, chosen.editor, first);
  }
  await chosen.reveal?.(places);
  return places;
}
