import type { CommandId } from './platform/commandIds.ts';
import type { CommandRegistry } from './platform/commandRegistry.ts';
import { targetOf } from './workspace/target.ts';
import { addConsole } from './consoles/addConsole.ts';
import { addRule } from './rules/addRule.ts';
import { checkVersion } from './consoles/checkVersion.ts';
import { compareRule } from './changes/compareRule.ts';
import { copyRuleName } from './rules/copyRuleName.ts';
import { rowAndRows } from './targets/menuArguments.ts';
import { foldAllRules } from './rules/foldAllRules.ts';
import { moveRule } from './rules/moveRule.ts';
import { moveRuleSomewhere } from './rules/moveRuleSomewhere.ts';
import { moveRuleToPosition } from './rules/moveRuleToPosition.ts';
import { openConsoleFile } from './consoles/openConsoleFile.ts';
import { openLive } from './changes/openLive.ts';
import { openPolicy } from './policies/openPolicy.ts';
import { browse } from './posture/commands/browse.ts';
import { copyMarkdown } from './posture/commands/copyMarkdown.ts';
import { openDocument } from './posture/commands/openDocument.ts';
import { showApplication, showOverview } from './posture/commands/showPages.ts';
import { showTable } from './posture/commands/showTable.ts';
import { signIn as signInToSspm, signOut as signOutOfSspm } from './posture/commands/signIn.ts';
import { compareSnapshotsCommand, openComparison, saveSnapshot } from './posture/commands/snapshots.ts';
import { addIntegration, addIssue, filter, refresh, reveal, stop } from './posture/commands/treeCommands.ts';
import { previewPush } from './push/previewPush.ts';
import { previewRule } from './rules/previewRule.ts';
import { pullConsole } from './policies/pullConsole.ts';
import { pullFamily } from './policies/pullFamily.ts';
import { pullPolicy } from './policies/pullPolicy.ts';
import { pushPolicy } from './push/pushPolicy.ts';
import { refreshConsole, refreshPolicies, retryPolicy } from './policies/refresh.ts';
import { showAgentlessResources, showAgentlessState } from './lists/agentless.ts';
import { addBaseImage, deleteBaseImage, downloadBaseImages } from './lists/baseImages.ts';
import { addCollection, deleteCollection, editCollection, showUses } from './lists/collections.ts';
import { addNetworkList, deleteNetworkList, editNetworkList } from './lists/networkLists.ts';
import { resolveSpecification } from './lists/resolveSpecification.ts';
import { showImpacted } from './lists/showImpacted.ts';
import { showList } from './lists/showList.ts';
import { revealRule } from './targets/revealRule.ts';
import { compareWithBase, compareWithLive as compareFileWithLive } from './changes/compareFile.ts';
import { discardEdits } from './changes/discardEdits.ts';
import { exportEvidence } from './history/exportEvidence.ts';
import { comparePushes, compareWithLive, restorePush, showPastPlan } from './history/historyCommands.ts';
import { mergePolicy } from './merge/mergePolicy.ts';
import { overrideLive } from './push/overrideLive.ts';
import { pushEdited, resumePush } from './push/pushEdited.ts';
import {
  applyChosenMerge,
  cancelMerge,
  editConflict,
  resolveConflicts,
  showConflict,
} from './merge/resolveConflict.ts';
import { signIn } from './consoles/signIn.ts';
import { signOut } from './consoles/signOut.ts';
import { onPolicies, onPolicy, onRules, type Handler, type Taking } from './targets/taking.ts';
import type { Tools } from './tools.ts';
import { tryTheSandbox } from './sandbox/tryTheSandbox.ts';
import { undoPush } from './push/undoPush.ts';

/** What each command does. Views register the few that only they can serve. */
export const commandTable: Readonly<
  Record<Exclude<CommandId, 'ordinance.plan.compareRule'>, Handler | Taking>
