import * as vscode from 'vscode';
import { askWithPreview } from '../platform/questionsWithPreview.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import type { MovePreview } from '../workspace/movePreview.ts';
import { whenEdited } from '../workspace/textEdits.ts';
import { moveWords } from '../workspace/changedDecisionWords.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';
import type { ChosenRules } from '../targets/chooseRules.ts';
import { countRules, moveRule } from './editRules.ts';
import type { PolicyRules } from '../workspace/policyRules.ts';

export interface MoveServices {
  readonly ruleEditor: RuleEditor;
  readonly rules: PolicyRules;
  readonly movePreview: Pick<MovePreview, 'ofMove'>;
}

/** Asks for the position (1 is the first) the first of the chosen rules ends at. */
export async function moveRuleToPosition(
  services: MoveServices,
  chosen: ChosenRules,
): Promise<readonly RulePlace[]> {
  const last = Math.max(1, (await countRules(services.rules, chosen)) - chosen.rules.length + 1);
  const typed = await askWithPreview({
    title: vscode.l10n.t('Move Rule to Position'),
    prompt: vscode.l10n.t('A position from 1 to {0}', last),
    value: String((chosen.rules[0]?.index ?? 0) + 1),
    validate: (text) =>
      /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= last
        ? undefined
        : vscode.l10n.t('Type a position from 1 to {0}.', last),
    onInvalid: (end) => whenEdited(chosen.uri, end),
    preview: async (text, signal) =>
      moveWords(await services.movePreview.ofMove(chosen, Number(text) - 1, signal)),
  });
  return moveRule(services.ruleEditor, chosen, Number(typed) - 1);
}
