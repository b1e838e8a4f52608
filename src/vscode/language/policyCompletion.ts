import type * as vscode from 'vscode';
import { knowledgeFor } from '../../core/assist/completion/knownValues.ts';
import type { ConsoleKnowledge } from '../../core/consoleFile/consoleKnowledge.ts';
import { placeInPolicy } from '../../core/assist/completion/placeInPolicy.ts';
import { proposals, ruleProposals } from '../../core/assist/completion/proposals.ts';
import { ruleTemplates } from '../../core/assist/completion/newRules.ts';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import type { ProposalList } from './schemaHelp.ts';
import { toRange } from '../workspace/textEdits.ts';
import type { FeatureServices } from '../featureServices.ts';

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
  const words = knowledgeFor(policy.kind?.name ?? '', {
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
