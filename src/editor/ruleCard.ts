import * as vscode from 'vscode';
import type { RuleStanding } from '../language/help/ruleStanding.ts';
import { collectionHelp } from '../language/help/valueHelp.ts';
import type { ConsoleWords } from '../language/help/consoleWords.ts';
import { ruleAction, type RuleAction } from '../model/ruleAction.ts';
import type { PolicyKind } from '../model/families.ts';
import type { RuleTarget } from '../workspace/target.ts';
import { fromEditor } from './fromEditor.ts';

/** Collections whose patterns are shown. */
const shownCollections = 5;

/** Commands that the links of a card may run. */
const commands = ['ordinance.rule.compare', 'ordinance.rule.move'] as const;

/**
 * What a rule is and does, at a glance: its place, what it applies to, and the rules that come before or after it for the
 * same. Names come from the console: they are never read as Markdown.
 */
export function ruleCard(
  { rule, count, covering, covered }: RuleStanding,
  kind: PolicyKind | undefined,
  words: ConsoleWords,
  target: RuleTarget | undefined,
): vscode.MarkdownString {
  const { l10n } = vscode;
  const { facts, index } = rule;
  const card = new vscode.MarkdownString();
  card.isTrusted = { enabledCommands: commands };
  card
    .appendMarkdown('**')
    .appendText(facts.name ?? l10n.t('(no name)'))
    .appendMarkdown('**\n\n')
    .appendText(
      [
        l10n.t('Rule {0} of {1}', index + 1, count),
        kind ? actionWords(ruleAction(kind, rule.value())) : undefined,
        facts.disabled ? l10n.t('disabled: skipped by the console') : undefined,
      ]
        .filter((part) => part !== undefined)
        .join(' · '),
    );
  if (facts.collections.length > 0) {
    card.appendMarkdown('\n\n').appendText(l10n.t('Applies to'));
    for (const name of facts.collections.slice(0, shownCollections)) {
      const help = collectionHelp(name, words).join('; ');
      card
        .appendMarkdown('\n* ')
        .appendText(help === '' || help.startsWith(name) ? help || name : `${name} (${help})`);
    }
    const more = facts.collections.length - shownCollections;
    if (more > 0) {
      card.appendMarkdown('\n* ').appendText(l10n.t('and {0} more', more));
    }
  } else if (kind?.family !== 'cnns') {
    card.appendMarkdown('\n\n').appendText(l10n.t('Names no collection: it applies to nothing.'));
  }
  if (covering) {
    card
      .appendMarkdown('\n\n$(warning) ')
      .appendText(
        l10n.t(
          'Rule {0}, {1}, comes first for everything this rule applies to.',
          covering.index + 1,
          covering.facts.name ?? l10n.t('(no name)'),
        ),
      );
    card.supportThemeIcons = true;
  }
  if (covered > 0) {
    card
      .appendMarkdown('\n\n')
      .appendText(
        covered === 1
          ? l10n.t('It comes first for everything that 1 rule below applies to.')
          : l10n.t('It comes first for everything that {0} rules below apply to.', covered),
      );
  }
  if (target) {
    const query = encodeURIComponent(JSON.stringify([target, fromEditor]));
    card.appendMarkdown(
      `\n\n[${l10n.t('Compare with Live')}](command:ordinance.rule.compare?${query}) · [${l10n.t('Move…')}](command:ordinance.rule.move?${query})`,
    );
  }
  return card;
}

/** Undefined for what cannot be told. */
export function actionWords(action: RuleAction): string | undefined {
  const words: Readonly<Record<RuleAction, string | undefined>> = {
    block: vscode.l10n.t('blocks'),
    mixed: vscode.l10n.t('alerts and blocks'),
    alert: vscode.l10n.t('alerts'),
    ignore: vscode.l10n.t('ignores'),
    allow: vscode.l10n.t('allows'),
    unknown: undefined,
  };
  return words[action];
}
