import * as vscode from 'vscode';
import { foldingRanges } from '../../core/assist/completion/foldingRanges.ts';
import { selectionRanges } from '../../core/assist/completion/selectionRanges.ts';
import type { PolicyDocument, RuleSlice, RuleView, TopMember } from '../../core/document/policyDocument.ts';
import { sureRules } from '../../core/document/sureRules.ts';
import { pause } from '../../core/util/pause.ts';
import { documentSymbol } from '../platform/languageTexts.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import { toRange } from './ranges.ts';

/** Lists, rules, objects and arrays fold; sticky scroll follows them. */
export class PolicyFolding implements vscode.FoldingRangeProvider {
  readonly #documents: PolicyDocuments;

  constructor(documents: PolicyDocuments) {
    this.#documents = documents;
  }

  async provideFoldingRanges(document: vscode.TextDocument): Promise<vscode.FoldingRange[]> {
    await this.#documents.open(document);
    const policy = this.#documents.current(document);
    return (policy ? foldingRanges(policy) : []).flatMap(({ range, closed }) => {
      const start = document.positionAt(range.start).line;
      const end = document.positionAt(range.end).line - (closed ? 1 : 0);
      return end > start ? [new vscode.FoldingRange(start, end)] : [];
    });
  }
}

/** Expand Selection: from the word over value, member and rule to the document. */
export class PolicySelections implements vscode.SelectionRangeProvider {
  readonly #documents: PolicyDocuments;

  constructor(documents: PolicyDocuments) {
    this.#documents = documents;
  }

  async provideSelectionRanges(
    document: vscode.TextDocument,
    positions: readonly vscode.Position[],
  ): Promise<vscode.SelectionRange[]> {
    const policy = await this.#documents.open(document);
    return positions.map((position) => {
      const ranges = selectionRanges(policy, document.offsetAt(position)).map((range) =>
        toRange(document, range),
      );
      const [outermost = new vscode.Range(position, position), ...inner] = ranges.toReversed();
      return inner.reduce(
        (parent, range) => new vscode.SelectionRange(range, parent),
        new vscode.SelectionRange(outermost),
      );
    });
  }
}

/** Milliseconds of work after which others get their turn: the outline is asked for after every rest of the keys. */
const patience = 4;

/** Outline, breadcrumbs and sticky scroll: the members of the document, and its rules by name and number. */
export class PolicySymbols implements vscode.DocumentSymbolProvider {
  readonly #documents: PolicyDocuments;
  readonly #placesOfNames = new WeakMap<RuleSlice, number>();

  constructor(documents: PolicyDocuments) {
    this.#documents = documents;
  }

  async provideDocumentSymbols(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<vscode.DocumentSymbol[]> {
    await this.#documents.open(document);
    for (;;) {
      const policy = this.#documents.current(document);
      if (!policy || token.isCancellationRequested) {
        return [];
      }
      const { version } = document;
      const isOutdated = (): boolean => token.isCancellationRequested || document.version !== version;
      const symbols = await this.#symbolsOf(document, policy, isOutdated);
      if (symbols) {
        return symbols;
      }
    }
  }

  /** Undefined when `isOutdated` said so while others had their turn. */
  async #symbolsOf(
    document: vscode.TextDocument,
    policy: PolicyDocument,
    isOutdated: () => boolean,
  ): Promise<vscode.DocumentSymbol[] | undefined> {
    const symbols: vscode.DocumentSymbol[] = [];
    const isSure = sureRules(policy);
    let until = performance.now() + patience;
    for (const member of policy.members()) {
      const symbol = symbolOf(document, member);
      symbols.push(symbol);
      for (const rule of member.array?.rules ?? []) {
        symbol.children.push(this.#ruleSymbol(document, rule, isSure(rule)));
        if (performance.now() > until) {
          await pause();
          if (isOutdated()) {
            return undefined;
          }
          until = performance.now() + patience;
        }
      }
    }
    return symbols;
  }

  #ruleSymbol(document: vscode.TextDocument, rule: RuleView, isSure: boolean): vscode.DocumentSymbol {
    const { index, range, facts, slice } = rule;
    const where = fromLineStart(document, toRange(document, range));
    const named = document.positionAt(range.start + this.#placeOfName(slice));
    return documentSymbol(
      `${index + 1}. ${facts.name ?? vscode.l10n.t('(no name)')}`,
      isSure ? detailOf(rule) : '',
      vscode.SymbolKind.Object,
      where,
      // Sticky scroll shows the line on which this begins.
      document.lineAt(named.line).range.intersection(where) ?? where,
    );
  }

  #placeOfName(slice: RuleSlice): number {
    let place = this.#placesOfNames.get(slice);
    if (place === undefined) {
      place = findName(slice);
      this.#placesOfNames.set(slice, place);
    }
    return place;
  }
}

/** With what stands before it on its first line: a cursor at the dash of an item is in it. */
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
  { key, keyRange, range, array }: TopMember,
): vscode.DocumentSymbol {
  return documentSymbol(
    key,
    array ? String(array.rules.length) : '',
    array ? vscode.SymbolKind.Array : vscode.SymbolKind.Property,
    toRange(document, { start: keyRange.start, end: Math.max(keyRange.end, range.end) }),
    toRange(document, keyRange),
  );
}

/** Offset of the rule's name in its text, or 0; found without reading the rule, as a policy may have thousands. */
function findName({ text, facts: { name } }: RuleSlice): number {
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