> = {
  'ordinance.agentless.showResources': showAgentlessResources,
  'ordinance.agentless.showState': showAgentlessState,
  'ordinance.apiSpecification.resolve': onRules((tools, rules, _, file) =>
    resolveSpecification(tools, rules, file),
  ),
  'ordinance.baseImages.add': addBaseImage,
  'ordinance.baseImages.delete': deleteBaseImage,
  'ordinance.baseImages.download': downloadBaseImages,
  'ordinance.baseImages.show': (tools, row) => showList(tools, 'base-images', row),
  'ordinance.checks.show': (tools, row) => showList(tools, 'checks', row),
  'ordinance.collections.add': addCollection,
  'ordinance.collections.delete': deleteCollection,
  'ordinance.collections.edit': editCollection,
  'ordinance.collections.show': (tools, row) => showList(tools, 'collections', row),
  'ordinance.collections.showUses': showUses,
  'ordinance.conflict.edit': editConflict,
  'ordinance.conflict.reopen': (tools, row, rows) => resolveConflicts(tools, undefined, row, rows),
  'ordinance.conflict.show': showConflict,
  'ordinance.conflict.useLive': (tools, row, rows) => resolveConflicts(tools, 'live', row, rows),
  'ordinance.conflict.useMine': (tools, row, rows) => resolveConflicts(tools, 'mine', row, rows),
  'ordinance.console.add': addConsole,
  'ordinance.console.checkVersion': checkVersion,
  'ordinance.console.openFile': openConsoleFile,
  'ordinance.console.pull': pullConsole,
  'ordinance.console.refresh': refreshConsole,
  'ordinance.console.signIn': signIn,
  'ordinance.console.signOut': signOut,
  'ordinance.customChecks.show': (tools, row) => showList(tools, 'custom-checks', row),
  'ordinance.customRules.show': (tools, row) => showList(tools, 'custom-rules', row),
  'ordinance.family.pull': pullFamily,
  'ordinance.history.compare': comparePushes,
  'ordinance.history.compareLive': compareWithLive,
  'ordinance.history.exportEvidence': exportEvidence,
  'ordinance.history.refresh': ({ history }) => history.refresh(),
  'ordinance.history.restore': restorePush,
  'ordinance.history.showPlan': showPastPlan,
  'ordinance.list.show': (tools, row) => showList(tools, undefined, row),
  'ordinance.log.show': ({ log }) => log.show(),
  'ordinance.merge.apply': applyChosenMerge,
  'ordinance.merge.cancel': cancelMerge,
  'ordinance.networkLists.add': addNetworkList,
  'ordinance.networkLists.delete': deleteNetworkList,
  'ordinance.networkLists.edit': editNetworkList,
  'ordinance.networkLists.show': (tools, row) => showList(tools, 'network-lists', row),
  'ordinance.policies.pushEdited': pushEdited,
  'ordinance.policies.refresh': refreshPolicies,
  'ordinance.policies.resumePush': resumePush,
  'ordinance.policy.compareBase': onPolicy(compareWithBase),
  'ordinance.policy.compareLive': onPolicy(compareFileWithLive),
  'ordinance.policy.discard': onPolicies(discardEdits),
  'ordinance.policy.merge': onPolicy(mergePolicy),
  'ordinance.policy.open': onPolicy(openPolicy),
  'ordinance.policy.openLive': onPolicy(openLive),
  'ordinance.policy.override': onPolicy(overrideLive),
  'ordinance.policy.previewPush': onPolicy(previewPush),
  'ordinance.policy.pull': onPolicies(pullPolicy),
  'ordinance.policy.push': onPolicy(pushPolicy),
  'ordinance.policy.retry': onPolicies(retryPolicy),
  'ordinance.policy.undoPush': undoPush,
  'ordinance.posture.addIntegration': addIntegration,
  'ordinance.posture.addIssue': addIssue,
  'ordinance.posture.browse': browse,
  'ordinance.posture.compareSnapshots': compareSnapshotsCommand,
  'ordinance.posture.copyMarkdown': copyMarkdown,
  'ordinance.posture.filter': filter,
  'ordinance.posture.openComparison': openComparison,
  'ordinance.posture.openJson': (tools, row) => openDocument(tools, 'json', row),
  'ordinance.posture.openYaml': (tools, row) => openDocument(tools, 'yaml', row),
  'ordinance.posture.refresh': refresh,
  'ordinance.posture.reveal': reveal,
  'ordinance.posture.saveSnapshot': saveSnapshot,
  'ordinance.posture.showApplication': showApplication,
  'ordinance.posture.showOverview': showOverview,
  'ordinance.posture.showTable': showTable,
  'ordinance.posture.signIn': signInToSspm,
  'ordinance.posture.signOut': signOutOfSspm,
  'ordinance.posture.stop': stop,
  'ordinance.rule.add': onPolicy((tools, policy, row) => addRule(tools, policy, placeOf(row))),
  'ordinance.rule.compare': onRules(compareRule),
  'ordinance.rule.copyName': onRules(copyRuleName),
  'ordinance.rule.foldAll': foldAllRules,
  'ordinance.rule.move': onRules(moveRuleSomewhere),
  'ordinance.rule.moveDown': onRules((tools, rules) => moveRule(tools, rules, 'down')),
  'ordinance.rule.moveToBottom': onRules((tools, rules) => moveRule(tools, rules, 'bottom')),
  'ordinance.rule.moveToPosition': onRules(moveRuleToPosition),
  'ordinance.rule.moveToTop': onRules((tools, rules) => moveRule(tools, rules, 'top')),
  'ordinance.rule.moveUp': onRules((tools, rules) => moveRule(tools, rules, 'up')),
  'ordinance.rule.preview': previewRule,
  'ordinance.rule.reveal': onRules(revealRule),
  'ordinance.rule.showImpacted': onRules(showImpacted),
  'ordinance.sandbox.try': tryTheSandbox,
  'ordinance.tags.show': (tools, row) => showList(tools, 'tags', row),
};

export function registerCommands(registry: CommandRegistry, tools: Tools): void {
  for (const [id, command] of Object.entries(commandTable)) {
    const run = typeof command === 'function' ? command : command.run;
    registry.register(id as CommandId, (...args) => run(tools, ...rowAndRows(tools.consoles.consoles, args)));
  }
}

/** A rule is added above the one whose row was clicked. */
function placeOf(row: unknown): number {
  const target = targetOf(row);
  return target?.kind === 'rule' ? target.index : 0;
}
