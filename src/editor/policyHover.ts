import * as vscode from 'vscode';
import { fieldHelp } from '../language/help/fieldHelp.ts';
import { fieldAt, ruleBefore } from '../language/help/placeInPolicy.ts';
import { valueHelp } from '../language/help/valueHelp.ts';
import type { PolicyDocument } from '../language/policyDocument.ts';
import { pathAtOffset } from '../language/syntaxNode.ts';
import type { Settings } from '../platform/settings.ts';
import type { ConsoleLookups } from '../workspace/consoleLookups.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';

export interface PolicyHoverDeps {
  readonly documents: Pick<PolicyDocuments, 'current'>;
  readonly settings: Pick<Settings, 'hover'>;
  /** What is known of the console a file belongs to; never waited for. */
  readonly lookups: Pick<ConsoleLookups, 'of'>;
}

/** Says what a value stands for and what a field means. */
export class PolicyHover implements vscode.HoverProvider {
  readonly #deps: PolicyHoverDeps;

  constructor(deps: PolicyHoverDeps) {
    this.#deps = deps;
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const { documents, settings } = this.#deps;
    const policy = settings.hover(document.uri) ? documents.current(document) : undefined;
    const range = document.getWordRangeAtPosition(position);
    if (!policy || !range) {
      return undefined;
    }
    const offset = document.offsetAt(position);
    const contents: vscode.MarkdownString[] = [];
    const lines = this.#valueLines(document, policy, offset);
    if (lines.length > 0) {
      // Names come from the console: they are text, whatever they look like.
      contents.push(new vscode.MarkdownString().appendText(lines.join('\n')));
    }
    const found = fieldAt(policy, offset);
    if (found) {
      contents.push(new vscode.MarkdownString(fieldHelp(found.key, found.field)));
    }
    return contents.length > 0 ? new vscode.Hover(contents, range) : undefined;
  }

  #valueLines(document: vscode.TextDocument, policy: PolicyDocument, offset: number): readonly string[] {
    const rule = ruleBefore(policy, offset);
    if (!rule || offset > rule.range.end) {
      return [];
    }
    const { path, node } = pathAtOffset(rule.node(), offset - rule.range.start);
    return valueHelp(path, node, this.#deps.lookups.of(document.uri) ?? {});
  }
}
