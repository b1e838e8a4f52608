import * as vscode from 'vscode';
import { isCollectionName } from '../../core/consoles/resourceText.ts';
import { policyLanguages } from '../workspace/policyDocuments.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import { quickFix } from '../platform/languageTexts.ts';

/** Offers to make a collection that a rule names and the console does not have. */
export class CreateCollectionFix implements vscode.CodeActionProvider {
  static readonly kinds = [vscode.CodeActionKind.QuickFix];
  static readonly selector: vscode.DocumentSelector = policyLanguages.map((language) => ({ language }));
  readonly #consoles: Pick<ConsoleRegistry, 'policyAt'>;

  constructor(consoles: Pick<ConsoleRegistry, 'policyAt'>) {
    this.#consoles = consoles;
  }

  provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const place = this.#consoles.policyAt(document.uri);
    if (place?.console.access !== 'ready') {
      return [];
    }
    const target: PolicyTarget = {
      kind: 'policy',
      consoleId: place.console.id,
      policy: place.ref.policy,
    };
    return diagnostics.filter(isUnknown).flatMap((diagnostic) => {
      const name = document.getText(diagnostic.range).replace(/^(["'])(.*)\1$/, '$2');
      if (!isCollectionName(name)) {
        return [];
      }
      const action = quickFix(vscode.l10n.t('Create Collection {0}…', name));
      action.diagnostics = [diagnostic];
      action.command = {
        command: '_ordinance.collections.create',
        title: action.title,
        arguments: [{ target }, name],
      };
      return [action];
    });
  }
}

function isUnknown({ source, code }: vscode.Diagnostic): boolean {
  const said = typeof code === 'object' ? code.value : code;
  return source === 'ordinance' && said === 'unknown-collection';
}
