import * as vscode from 'vscode';
import { wordsFor } from '../../core/assist/completion/consoleWords.ts';
import type { ConsoleKnowledge } from '../../core/consoles/consoleKnowledge.ts';
import { placeInPolicy } from '../../core/assist/completion/placeInPolicy.ts';
import { proposals, ruleProposals } from '../../core/assist/completion/proposals.ts';
import { ruleTemplates } from '../../core/assist/completion/ruleTemplates.ts';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import { completionItem } from './completionItem.ts';
import { toRange } from './ranges.ts';
import type { LanguageServices } from './languageServices.ts';

export type PolicyCompletionDeps = Pick<LanguageServices, 'documents' | 'settings' | 'lookups'>;

/** Keys and values from the schemas, whole rules, and what the console has, as far as that is known. */
export class PolicyCompletion implements vscode.CompletionItemProvider {
  readonly #deps: PolicyCompletionDeps;

  constructor(deps: PolicyCompletionDeps) {
    this.#deps = deps;
  }

  provideCompletionItems(document: vscode.TextDocument, position: vscode.Position): vscode.CompletionItem[] {
    const { documents, settings, lookups } = this.#deps;
    const policy = settings.flag('ordinance.editor.completion', document.uri)
      ? documents.current(document)
      : undefined;
    const found = policy && placeInPolicy(policy, document.offsetAt(position));
    if (!policy || !found) {
      return [];
    }
    const { place, root, rule } = found;
    const { spelling } = policy;
    const range = toRange(document, place);
    const [quote] = /^["']/.exec(document.getText(range)) ?? [];
    const known: ConsoleKnowledge = lookups.of(document.uri) ?? {};
    const words = wordsFor(policy.kind?.name ?? '', {
      ...known,
      collections: known.collections ?? collectionsElsewhere(policy, document.getText(range)),
    });
    const rules = rule
      ? ruleProposals(place, ruleTemplates(policy, rule.kind, rule.array), spelling, rule.newItem)
      : [];
    const items = [...rules, ...proposals(place, root, spelling, words)].map((proposal) =>
      completionItem(proposal, range, quote, spelling === 'yaml'),
    );
    if (place.commaAt !== undefined && place.commaAt < place.start) {
      const comma = vscode.TextEdit.insert(document.positionAt(place.commaAt), ',');
      for (const item of items) {
        item.additionalTextEdits = [comma];
      }
    }
    return items;
  }
}

/** Names of collections that a policy uses, also at another place than the one at which `written` is being typed. */
function collectionsElsewhere(policy: PolicyDocument, written: string): ReadonlySet<string> {
  const all = policy.arrays().flatMap(({ rules }) => rules.flatMap(({ facts }) => facts.collections));
  const own = all.indexOf(written.replaceAll(/^["']|["']$/g, ''));
  return new Set(own < 0 ? all : all.toSpliced(own, 1));
}
