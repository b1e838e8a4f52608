import * as vscode from 'vscode';
import type { PolicyDocument } from '../language/policyDocument.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import { placeInPolicy } from './placeInPolicy.ts';
import { proposals, type Proposal } from './proposals.ts';
import { toRange } from './ranges.ts';

/** Keys and values from the schemas, and collections: those of the console, as far as known, and of other rules. */
export class PolicyCompletion implements vscode.CompletionItemProvider {
  readonly #documents: PolicyDocuments;

  readonly #known: (uri: vscode.Uri) => ReadonlySet<string> | undefined;

  constructor(
    documents: PolicyDocuments,
    known: (uri: vscode.Uri) => ReadonlySet<string> | undefined = () => undefined,
  ) {
    this.#documents = documents;
    this.#known = known;
  }

  provideCompletionItems(document: vscode.TextDocument, position: vscode.Position): vscode.CompletionItem[] {
    const policy = this.#documents.current(document);
    const found = policy && placeInPolicy(policy, document.offsetAt(position));
    if (!policy || !found) {
      return [];
    }
    const { place, root } = found;
    const range = toRange(document, place);
    const quoted = policy.spelling === 'json' && document.getText(range).startsWith('"');
    return proposals(place, root, policy.spelling, {
      collections: new Set([...(this.#known(document.uri) ?? []), ...collectionsOf(policy)]),
    }).map((proposal) => completionItem(proposal, range, quoted));
  }
}

function completionItem(proposal: Proposal, range: vscode.Range, quoted: boolean): vscode.CompletionItem {
  const item = new vscode.CompletionItem(
    proposal.label,
    proposal.kind === 'key' ? vscode.CompletionItemKind.Property : vscode.CompletionItemKind.Value,
  );
  item.range = range;
  item.insertText = new vscode.SnippetString(proposal.snippet);
  item.keepWhitespace = true;
  item.sortText = proposal.order || proposal.label;
  if (quoted) {
    item.filterText = JSON.stringify(proposal.label);
  }
  if (proposal.detail !== undefined) {
    item.detail = proposal.detail;
  }
  if (proposal.documentation !== undefined) {
    item.documentation = new vscode.MarkdownString(proposal.documentation);
  }
  if (proposal.deprecated) {
    item.tags = [vscode.CompletionItemTag.Deprecated];
  }
  return item;
}

function collectionsOf(policy: PolicyDocument): ReadonlySet<string> {
  return new Set(policy.arrays().flatMap(({ rules }) => rules.flatMap(({ facts }) => facts.collections)));
}
