import type { Disposable } from '../../core/util/disposable.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';
import type { Commands } from '../targets/commands.ts';
import { invocationOf } from '../targets/invocation.ts';
import { revealRule } from '../targets/revealRule.ts';
import type { LastPush } from '../targets/lastPush.ts';
import type { Targets } from '../targets/targets.ts';
import type { ConsoleLookups } from '../workspace/consoleLookups.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { MoveForesight } from '../workspace/moveForesight.ts';
import type { PolicyOrders } from '../workspace/policyOrders.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { PolicyTestFiles } from '../workspace/policyTestFiles.ts';
import type { PolicyRules } from '../workspace/policyRules.ts';
import type { RuleEditHistory } from '../workspace/ruleEditHistory.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';
import { targetOf } from '../workspace/target.ts';
import { addRule, addRuleHere } from './addRule.ts';
import { copyRuleName } from './copyRuleName.ts';
import { deleteRules } from './deleteRules.ts';
import { duplicateRules } from './duplicateRules.ts';
import { findRule } from './findRule.ts';
import { foldAllRules } from './foldAllRules.ts';
import { moveRule } from './moveRule.ts';
import { moveRuleSomewhere } from './moveRuleSomewhere.ts';
import { moveToEffect } from './moveToEffect.ts';
import { moveRuleToPosition } from './moveRuleToPosition.ts';
import { previewRule } from './previewRule.ts';
import { renameRule } from './renameRule.ts';
import { RuleEditStatus } from './ruleEditStatus.ts';
import { switchRules, toggleRules } from './switchRules.ts';

export interface RuleServices {
  readonly commands: Commands;
  readonly targets: Targets;
  readonly files: PolicyFiles;
  readonly rules: PolicyRules;
  readonly ruleEditor: RuleEditor;
  readonly ruleHistory: RuleEditHistory;
  readonly lookups: ConsoleLookups;
  readonly consoles: ConsoleRegistry;
  readonly policyTests: PolicyTestFiles;
  readonly orders: PolicyOrders;
  readonly foresight: MoveForesight;
  readonly contextKeys: ContextKeys;
  readonly lastPush: LastPush;
  readonly log: Logger;
  readonly report: (what: string, error: unknown) => void;
}

/** Rules of a working copy: add, move, switch, rename, duplicate, delete, look at. */
export function registerRules(services: RuleServices): Disposable {
  const { commands, rules, ruleEditor } = services;
  commands.onPolicy(services, {
    'ordinance.rule.add': (all, policy, row) => addRule(all, policy, placeOf(row)),
  });
  commands.onRow(rules, {
    'ordinance.rule.foldAll': foldAllRules,
    'ordinance.rule.preview': previewRule,
  });
  commands.onRow(services, { 'ordinance.rule.find': findRule });
  commands.onRules(rules, { 'ordinance.rule.copyName': copyRuleName });
  const status = new RuleEditStatus(services);
  commands.onRow(status, {
    'ordinance.rule.showMove': async (shown) => shown.show(),
  });
  commands.onRowInTurn(status, {
    'ordinance.rule.undoEdit': async (shown, row, all, selections) =>
      shown.undo(invocationOf(row, all), selections),
  });
  commands.onRules(services, {
    'ordinance.rule.addHere': addRuleHere,
    'ordinance.rule.rename': renameRule,
    'ordinance.rule.move': moveRuleSomewhere,
    'ordinance.rule.moveToEffect': moveToEffect,
    'ordinance.rule.moveToPosition': moveRuleToPosition,
  });
  commands.onRules(ruleEditor, { 'ordinance.rule.reveal': revealRule });
  commands.onRulesInTurn(services, { 'ordinance.rule.delete': deleteRules });
  commands.onRulesInTurn(ruleEditor, {
    'ordinance.rule.disable': (editor, chosen) => switchRules(editor, chosen, false),
    'ordinance.rule.duplicate': duplicateRules,
    'ordinance.rule.enable': (editor, chosen) => switchRules(editor, chosen, true),
    'ordinance.rule.moveDown': (editor, chosen) => moveRule(editor, chosen, 'down'),
    'ordinance.rule.moveToBottom': (editor, chosen) => moveRule(editor, chosen, 'bottom'),
    'ordinance.rule.moveToTop': (editor, chosen) => moveRule(editor, chosen, 'top'),
    'ordinance.rule.moveUp': (editor, chosen) => moveRule(editor, chosen, 'up'),
    'ordinance.rule.toggle': toggleRules,
  });
  return status;
}

/** A rule is added above the one whose row was clicked. */
function placeOf(row: unknown): number {
  const target = targetOf(row);
  return target?.kind === 'rule' ? target.index : 0;
}
