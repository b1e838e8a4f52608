import type * as vscode from 'vscode';
import { l10n } from '../../core/util/l10n.ts';
import { markdownString } from '../platform/markdownString.ts';
import type { Blame } from '../../core/policy/blame.ts';
import type { LiveChange } from '../../core/policy/ruleMark.ts';
import type { PolicyStatus } from '../../core/sync/outcomes.ts';
import { orderWords } from '../../core/order/ruleFindings.ts';
import { asMarkdown, bullets, paragraphs } from '../../core/util/markdown.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { fileState, stateWords, statusWords } from '../workspace/shownState.ts';
import type { ScopeSource } from '../workspace/knownScopes.ts';
import { blameLine, liveChangeWords, markWords } from '../workspace/ruleChangeWords.ts';
import { scopeSourceWords } from '../workspace/scopeSourceWords.ts';
import { momentWords } from '../workspace/whenWords.ts';
import { consoleWords } from './consoleWords.ts';
import { actionWords } from './describeRule.ts';
import type { PolicyNode, RuleNode } from './treeNode.ts';

/** Everything the row has no space for. */
export function ruleTooltip(
  { rule, count, policy }: RuleNode,
  console: string,
  by: Blame | undefined,
): vscode.MarkdownString {
  const place = l10n.t('Rule {0} of {1}', rule.index + 1, count);
  if (!rule.isSure) {
    return markdownString(
      paragraphs([
        asMarkdown`${place}`,
        asMarkdown`${l10n.t('The text has an error here. See the problems of the file.')}`,
      ]),
    );
  }
  const mark = rule.mark();
  const facts = [
    place,
    actionWords(rule.action()),
    ...(rule.checks > 0 ? [rule.checks === 1 ? l10n.t('1 check') : l10n.t('{0} checks', rule.checks)] : []),
    ...(rule.disabled ? [l10n.t('disabled: skipped by the console')] : []),
  ];
  return markdownString(
    paragraphs([
      asMarkdown`**${rule.name ?? l10n.t('(no name)')}**`,
      asMarkdown`${facts.join(' · ')}`,
      rule.collections.length > 0
        ? bullets(l10n.t('Covers'), rule.collections)
        : policy.isNetwork
          ? undefined
          : asMarkdown`${l10n.t('Has no collection, so it never applies.')}`,
      ...rule.findings().map((finding) => asMarkdown`${orderWords(finding)}`),
      rule.isNotAnalyzed()
        ? asMarkdown`${l10n.t('Not analyzed: the rule order around this rule is too complex.')}`
        : undefined,
      ...(mark ? markWords(mark).map((words) => asMarkdown`${sentence(words)}`) : []),
      by ? asMarkdown`${blameLine(by, console)}` : undefined,
    ]),
  );
}

function sentence(words: string): string {
  return `${words.charAt(0).toLocaleUpperCase()}${words.slice(1)}.`;
}

/** Where it comes from what is said of order. */
export function consoleTooltip(
  { entry, ...handle }: ConsoleHandle,
  source: ScopeSource,
  readAt: Date | undefined,
): vscode.MarkdownString {
  return markdownString(
    paragraphs([
      asMarkdown`**${entry.name}**`,
      ...[...consoleWords(entry, handle, readAt), ...scopeSourceWords(source)].map(
        (line) => asMarkdown`${line}`,
      ),
    ]),
  );
}

function bothChanged(conflicts: number | undefined): string {
  switch (conflicts) {
    case undefined:
      return l10n.t('The file and the live policy both changed.');
    case 0:
      return l10n.t('The file and the live policy both changed. The merge has no conflicts.');
    case 1:
      return l10n.t('The file and the live policy both changed. The merge has 1 conflict.');
    default:
      return l10n.t('The file and the live policy both changed. The merge has {0} conflicts.', conflicts);
  }
}

/** Problems that a tooltip has space for. */
const shownProblems = 5;
const shownChanges = 8;

export function policyTooltip(
  node: PolicyNode,
  status: PolicyStatus | undefined,
  {
    live = [],
    conflicts,
    isBeingChecked = false,
  }: {
    readonly live?: readonly LiveChange[] | undefined;
    /** That a merge would ask about, as far as it is known. */
    readonly conflicts?: number | undefined;
    readonly isBeingChecked?: boolean;
  },
): vscode.MarkdownString {
  const name = asMarkdown`**${node.policy.name}**`;
  if (!status) {
    return markdownString(name);
  }
  const isFailed = status.state === 'failed';
  const states = [
    ...(isBeingChecked
      ? [l10n.t('being checked')]
      : status.known === undefined
        ? []
        : [stateWords(status.known)]),
    ...(isBeingChecked && !isFailed ? [] : statusWords(status)),
  ];
  const lines = [
    states.join(' · '),
    ...(!isBeingChecked && fileState(status) === 'conflict' ? [bothChanged(conflicts)] : []),
    ...(status.reason === undefined || (isBeingChecked && !isFailed) ? [] : [status.reason]),
    ...(isBeingChecked ? [] : (status.problems ?? [])).slice(0, shownProblems),
    status.liveReadAt
      ? l10n.t('The live policy was last read at {0}.', momentWords(status.liveReadAt))
      : status.knownAt
        ? l10n.t(
            'The live policy was not read in this session. The last known version is from {0}.',
            momentWords(status.knownAt),
          )
        : l10n.t('The live policy was not read in this session.'),
    ...(status.missed
      ? [
          l10n.t(
            'The background read at {0} failed: {1}',
            status.missed.at.toLocaleTimeString(),
            status.missed.reason,
          ),
        ]
      : []),
  ];
  const changes =
    live.length > 0
      ? bullets(l10n.t('Changed on the console since the last pull or push, according to the console:'), [
          ...live.slice(0, shownChanges).map((changed) => liveChangeWords(changed)),
          ...(live.length > shownChanges ? [l10n.t('{0} more', live.length - shownChanges)] : []),
        ])
      : undefined;
  return markdownString(paragraphs([name, ...lines.map((line) => asMarkdown`${line}`), changes]));
}
