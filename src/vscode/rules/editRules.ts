import * as vscode from 'vscode';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import { note } from '../platform/dialogs.ts';
import type { ChosenRules } from '../targets/chooseRules.ts';
import { openAtRule } from '../targets/showRule.ts';
import { deletion, movingTo, type MakeAct } from '../workspace/ruleActs.ts';
import type { RuleEditor, RulesToEdit } from '../workspace/ruleEditor.ts';
import type { FeatureServices } from '../featureServices.ts';

/**
 * Edits rules in one undo step of the policy file; nothing is sent. Cursors in the rules follow. The view in which the rules were
 * chosen shows the first rule.
 */
export async function editRules(
  ruleEditor: RuleEditor,
  chosen: ChosenRules & Pick<RulesToEdit, 'version'>,
  act: MakeAct,
): Promise<readonly RulePlace[]> {
  const places = await ruleEditor.act(chosen, act);
  const [first] = places;
  await (first && chosen.show?.(first, 'show'));
  return places;
}

/** Makes the move of a quick fix. The cursor follows, so that the next key acts on the moved rule. */
export async function moveRuleTo(
  { documents, ruleEditor }: FeatureServices,
  rules: RulesToEdit,
  to: number,
): Promise<void> {
  const [place] = await ruleEditor.act(rules, movingTo(to));
  if (place) {
    await openAtRule(documents, rules.uri, place);
  }
}

/** Deletes rules with their comments in one undo step of the policy file. Nothing is sent, so there is no question. */
export async function deleteRules(
  { ruleEditor, rules }: Pick<FeatureServices, 'ruleEditor' | 'rules'>,
  chosen: ChosenRules,
): Promise<void> {
  await ruleEditor.act(chosen, deletion);
  // The view selects the next rule, so that the next key has a rule to act on.
  const { length: left } = await rules.inArray(chosen.uri, chosen.array);
  if (left > 0) {
    const index = Math.min(chosen.rules[0]?.index ?? 0, left - 1);
    await chosen.show?.({ array: chosen.array, index }, 'select');
  }
}

/** Copies the names of the chosen rules, one per line. */
export async function copyRuleName({ rules }: ChosenRules): Promise<string> {
  const names = rules.map(({ name = '' }) => name).join('\n');
  await vscode.env.clipboard.writeText(names);
  note(vscode.l10n.t('Copied {0}', names));
  return names;
}
