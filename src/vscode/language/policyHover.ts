import * as vscode from 'vscode';
import type { ConsoleKnowledge } from '../../core/consoleFile/consoleKnowledge.ts';
import { fieldHelp } from '../../core/assist/completion/fieldHelp.ts';
import { ruleNameAt } from '../../core/assist/completion/ruleName.ts';
import { ruleStanding } from '../../core/assist/completion/ruleStanding.ts';
import { fieldAt, ruleNodeAt } from '../../core/assist/completion/placeInPolicy.ts';
import { valueHelp } from '../../core/assist/completion/knownValues.ts';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import { markdownString } from '../platform/markdownString.ts';
import { asMarkdown, paragraphs } from '../../core/util/markdown.ts';
import { kindOf } from '../workspace/policyDocuments.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import { ruleTargetAt } from '../workspace/target.ts';
import { toRange } from './ranges.ts';
import { isPart } from '../workspace/partText.ts';
import { ruleCard } from './ruleCard.ts';
import type { FeatureServices } from '../featureServices.ts';

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
  const card = name && cardOf(services, document, policy, name.place, words);
  if (card) {
    return new vscode.Hover(card, toRange(document, name.range));
  }
  const range = document.getWordRangeAtPosition(position);
  if (!range) {
    return undefined;
  }
  const contents: vscode.MarkdownString[] = [];
  const value = ruleNodeAt(policy, offset);
  const lines = value ? valueHelp(value.path, value.node, words) : [];
  if (lines.length > 0) {
    contents.push(markdownString(paragraphs(lines.map((line) => asMarkdown`${line}`))));
  }
  const keyed = fieldAt(policy, offset);
  if (keyed) {
    contents.push(markdownString(fieldHelp(keyed.key, keyed.field)));
  }
  return contents.length > 0 ? new vscode.Hover(contents, range) : undefined;
}

function cardOf(
  { consoles, models }: FeatureServices,
  document: vscode.TextDocument,
  policy: PolicyDocument,
  place: RulePlace,
  words: ConsoleKnowledge,
): vscode.MarkdownString | undefined {
  const standing = ruleStanding(policy, place, models.orders.current(document));
  // Near broken text, the place of the rule among the others is unknown.
  if (!standing || policy.problems.some(({ fatal }) => fatal)) {
    return undefined;
  }
  return ruleCard(
    isPart(document.uri) ? { ...standing, count: undefined } : standing,
    policy.kind ?? kindOf(document.uri),
    words,
    ruleTargetAt(consoles, document.uri, policy, place),
  );
}
