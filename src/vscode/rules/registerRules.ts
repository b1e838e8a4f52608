import { invocationOf } from '../targets/commands.ts';
import { openAtRule, revealRule } from '../targets/showRule.ts';
import { note } from '../platform/dialogs.ts';
import { targetOf, type ChosenRules } from '../workspace/target.ts';
import { addRule, addRuleHere } from './addRule.ts';
import { findRule, previewRule } from './findRule.ts';
import { moveRuleSomewhere, moveToEffect } from './moveRuleSomewhere.ts';
import { renameRule } from './renameRule.ts';
import { RuleEditStatus } from './ruleEditStatus.ts';
import { deletion, duplication, movingTo, switching, toggling } from '../../core/document/ruleActs.ts';
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
    '_ordinance.rule.moveTo': async (all, rules, to) => moveRuleTo(all, rules as ChosenRules, Number(to)),
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
    'ordinance.rule.duplicate': (editor, chosen) => editor.act(chosen, duplication),
    'ordinance.rule.enable': (editor, chosen) => editor.act(chosen, switching(true)),
    'ordinance.rule.moveDown': (editor, chosen) => editor.act(chosen, movingTo('down')),
    'ordinance.rule.moveToBottom': (editor, chosen) => editor.act(chosen, movingTo('bottom')),
    'ordinance.rule.moveToTop': (editor, chosen) => editor.act(chosen, movingTo('top')),
    'ordinance.rule.moveUp': (editor, chosen) => editor.act(chosen, movingTo('up')),
    'ordinance.rule.toggle': (editor, chosen) => editor.act(chosen, toggling),
  });
}

/** A new rule goes above the rule of the row. */
function indexAbove(row: unknown): number {
  const target = targetOf(row);
  return target?.kind === 'rule' ? target.index : 0;
}

/** Makes the move of a quick fix. The cursor follows, so that the next key acts on the moved rule. */
async function moveRuleTo(
  { documents, ruleEditor }: FeatureServices,
  rules: ChosenRules,
  to: number,
): Promise<void> {
  const [place] = await ruleEditor.act(rules, movingTo(to));
  if (place) {
    await openAtRule(documents, rules.uri, place);
  }
}

/** Deletes rules with their comments in one undo step of the policy file. Nothing is sent, so there is no question. */
async function deleteRules(
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
async function copyRuleName({ rules }: ChosenRules): Promise<string> {
  const names = rules.map(({ name = '' }) => name).join('\n');
  await vscode.env.clipboard.writeText(names);
  note(vscode.l10n.t('Copied {0}', names));
  return names;
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
