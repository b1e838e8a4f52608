import * as vscode from 'vscode';
import { renameEdits, ruleNameAt } from '../../core/assist/completion/ruleName.ts';
import { inertLine } from '../../core/util/inertText.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import { findTestRenames, type TestsNamingServices } from '../workspace/policyTestFiles.ts';
import { textEdits, toRange } from '../workspace/textEdits.ts';

/** Renames the rule whose name is at the cursor, also in the tests of its policy. */
export function ruleRename(
  services: TestsNamingServices & { readonly documents: PolicyDocuments },
): vscode.RenameProvider {
  const { documents } = services;
  return {
    async prepareRename(document, position) {
      const policy = await documents.open(document);
      const name = ruleNameAt(policy, document.offsetAt(position));
      if (!name) {
        throw new Error(vscode.l10n.t('Put the cursor on the name of a rule to rename it.'));
      }
      return { range: toRange(document, name.range), placeholder: name.name };
    },

    async provideRenameEdits(document, position, newName) {
      const policy = await documents.open(document);
      const old = ruleNameAt(policy, document.offsetAt(position));
      const edits = old && renameEdits(policy, old, newName);
      if (edits === 'empty') {
        throw new Error(vscode.l10n.t('A rule needs a name.'));
      }
      if (edits === 'duplicate') {
        throw new Error(inertLine(vscode.l10n.t('Another rule of this list is named {0}.', newName)));
      }
      const change = new vscode.WorkspaceEdit();
      const names = policy.arrays().flatMap(({ rules }) => rules.map(({ facts }) => facts.name));
      change.set(document.uri, textEdits(document, edits ?? []));
      // If two rules have this name, it is unknown which rule a test means.
      if (old && names.filter((name) => name === old.name).length === 1) {
        (await findTestRenames(services, document.uri, old.name, newName)).addTo(change);
      }
      return change;
    },
  };
}
