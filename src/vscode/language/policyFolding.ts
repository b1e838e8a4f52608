import * as vscode from 'vscode';
import { foldingRanges } from '../../core/assist/completion/foldingRanges.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';

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
