import * as vscode from 'vscode';
import { selectionRanges as selectionRangesOf } from '../../core/assist/completion/selectionRanges.ts';
import { sureRules } from '../../core/document/sureRules.ts';
import { documentSymbol } from '../platform/languageTexts.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import { toRange } from '../workspace/textFiles.ts';
import type { RuleView, TopMember } from '../../core/document/ruleView.ts';

/** Expand Selection goes from the word to the value, the field, the rule and the document. */
export async function selectionRanges(
  documents: PolicyDocuments,
  document: vscode.TextDocument,
  positions: readonly vscode.Position[],
): Promise<vscode.SelectionRange[]> {
  const policy = await documents.open(document);
  return positions.map((position) => {
    const ranges = selectionRangesOf(policy, document.offsetAt(position)).map((range) =>
      toRange(document, range),
    );
    const [outermost = new vscode.Range(position, position), ...inner] = ranges.toReversed();
    return inner.reduce(
      (parent, range) => new vscode.SelectionRange(range, parent),
      new vscode.SelectionRange(outermost),
    );
  });
}

/** Outline, breadcrumbs and sticky scroll show the top-level fields, and the rules by name and number. */
export async function documentSymbols(
  documents: PolicyDocuments,
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
): Promise<vscode.DocumentSymbol[]> {
  const policy = await documents.open(document);
  if (token.isCancellationRequested) {
    return [];
  }
  const isSure = sureRules(policy);
  return policy.members().map((member) => {
    const symbol = symbolOf(document, member);
    symbol.children = (member.array?.rules ?? []).map((rule) => ruleSymbol(document, rule, isSure(rule)));
    return symbol;
  });
}

function ruleSymbol(document: vscode.TextDocument, rule: RuleView, isSure: boolean): vscode.DocumentSymbol {
  const { index, range, facts, slice } = rule;
  const whole = fromLineStart(document, toRange(document, range));
  const named = document.positionAt(range.start + (slice.rangeAt(['name'])?.start ?? 0));
  return documentSymbol(
    `${index + 1}. ${facts.name ?? vscode.l10n.t('(no name)')}`,
    isSure ? detailOf(rule) : '',
    vscode.SymbolKind.Object,
    whole,
    // Sticky scroll shows the first line of this range.
    document.lineAt(named.line).range.intersection(whole) ?? whole,
  );
}

/** Includes the indentation and the dash of an item, so that a cursor there is inside the rule. */
function fromLineStart(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.Range {
  const before = document.lineAt(start.line).text.slice(0, start.character);
  return /^[ \t]*(?:-[ \t]+)?$/.test(before)
    ? new vscode.Range(new vscode.Position(start.line, 0), end)
    : new vscode.Range(start, end);
}

function detailOf({ facts }: RuleView): string {
  return facts.disabled ? vscode.l10n.t('disabled') : facts.collections.slice(0, 3).join(', ');
}

function symbolOf(
  document: vscode.TextDocument,
  { key, keyRange, value, array }: TopMember,
): vscode.DocumentSymbol {
  return documentSymbol(
    key,
    array ? String(array.rules.length) : '',
    array ? vscode.SymbolKind.Array : vscode.SymbolKind.Property,
    toRange(document, { start: keyRange.start, end: Math.max(keyRange.end, value.range.end) }),
    toRange(document, keyRange),
  );
}
