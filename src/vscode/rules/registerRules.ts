import type { Disposable } from '../../core/util/disposable.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { Commands } from '../targets/commands.ts';
import { revealRule } from '../targets/revealRule.ts';
import type { ConsoleLookups } from '../workspace/consoleLookups.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { MoveForesight } from '../workspace/moveForesight.ts';
import type { PolicyOrders } from '../workspace/policyOrders.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { PolicyRules } from '../workspace/policyRules.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';
import { targetOf } from '../workspace/target.ts';
import { addRule } from './addRule.ts';
import { copyRuleName } from './copyRuleName.ts';
import { foldAllRules } from './foldAllRules.ts';
import { moveRule } from './moveRule.ts';
import { moveRuleSomewhere } from './moveRuleSomewhere.ts';
import { MoveStatus } from './moveStatus.ts';
import { moveToEffect } from './moveToEffect.ts';
import { moveRuleToPosition } from './moveRuleToPosition.ts';
import { previewRule } from './previewRule.ts';

export interface RuleServices {
  readonly commands: Commands;
  readonly files: PolicyFiles;
  readonly rules: PolicyRules;
  readonly ruleEditor: RuleEditor;
  readonly lookups: ConsoleLookups;
  readonly consoles: ConsoleRegistry;
  readonly orders: PolicyOrders;
  readonly foresight: MoveForesight;
  readonly log: Logger;
  readonly report: (what: string, error: unknown) => void;
}

/** Rules of a working copy: add, move, copy, look at. */
export function registerRules(services: RuleServices): Disposable {
  const { commands, rules, ruleEditor } = services;
  commands.onPolicy(services, {
    'ordinance.rule.add': (all, policy, row) => addRule(all, policy, placeOf(row)),
  });
  commands.onRow(rules, {
    'ordinance.rule.foldAll': foldAllRules,
    'ordinance.rule.preview': previewRule,
  });
  commands.onRules(rules, { 'ordinance.rule.copyName': copyRuleName });
  const status = new MoveStatus(services);
  commands.onRow(status, { 'ordinance.rule.showMove': async (shown) => shown.show() });
  commands.onRules(services, {
    'ordinance.rule.move': moveRuleSomewhere,
    'ordinance.rule.moveToEffect': moveToEffect,
    'ordinance.rule.moveToPosition': moveRuleToPosition,
  });
  commands.onRules(ruleEditor, {
    'ordinance.rule.moveDown': (editor, chosen) => moveRule(editor, chosen, 'down'),
    'ordinance.rule.moveToBottom': (editor, chosen) => moveRule(editor, chosen, 'bottom'),
    'ordinance.rule.moveToTop': (editor, chosen) => moveRule(editor, chosen, 'top'),
    'ordinance.rule.moveUp': (editor, chosen) => moveRule(editor, chosen, 'up'),
    'ordinance.rule.reveal': revealRule,
  });
  return status;
}

/** A rule is added above the one whose row was clicked. */
function placeOf(row: unknown): number {
  const target = targetOf(row);
  return target?.kind === 'rule' ? target.index : 0;
}
