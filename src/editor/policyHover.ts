import * as vscode from 'vscode';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import { fieldHelp } from './fieldHelp.ts';
import { fieldAt } from './placeInPolicy.ts';

/** Says what a field means. */
export class PolicyHover implements vscode.HoverProvider {
  readonly #documents: PolicyDocuments;

  constructor(documents: PolicyDocuments) {
    this.#documents = documents;
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const policy = this.#documents.current(document);
    const range = document.getWordRangeAtPosition(position);
    const found = policy && range && fieldAt(policy, document.offsetAt(position));
    return found && new vscode.Hover(new vscode.MarkdownString(fieldHelp(found.key, found.field)), range);
  }
}
