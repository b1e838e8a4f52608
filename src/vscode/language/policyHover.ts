import * as vscode from 'vscode';
import { fieldHelp, collectionHelp, valueHelp } from '../../core/assist/completion/knownValues.ts';
import { fieldAt, ruleNodeAt } from '../../core/assist/completion/placeInPolicy.ts';
import { ruleNameAt } from '../../core/assist/completion/ruleName.ts';
import { ruleStanding, type RuleStanding } from '../../core/assist/order/documentOrder.ts';
import type { ConsoleKnowledge } from '../../core/consoleFile/consoleKnowledge.ts';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import { ruleRefs, type RuleRef } from '../../core/document/ruleRef.ts';
import { namesOf } from '../../core/order/ruleFindings.ts';
import { ruleAction } from '../../core/order/effect/effectOf.ts';
import { asMarkdown, bullets, paragraphs } from '../../core/util/markdown.ts';
import type { FeatureServices } from '../featureServices.ts';
import { commandLink, icon, markdownString } from '../platform/markdownString.ts';
import { actionWords, orderMarkWords } from '../workspace/orderMarkWords.ts';
import { isPart } from '../workspace/resolutionScheme.ts';
import { kindOf } from '../workspace/policyDocuments.ts';
import type { RuleTarget } from '../workspace/target.ts';
import { toRange } from '../workspace/textEdits.ts';

/** The target of a rule in its file; undefined for a file that is no policy of a console. */
export function ruleTargetAt(
  { consoles }: Pick<FeatureServices, 'consoles'>,
  uri: vscode.Uri,
  ref: RuleRef,
): RuleTarget | undefined {
  const at = consoles.policyAt(uri);
  return at && { kind: 'rule', consoleId: at.console.id, policy: at.kind.name, ...ref };
}

/** Collections whose patterns are shown. */
const shownCollections = 5;

/** Commands that the links of a card may run. */
const commands = ['ordinance.rule.compare', 'ordinance.rule.move'] as const;

/** The hover of a rule name summarizes the rule. Other hovers explain a value and its field. */
export function hoverInPolicy(
  services: FeatureServices,
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.Hover | undefined {
  const { documents, lookups } = services;
  const policy = documents.current(document);
  if (!policy) {
    return undefined;
  }
  const offset = document.offsetAt(position);
  const words: ConsoleKnowledge = lookups.of(document.uri) ?? {};
  const name = ruleNameAt(policy, offset);
  const card = name && ruleCard(services, document, policy, name.place);
  if (card) {
    return new vscode.Hover(card, toRange(document, name.range));
  }
  const range = document.getWordRangeAtPosition(position);
  if (!range) {
    return undefined;
  }
  const contents: vscode.MarkdownString[] = [];
  const value = ruleNodeAt(policy, offset);
  const lines = value ? valueHelp(value.field, value.node, words) : [];
  if (lines.length > 0) {
    contents.push(markdownString(paragraphs(lines.map((line) => asMarkdown`${line}`))));
  }
  const keyed = fieldAt(policy, offset);
  if (keyed) {
    contents.push(markdownString(fieldHelp(keyed.key, keyed.field)));
  }
  return contents.length > 0 ? new vscode.Hover(contents, range) : undefined;
}

/**
 * The summary of a rule: its position, its scope, and the rules before or after it for the same resources. Names come from the console
 * and are never Markdown.
 */
function ruleCard(
  services: FeatureServices,
  document: vscode.TextDocument,
  policy: PolicyDocument,
  place: RulePlace,
): vscode.MarkdownString | undefined {
  const { models, lookups } = services;
  const standing = ruleStanding(policy, place, models.orders.current(document));
  // Near broken text, the place of the rule among the others is unknown.
  if (!standing || policy.problems.some(({ fatal }) => fatal)) {
    return undefined;
  }
  const { rule, count, findings, coveredBy, shadowedCount, gap } = standing;
  const { facts, index } = rule;
  const kind = policy.kind ?? kindOf(document.uri);
  const words: ConsoleKnowledge = lookups.of(document.uri) ?? {};
  const view = policy.array(place.array);
  const ref = view && ruleRefs(policy, view)[place.index];
  const target = ref && ruleTargetAt(services, document.uri, ref);
  const { l10n } = vscode;
  const more = facts.collections.length - shownCollections;
  const first = [
    isPart(document.uri) ? undefined : l10n.t('Rule {0} of {1}', index + 1, count),
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
    coveredBy.length > 0
      ? asMarkdown`${icon('warning')} ${matchedAboveWords(namesOf(coveredBy))}`
      : undefined,
    shadowedCount > 0 ? asMarkdown`${shadowsWords(shadowedCount)}` : undefined,
    gap && asMarkdown`${gapWords(gap)}`,
    target &&
      asMarkdown`${commandLink(l10n.t('Compare with Live'), 'ordinance.rule.compare', target)} · ${commandLink(l10n.t('Move…'), 'ordinance.rule.move', target)}`,
  ]);
  return markdownString(text, { commands, icons: true });
}

function collectionLine(name: string, words: ConsoleKnowledge): string {
  const help = collectionHelp(name, words).join('; ');
  return help === '' || help.startsWith(name) ? help || name : `${name} (${help})`;
}

function matchedAboveWords(by: string): string {
  return vscode.l10n.t('Rules above match everything this rule covers: {0}.', by);
}

function shadowsWords(count: number): string {
  return count === 1
    ? vscode.l10n.t('It matches everything 1 rule below covers, so that rule is shadowed.')
    : vscode.l10n.t('It matches everything {0} rules below cover, so those rules are shadowed.', count);
}

function gapWords(gap: NonNullable<RuleStanding['gap']>): string {
  return gap === 'not analyzed'
    ? vscode.l10n.t('Not analyzed: rules above overlap too much.')
    : vscode.l10n.t('The contents of some of its collections are unknown. Rules above may match more of it.');
}
