import type { MoveTarget } from '../../core/policy/reorder.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import { movingTo } from '../workspace/ruleActs.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';
import { showRule } from '../targets/showRule.ts';
import type { ChosenRules } from '../targets/chooseRules.ts';

/** One undo step of the working copy; the file becomes dirty and nothing is sent. */
export async function moveRule(
  ruleEditor: RuleEditor,
  chosen: ChosenRules,
  target: MoveTarget,
): Promise<readonly RulePlace[]> {
  const { editor, reveal } = chosen;
  const places = await ruleEditor.act(chosen, movingTo(target));
  const [first] = places;
  if (editor && first) {
    await showRule(ruleEditor, editor, first);
  }
  await reveal?.(places);
  return places;
}
