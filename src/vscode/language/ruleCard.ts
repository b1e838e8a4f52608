import * as vscode from 'vscode';
import type { RuleStanding } from '../../core/assist/completion/ruleStanding.ts';
import { collectionHelp } from '../../core/assist/completion/knownValues.ts';
import type { ConsoleKnowledge } from '../../core/consoleFile/consoleKnowledge.ts';
import { ruleAction } from '../../core/order/effect/effectOf.ts';
import { namesOf, type RuleFinding } from '../../core/order/ruleFindings.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { commandLink, icon, markdownString } from '../platform/markdownString.ts';
import { asMarkdown, bullets, paragraphs } from '../../core/util/markdown.ts';
import type { RuleTarget } from '../workspace/target.ts';
import { actionWords, orderMarkWords } from '../workspace/orderMarkWords.ts';

/** An argument of commands that also come from the tree: the cursor follows the rule, and the tree does not. */
export const fromEditor = { in: 'editor' } as const;

/** Collections whose patterns are shown. */
const shownCollections = 5;

/** Commands that the links of a card may run. */
const commands = ['ordinance.rule.compare', 'ordinance.rule.move'] as const;

/**
 * The summary of a rule: its position, its scope, and the rules before or after it for the same resources. Names come from the console
 * and are never Markdown.
 */
export function ruleCard(
  {
    rule,
    count,
    findings,
    shadowedCount,
    gap,
  }: Omit<RuleStanding, 'count'> & {
    /** Absent for a text with a part of the rules. */
    readonly count: number | undefined;
  },
  kind: PolicyKind | undefined,
  words: ConsoleKnowledge,
  target: RuleTarget | undefined,
): vscode.MarkdownString {
  const { l10n } = vscode;
  const { facts, index } = rule;
  const more = facts.collections.length - shownCollections;
  const first = [
    count === undefined ? undefined : l10n.t('Rule {0} of {1}', index + 1, count),
    kind ? actionWords(ruleAction(kind, rule.value())) : undefined,
    facts.disabled ? l10n.t('disabled: skipped by the console') : undefined,
    orderMarkWords(findings, facts.collections.length),
  ].filter((part) => part !== undefined);
  const text = paragraphs([
    asMarkdown`**${facts.name ?? l10n.t('(no name)')}**`,
    asMarkdown`${first.join(' · ')}`,
    facts.collections.length > 0
      ? bullets(l10n.t('Covers'), [
          ...facts.collections.slice(0, shownCollections).map((name) => collectionLine(name, words)),
          ...(more > 0 ? [l10n.t('and {0} more', more)] : []),
        ])
      : kind?.isNetwork
        ? undefined
        : asMarkdown`${l10n.t('Has no collection, so it never applies.')}`,
    ...findings.filter(isTaken).map(({ by }) => asMarkdown`${icon('warning')} ${takenWords(namesOf(by))}`),
    shadowedCount > 0 ? asMarkdown`${takesWords(shadowedCount)}` : undefined,
    gap && asMarkdown`${gapWords(gap)}`,
    target &&
      asMarkdown`${commandLink(l10n.t('Compare with Live'), 'ordinance.rule.compare', target, fromEditor)} · ${commandLink(l10n.t('Move…'), 'ordinance.rule.move', target, fromEditor)}`,
  ]);
  return markdownString(text, { commands, icons: true });
}

function collectionLine(name: string, words: ConsoleKnowledge): string {
  const help = collectionHelp(name, words).join('; ');
  return help === '' || help.startsWith(name) ? help || name : `${name} (${help})`;
}

function isTaken({ code }: RuleFinding): boolean {
  return code === 'shadowed-rule' || code === 'redundant-rule';
}

function takenWords(by: string): string {
  return vscode.l10n.t('Rules above match everything this rule covers: {0}.', by);
}

function takesWords(taken: number): string {
  return taken === 1
    ? vscode.l10n.t('It matches everything 1 rule below covers, so that rule is shadowed.')
    : vscode.l10n.t('It matches everything {0} rules below cover, so those rules are shadowed.', taken);
}

function gapWords(gap: NonNullable<RuleStanding['gap']>): string {
  return gap === 'not analyzed'
    ? vscode.l10n.t('Not analyzed: rules above overlap too much.')
    : vscode.l10n.t('The contents of some of its collections are unknown. Rules above may match more of it.');
}
