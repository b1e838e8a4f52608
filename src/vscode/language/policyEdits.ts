import * as vscode from 'vscode';
import { typedDashColumn, formatPolicy } from '../../core/assist/format/formatPolicy.ts';
import type { TextRange } from '../../core/document/text.ts';
import { isCanceled, passOnUnexpected, CanceledError } from '../../core/util/errors.ts';
import { inSlices, pause } from '../../core/util/inSlices.ts';
import { showMessage } from '../platform/dialogs.ts';
import type { FeatureServices } from '../featureServices.ts';
import { textEdits, toRange } from '../workspace/textFiles.ts';
import { renameEdits, ruleNameAt } from '../../core/assist/completion/ruleName.ts';
import { inertLine } from '../../core/util/inertText.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import { findTestRenames, type TestsNamingServices } from '../workspace/policyTestFiles.ts';

/** Formats a policy, or the rules in a range. Makes no edits when the text changes during the work. */
export async function formatDocument(
  { documents, settings }: FeatureServices,
  document: vscode.TextDocument,
  { tabSize, insertSpaces }: vscode.FormattingOptions,
  token: vscode.CancellationToken,
  range?: TextRange,
): Promise<vscode.TextEdit[]> {
  if (!settings.flag('ordinance.editor.formatting', document.uri)) {
    return [];
  }
  const policy = await documents.open(document);
  const steps = formatPolicy(policy, { tabSize, insertSpaces, ...(range && { range }) });
  try {
    return textEdits(document, await inSlices(steps, undefined, pauseUnlessOutdated(document, token)));
  } catch (error) {
    if (!isCanceled(error)) {
      // The editor does not show the error of a formatter.
      passOnUnexpected(error);
      showMessage('warning', error.advice === undefined ? error.message : `${error.message} ${error.advice}`);
    }
    return [];
  }
}

/** After Enter, the cursor is below the keys of an item. A dash typed there moves to the column of the next item. */
export function moveTypedDash(document: vscode.TextDocument, { line }: vscode.Position): vscode.TextEdit[] {
  const column = typedDashColumn((at) => document.lineAt(at).text, line);
  const { firstNonWhitespaceCharacterIndex: now } = document.lineAt(line);
  return column === undefined ? [] : [vscode.TextEdit.delete(new vscode.Range(line, column, line, now))];
}

/** A pause for work on the present text of a document. Throws CanceledError when the text changed or the request was canceled. */
function pauseUnlessOutdated(
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
): () => Promise<void> {
  const { version } = document;
  return async () => {
    await pause();
    if (token.isCancellationRequested || document.version !== version) {
      throw new CanceledError();
    }
  };
}

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
      change.set(document.uri, textEdits(document, edits ?? []));
      (await findTestRenames(services, document.uri, policy, old?.name, newName)).addTo(change);
      return change;
    },
  };
}
