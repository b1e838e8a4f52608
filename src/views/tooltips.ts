import * as vscode from 'vscode';
import type { PolicyStatus } from '../sync/outcomes.ts';
import { fileState } from './fileState.ts';
import { stateWords } from './describePolicy.ts';
import { actionWords } from './describeRule.ts';
import type { PolicyNode, RuleNode } from './treeNode.ts';

/** Everything the row has no space for. Names come from the console: they are never read as Markdown. */
export function ruleTooltip({ rule, count, policy }: RuleNode): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text
    .appendMarkdown('**')
    .appendText(rule.name ?? vscode.l10n.t('(no name)'))
    .appendMarkdown('**\n\n');
  const facts = [
    vscode.l10n.t('Rule {0} of {1}', rule.index + 1, count),
    actionWords(rule.action(), vscode.l10n),
    ...(rule.checks > 0 ? [vscode.l10n.t('{0} checks', rule.checks)] : []),
    ...(rule.disabled ? [vscode.l10n.t('disabled: skipped by the console')] : []),
  ];
  text.appendText(facts.join(' · '));
  if (rule.collections.length === 0) {
    if (policy.family !== 'cnns') {
      text.appendMarkdown('\n\n').appendText(vscode.l10n.t('Names no collection: it applies to nothing.'));
    }
  } else {
    text.appendMarkdown('\n\n').appendText(vscode.l10n.t('Applies to'));
    for (const collection of rule.collections) {
      text.appendMarkdown('\n* ').appendText(collection);
    }
  }
  return text;
}

export function policyTooltip(node: PolicyNode, status: PolicyStatus | undefined): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.appendMarkdown('**').appendText(node.policy.name).appendMarkdown('**');
  if (status) {
    const states = new Set([fileState(status), status.state].map((state) => stateWords(state, vscode.l10n)));
    text.appendMarkdown('\n\n').appendText([...states].join(' · '));
    if (fileState(status) === 'conflict') {
      text.appendMarkdown('\n\n').appendText(vscode.l10n.t('The file and live both changed.'));
    }
    if (status.reason !== undefined) {
      text.appendMarkdown('\n\n').appendText(status.reason);
    }
    text
      .appendMarkdown('\n\n')
      .appendText(
        status.liveReadAt
          ? vscode.l10n.t('Live was last read at {0}.', status.liveReadAt.toLocaleTimeString())
          : vscode.l10n.t('Live was not read in this session.'),
      );
  }
  return text;
}
