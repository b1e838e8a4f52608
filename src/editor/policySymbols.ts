import * as vscode from 'vscode';
import type { PolicyDocument, RuleArrayView, RuleSlice } from '../language/policyDocument.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import { toRange } from './ranges.ts';

/** Outline, breadcrumbs and sticky scroll: the members of the document, and its rules by name and number. */
export class PolicySymbols implements vscode.DocumentSymbolProvider {
  readonly #documents: PolicyDocuments;

  constructor(documents: PolicyDocuments) {
    this.#documents = documents;
  }

  async provideDocumentSymbols(document: vscode.TextDocument): Promise<vscode.DocumentSymbol[]> {
    await this.#documents.open(document);
    const policy = this.#documents.current(document);
    return policy ? symbolsOf(document, policy) : [];
  }
}

function symbolsOf(document: vscode.TextDocument, policy: PolicyDocument): vscode.DocumentSymbol[] {
  return policy.members().map((member) => {
    const whole = new vscode.Range(
      document.positionAt(member.keyRange.start),
      document.positionAt(Math.max(member.keyRange.end, member.range.end)),
    );
    const { array } = member;
    const symbol = new vscode.DocumentSymbol(
      member.key || '""',
      array ? String(array.rules.length) : '',
      array ? vscode.SymbolKind.Array : vscode.SymbolKind.Property,
      whole,
      toRange(document, member.keyRange),
    );
    if (array) {
      symbol.children = rulesOf(document, array);
    }
    return symbol;
  });
}

function rulesOf(document: vscode.TextDocument, { rules }: RuleArrayView): vscode.DocumentSymbol[] {
  return rules.map(({ index, range, facts, slice }) => {
    const where = toRange(document, range);
    const named = document.positionAt(range.start + lineOfName(slice));
    return new vscode.DocumentSymbol(
      `${index + 1}. ${facts.name ?? vscode.l10n.t('(no name)')}`,
      facts.disabled ? vscode.l10n.t('disabled') : facts.collections.slice(0, 3).join(', '),
      vscode.SymbolKind.Object,
      where,
      // Sticky scroll shows the line on which this begins.
      document.lineAt(named.line).range.intersection(where) ?? where,
    );
  });
}

/** Offset of the rule's name in its text, or 0; found without reading the rule, as a policy may have thousands. */
function lineOfName({ text, facts: { name } }: RuleSlice): number {
  if (name === undefined) {
    return 0;
  }
  for (const match of text.matchAll(/(?<![\w.-])name["']?\s*:\s*/g)) {
    const value = match.index + match[0].length;
    if (text.startsWith(name, value) || text.startsWith(JSON.stringify(name), value)) {
      return value;
    }
  }
  return 0;
}
