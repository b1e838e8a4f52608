import * as vscode from 'vscode';
import { selectionRanges } from '../../core/assist/completion/selectionRanges.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import { toRange } from './ranges.ts';

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
