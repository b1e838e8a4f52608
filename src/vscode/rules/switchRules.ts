import type { RulePlace } from '../../core/document/ruleEdits.ts';
import type { ChosenRules } from '../targets/chooseRules.ts';
import { switching, toggling, type MakeAct } from '../workspace/ruleActs.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';

/** Switches rules on or off. One undo step of the working copy; nothing is sent. */
export async function switchRules(
  ruleEditor: RuleEditor,
  chosen: ChosenRules,
  isOn: boolean,
): Promise<readonly RulePlace[]> {
  return act(ruleEditor, chosen, switching(isOn));
}

/** Off as long as one of them is on, else on. */
export async function toggleRules(
  ruleEditor: RuleEditor,
  chosen: ChosenRules,
): Promise<readonly RulePlace[]> {
  return act(ruleEditor, chosen, toggling);
}

async function act(
  ruleEditor: RuleEditor,
  chosen: ChosenRules,
  make: MakeAct,
): Promise<readonly RulePlace[]> {
  const places = await ruleEditor.act(chosen, make);
  await chosen.reveal?.(chosen.indices.map((index) => ({ array: chosen.array, index })));
  return places;
}
