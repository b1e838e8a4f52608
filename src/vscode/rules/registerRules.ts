import type { Commands } from '../targets/commands.ts';
import { revealRule } from '../targets/revealRule.ts';
import type { ConsoleLookups } from '../workspace/consoleLookups.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { PolicyRules } from '../workspace/policyRules.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';
import { targetOf } from '../workspace/target.ts';
import { addRule } from './addRule.ts';
import { copyRuleName } from './copyRuleName.ts';
import { foldAllRules } from './foldAllRules.ts';
import { moveRule } from './moveRule.ts';
import { moveRuleSomewhere } from './moveRuleSomewhere.ts';
import { moveRuleToPosition } from './moveRuleToPosition.ts';
import { previewRule } from './previewRule.ts';

export interface RuleServices {
  readonly commands: Commands;
  readonly files: PolicyFiles;
  readonly rules: PolicyRules;
  readonly ruleEditor: RuleEditor;
  readonly lookups: ConsoleLookups;
}

/** Rules of a working copy: add, move, copy, look at. */
export function registerRules(services: RuleServices): void {
  const { commands, rules, ruleEditor } = services;
  commands.onPolicy('ordinance.rule.add', (policy, row) => addRule(services, policy, placeOf(row)));
  commands.onRules('ordinance.rule.copyName', (chosen) => copyRuleName(rules, chosen));
  commands.onRow('ordinance.rule.foldAll', () => foldAllRules(rules));
  commands.onRules('ordinance.rule.move', (chosen) => moveRuleSomewhere(services, chosen));
  commands.onRules('ordinance.rule.moveDown', (chosen) => moveRule(ruleEditor, chosen, 'down'));
  commands.onRules('ordinance.rule.moveToBottom', (chosen) => moveRule(ruleEditor, chosen, 'bottom'));
  commands.onRules('ordinance.rule.moveToPosition', (chosen) => moveRuleToPosition(services, chosen));
  commands.onRules('ordinance.rule.moveToTop', (chosen) => moveRule(ruleEditor, chosen, 'top'));
  commands.onRules('ordinance.rule.moveUp', (chosen) => moveRule(ruleEditor, chosen, 'up'));
  commands.onRow('ordinance.rule.preview', (uri, place) => previewRule(rules, uri, place));
  commands.onRules('ordinance.rule.reveal', (chosen) => revealRule(ruleEditor, chosen));
}

/** A rule is added above the one whose row was clicked. */
function placeOf(row: unknown): number {
  const target = targetOf(row);
  return target?.kind === 'rule' ? target.index : 0;
}
