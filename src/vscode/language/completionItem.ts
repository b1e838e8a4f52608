import * as vscode from 'vscode';
import { completionRow } from '../platform/languageTexts.ts';
import { markdownString } from '../platform/markdownString.ts';
import type { Proposal } from '../../core/assist/completion/proposals.ts';

const kinds: Readonly<Record<Proposal['kind'], vscode.CompletionItemKind>> = {
  key: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.Value,
  rule: vscode.CompletionItemKind.Snippet,
};

/** `quote` is the quote the word at the cursor begins with, if it does. */
export function completionItem(
  proposal: Proposal,
  range: vscode.Range,
  quote: string | undefined,
  isYaml: boolean,
): vscode.CompletionItem {
  const item = completionRow(proposal, kinds[proposal.kind]);
  item.range = range;
  item.insertText = new vscode.SnippetString(proposal.snippet);
  // Lines of YAML come with their indentation: the editor does not know how far dashes indent.
  item.keepWhitespace = isYaml;
  item.sortText = proposal.order || proposal.label;
  if (quote !== undefined) {
    item.filterText = `${quote}${proposal.filter ?? proposal.label}${quote}`;
  } else if (proposal.filter !== undefined) {
    item.filterText = proposal.filter;
  }
  if (proposal.documentation !== undefined) {
    item.documentation = markdownString(proposal.documentation);
  }
  if (proposal.deprecated) {
    item.tags = [vscode.CompletionItemTag.Deprecated];
  }
  return item;
}
