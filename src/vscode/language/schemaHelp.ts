import * as vscode from 'vscode';
import { completionRow } from '../platform/languageTexts.ts';
import { markdownString } from '../platform/markdownString.ts';
import type { CompletionPlace } from '../../core/assist/completion/completionPlace.ts';
import { fieldHelp } from '../../core/assist/completion/fieldHelp.ts';
import type { Proposal } from '../../core/assist/completion/proposals.ts';
import type { Field } from '../../core/assist/schema/field.ts';
import { toRange } from './ranges.ts';

const kinds: Readonly<Record<Proposal['kind'], vscode.CompletionItemKind>> = {
  key: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.Value,
  rule: vscode.CompletionItemKind.Snippet,
};

/** The entries of a list at a place; a comma that the text lacks in front is an edit of each. */
export function completionItems(
  document: vscode.TextDocument,
  place: CompletionPlace,
  all: readonly Proposal[],
  isYaml: boolean,
): vscode.CompletionItem[] {
  const range = toRange(document, place);
  const [quote] = /^["']/.exec(document.getText(range)) ?? [];
  const { commaAt } = place;
  const comma =
    commaAt !== undefined && commaAt < place.start
      ? vscode.TextEdit.insert(document.positionAt(commaAt), ',')
      : undefined;
  return all.map((proposal) => {
    const item = completionItem(proposal, range, quote, isYaml);
    if (comma) {
      item.additionalTextEdits = [comma];
    }
    return item;
  });
}

/** The help of the field of `root` whose key is at a position. */
export function keyHover(
  document: vscode.TextDocument,
  position: vscode.Position,
  root: Field,
  placeAt: (offset: number) => CompletionPlace | undefined,
): vscode.Hover | undefined {
  const word = document.getWordRangeAtPosition(position, /(?<![\w.-])[A-Za-z_][\w.-]*(?="?\s*:)/);
  const place = word && placeAt(document.offsetAt(word.end));
  const key = document.getText(word);
  const field = place?.want === 'key' ? root.at([...place.path, key]) : undefined;
  return field && new vscode.Hover(markdownString(fieldHelp(key, field)), word);
}

/** `quote` is the quote the word at the cursor begins with, if it does. */
function completionItem(
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
