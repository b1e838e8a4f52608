import * as vscode from 'vscode';
import type { Consoles } from '../workspace/consoles.ts';
import { policyTarget } from '../workspace/target.ts';
import { quickFix } from '../platform/languageTexts.ts';
import { isCollectionName } from '../../core/consoleFile/resources.ts';

/** Offers to create a collection that a rule names and the console does not have. */
export function createCollectionFix(consoles: Pick<Consoles, 'policyAt'>): vscode.CodeActionProvider {
  return {
    provideCodeActions(document, _range, { diagnostics }) {
      const place = consoles.policyAt(document.uri);
      if (place?.console.access !== 'ready') {
        return [];
      }
      const target = policyTarget(place);
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
    },
  };
}

function isUnknown({ source, code }: vscode.Diagnostic): boolean {
  const name = typeof code === 'object' ? code.value : code;
  return source === 'ordinance' && name === 'unknown-collection';
}
