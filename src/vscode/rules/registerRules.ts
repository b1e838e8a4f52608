import { invocationOf } from '../targets/targets.ts';
import { revealRule } from '../targets/showRule.ts';
import { targetOf } from '../workspace/target.ts';
import { addRule, addRuleHere } from './addRule.ts';
import { copyRuleName, deleteRules, editRules, moveRuleTo } from './editRules.ts';
import { findRule } from './findRule.ts';
import { moveRuleSomewhere, moveToEffect } from './moveRuleSomewhere.ts';
import { previewRule } from './previewRule.ts';
import { renameRule } from './renameRule.ts';
import { RuleEditStatus } from './ruleEditStatus.ts';
import { duplication, movingTo, switching, toggling } from '../workspace/ruleActs.ts';
import type { RulesToEdit } from '../workspace/ruleEditor.ts';
import type { FeatureServices } from '../featureServices.ts';
import * as vscode from 'vscode';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';

/** Commands for rules of a policy file: add, move, switch, rename, duplicate, delete, preview. */
export function registerRules(services: FeatureServices): void {
  const { disposables, commands, documents, ruleEditor } = services;
  commands.onPolicy(services, {
    'ordinance.rule.add': (all, policy, row) => addRule(all, policy, indexAbove(row)),
  });
  commands.onRow(documents, {
    'ordinance.rule.foldAll': foldAllRules,
    'ordinance.rule.preview': previewRule,
  });
  commands.onRow(services, { 'ordinance.rule.find': findRule });
  commands.onRules(undefined, { 'ordinance.rule.copyName': (_, chosen) => copyRuleName(chosen) });
  const status = disposables.add(new RuleEditStatus(services));
  commands.onRow(status, {
    'ordinance.rule.showMove': async (shown) => shown.show(),
  });
  commands.onRowInTurn(status, {
    'ordinance.rule.undoEdit': async (shown, row, all) => shown.undo(invocationOf(row, all).from === 'tree'),
  });
  commands.onRowInTurn(services, {
    '_ordinance.rule.moveTo': async (all, rules, to) => moveRuleTo(all, rules as RulesToEdit, Number(to)),
  });
  commands.onRules(services, {
    'ordinance.rule.addHere': addRuleHere,
    'ordinance.rule.rename': renameRule,
    'ordinance.rule.move': moveRuleSomewhere,
    'ordinance.rule.moveToEffect': moveToEffect,
  });
  commands.onRules(documents, { 'ordinance.rule.reveal': revealRule });
  commands.onRulesInTurn(services, { 'ordinance.rule.delete': deleteRules });
  commands.onRulesInTurn(ruleEditor, {
    'ordinance.rule.disable': (editor, chosen) => editor.act(chosen, switching(false)),
    'ordinance.rule.duplicate': (editor, chosen) => editRules(editor, chosen, duplication),
    'ordinance.rule.enable': (editor, chosen) => editor.act(chosen, switching(true)),
    'ordinance.rule.moveDown': (editor, chosen) => editRules(editor, chosen, movingTo('down')),
    'ordinance.rule.moveToBottom': (editor, chosen) => editRules(editor, chosen, movingTo('bottom')),
    'ordinance.rule.moveToTop': (editor, chosen) => editRules(editor, chosen, movingTo('top')),
    'ordinance.rule.moveUp': (editor, chosen) => editRules(editor, chosen, movingTo('up')),
    'ordinance.rule.toggle': (editor, chosen) => editor.act(chosen, toggling),
  });
}

/** A new rule goes above the rule of the row. */
function indexAbove(row: unknown): number {
  const target = targetOf(row);
  return target?.kind === 'rule' ? target.index : 0;
}

/** Folds every rule of the active editor to its first line. */
async function foldAllRules(documents: PolicyDocuments): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (!document) {
    return;
  }
  const policy = await documents.open(document);
  const selectionLines = policy.arrays().flatMap(({ rules }) =>
    rules.flatMap(({ range }) => {
      const { line } = document.positionAt(range.start);
      return document.positionAt(range.end).line > line ? [line] : [];
    }),
  );
  if (selectionLines.length > 0) {
    await vscode.commands.executeCommand('editor.fold', { selectionLines });
  }
}
