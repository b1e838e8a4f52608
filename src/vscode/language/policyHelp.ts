import * as vscode from 'vscode';
import {
  fieldHelp,
  collectionHelp,
  valueHelp,
  knowledgeFor,
  valueHints,
} from '../../core/assist/completion/knownValues.ts';
import { fieldAt, ruleNodeAt, placeInPolicy } from '../../core/assist/completion/placeInPolicy.ts';
import { ruleNameAt } from '../../core/assist/completion/ruleName.ts';
import { ruleStanding, type RuleStanding } from '../../core/assist/order/documentOrder.ts';
import type { ConsoleKnowledge } from '../../core/consoleFile/resources.ts';
import { kindOfDocument, type PolicyDocument } from '../../core/document/policyDocument.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import { ruleRefs, type RuleRef } from '../../core/document/ruleRef.ts';
import { namesOf } from '../../core/order/ruleFindings.ts';
import { ruleAction } from '../../core/order/effect/effectWords.ts';
import { asMarkdown, bullets, paragraphs } from '../../core/util/markdown.ts';
import type { FeatureServices } from '../featureServices.ts';
import { commandLink, icon, markdownString, inlayHint } from '../platform/languageTexts.ts';
import { toRange } from '../workspace/textFiles.ts';
import { actionWords, orderMarkWords } from '../workspace/orderMarkWords.ts';
import { isPart } from '../workspace/policyDocuments.ts';
import type { RuleTarget } from '../workspace/target.ts';
import { proposals, ruleProposals } from '../../core/assist/completion/proposals.ts';
import { ruleTemplates } from '../../core/assist/completion/newRules.ts';
import type { ProposalList } from './schemaHelp.ts';
import { schemaField } from '../../core/assist/schema/field.ts';
import { DisposableStore } from '../../core/util/disposable.ts';

/** Proposes keys and values from the schemas, whole rules, and the known names of the console. */
export function proposePolicyText(
  { documents, lookups }: FeatureServices,
  document: vscode.TextDocument,
  offset: number,
): ProposalList | undefined {
  const policy = documents.current(document);
  const cursor = policy && placeInPolicy(policy, offset);
  if (!policy || !cursor) {
    return undefined;
  }
  const { place, root, rule } = cursor;
  const { spelling } = policy;
  const known: ConsoleKnowledge = lookups.of(document.uri) ?? {};
  const words = knowledgeFor(policy.kind, {
    ...known,
    collections:
      known.collections ?? collectionsElsewhere(policy, document.getText(toRange(document, place))),
  });
  const rules = rule
    ? ruleProposals(place, ruleTemplates(policy, rule.kind, rule.array), spelling, rule.newItem)
    : [];
  return { place, proposals: [...rules, ...proposals(place, root, spelling, words)], spelling };
}

/** The collections that a policy names, without the one occurrence of `written` that is being typed. */
function collectionsElsewhere(policy: PolicyDocument, written: string): ReadonlySet<string> {
  const all = policy.arrays().flatMap(({ rules }) => rules.flatMap(({ facts }) => facts.collections));
  const own = all.indexOf(written.replaceAll(/^["']|["']$/g, ''));
  return new Set(own < 0 ? all : all.toSpliced(own, 1));
}

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

/** Collections whose patterns are shown. */
const shownCollections = 5;

/** Commands that the links of a card may run. */
const commands = ['ordinance.rule.compare', 'ordinance.rule.move'] as const;

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
  const { kind } = policy;
  const standing = ruleStanding(policy, place, models.orders.current(document));
  // Near broken text, the place of the rule among the others is unknown.
  if (!standing || policy.hasFatalProblem) {
    return undefined;
  }
  const { rule, count, findings, coveredBy, shadowedCount, gap } = standing;
  const { facts, index } = rule;
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

/** The target of a rule in its file; undefined for a file that is no policy of a console. */
export function ruleTargetAt(
  { consoles }: Pick<FeatureServices, 'consoles'>,
  uri: vscode.Uri,
  ref: RuleRef,
): RuleTarget | undefined {
  const at = consoles.policyAt(uri);
  return at && { kind: 'rule', consoleId: at.console.id, policy: at.kind.name, ...ref };
}

const setting = 'ordinance.editor.inlayHints';

/** Shows the titles of checks, the severities of thresholds and the time until exceptions end behind their values. */
export function policyInlayHints({
  documents,
  settings,
  lookups,
}: FeatureServices): vscode.InlayHintsProvider {
  return {
    onDidChangeInlayHints: (listener) =>
      new DisposableStore(
        lookups.onDidRead(() => listener()),
        settings.onDidChange((id) => id === setting && listener()),
      ),

    provideInlayHints(document, range) {
      const policy = settings.flag(setting, document.uri) ? documents.current(document) : undefined;
      const shown = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
      const words = lookups.of(document.uri) ?? {};
      const kind = policy && kindOfDocument(policy);
      const rules = (kind ? policy.arrays() : [])
        .flatMap((array) => array.rules)
        .filter((rule) => rule.range.start < shown.end && rule.range.end > shown.start);
      return rules
        .flatMap((rule) => valueHints(rule, schemaField(kind!.shape, 'rule'), shown, words, Date.now()))
        .map(({ offset, text }) => inlayHint(document.positionAt(offset), text));
    },
  };
}
