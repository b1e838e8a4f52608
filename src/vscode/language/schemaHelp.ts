import * as vscode from 'vscode';
import { completionRow, markdownString } from '../platform/languageTexts.ts';
import type { CursorPlace } from '../../core/assist/completion/cursorPlace.ts';
import { fieldHelp } from '../../core/assist/completion/knownValues.ts';
import { fieldInText } from '../../core/assist/completion/placeInPolicy.ts';
import type { Proposal } from '../../core/assist/completion/proposals.ts';
import type { Field } from '../../core/assist/schema/field.ts';
import type { Spelling } from '../../core/policy/policyFile.ts';
import { toRange } from '../workspace/textFiles.ts';

const kinds: Readonly<Record<Proposal['kind'], vscode.CompletionItemKind>> = {
  key: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.Value,
  rule: vscode.CompletionItemKind.Snippet,
};

/** The entries of a list at a place of a text. */
export interface ProposalList {
  readonly place: CursorPlace;
  readonly proposals: readonly Proposal[];
  readonly spelling: Spelling;
}

/** The help of the field at a position, in a file that is no policy. */
export function fieldHover(
  document: vscode.TextDocument,
  position: vscode.Position,
  root: Field,
  spelling: Spelling,
): vscode.Hover | undefined {
  const word = document.getWordRangeAtPosition(position);
  const place = word && fieldInText(document.getText(), document.offsetAt(position), root, spelling);
  return place && new vscode.Hover(markdownString(fieldHelp(place.key, place.field)), word);
}

export function completionItems(
  document: vscode.TextDocument,
  { place, proposals, spelling }: ProposalList,
): vscode.CompletionItem[] {
  const range = toRange(document, place);
  const [quote] = /^["']/.exec(document.getText(range)) ?? [];
  const { commaAt } = place;
  return proposals.map((proposal) => {
    const item = completionItem(proposal, quote);
    item.range = range;
    // Lines of YAML come with their indentation: the editor does not know how far dashes indent.
    item.keepWhitespace = spelling === 'yaml';
    if (commaAt !== undefined && commaAt < place.start) {
      // The text lacks a comma in front.
      item.additionalTextEdits = [vscode.TextEdit.insert(document.positionAt(commaAt), ',')];
    }
    return item;
  });
}

/** `quote` is the quote the word at the cursor begins with, if it does. */
function completionItem(proposal: Proposal, quote: string | undefined): vscode.CompletionItem {
  const item = completionRow(proposal, kinds[proposal.kind]);
  item.insertText = new vscode.SnippetString(proposal.snippet);
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
