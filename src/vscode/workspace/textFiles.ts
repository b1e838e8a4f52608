import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { insideWorkspace } from '../../core/sync/store/insideWorkspace.ts';
import { readRegularFile } from '../../core/sync/store/regularFile.ts';
import { lostCharacter, type TextEdit, type TextRange, type LineIndex } from '../../core/document/text.ts';
import { ExpectedError, isExpected } from '../../core/util/errors.ts';

export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find(
    (document) => !document.isClosed && document.uri.toString() === key,
  );
}

/**
 * The text that the user means: unsaved edits, else the text on disk, because git may have changed it before
 * the editor shows it. Undefined without a file. Throws ExpectedError (`too-large`, `outside-workspace`,
 * `not-utf-8`, …).
 */
export async function workingText(uri: vscode.Uri): Promise<string | undefined> {
  const document = openDocument(uri);
  const shown = document?.getText();
  if (shown !== undefined && (document?.isDirty || uri.scheme !== 'file')) {
    if (shown.includes(lostCharacter)) {
      // VS Code decodes any file as UTF-8 and hides the bytes that it could not decode.
      await readFromDisk(uri);
    }
    return shown;
  }
  const text = await readFromDisk(uri);
  return text !== undefined && shown !== undefined && sameLines(text, shown) ? shown : text;
}

/** True when only line endings differ, because VS Code unifies mixed line endings. */
export function sameLines(a: string, b: string): boolean {
  return a === b || linesOf(a) === linesOf(b);
}

function linesOf(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

export async function readFromDisk(uri: vscode.Uri): Promise<string | undefined> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readRegularFile(await placeOnDisk(uri));
  } catch (error) {
    // A file has the name of a folder in the path.
    if (isExpected(error) && error.code === 'not-a-folder') {
      return undefined;
    }
    if (isExpected(error)) {
      throw error;
    }
    throw new ExpectedError('unreadable-file', vscode.l10n.t('Could not read {0}.', shownPath(uri)), {
      cause: error,
    });
  }
  if (bytes === undefined) {
    return undefined;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ExpectedError('not-utf-8', vscode.l10n.t('{0} is not UTF-8 text.', shownPath(uri)), {
      advice: vscode.l10n.t('Reopen it with the encoding it was written in, and save it as UTF-8.'),
      cause: error,
    });
  }
}

/**
 * The real path of a file. Throws ExpectedError `outside-workspace` when a file of the workspace leads out of it,
 * because a repository must not show or send such a file, and `not-on-disk` for another file system.
 */
export async function placeOnDisk(uri: vscode.Uri): Promise<string> {
  if (uri.scheme !== 'file') {
    throw new ExpectedError('not-on-disk', vscode.l10n.t('{0} is not a file on the disk.', shownPath(uri)));
  }
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  return root === undefined ? uri.fsPath : insideWorkspace(root, uri.fsPath);
}

/** The path for people: relative to the workspace, else complete. */
export function shownPath(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? vscode.workspace.asRelativePath(uri) : uri.toString(true);
}

/** True when `changed` is `file` or a folder that contains it. */
export function mayConcern(file: vscode.Uri, changed: vscode.Uri): boolean {
  const isInside = file.path === changed.path || file.path.startsWith(`${changed.path}/`);
  return isInside && file.scheme === changed.scheme;
}

/** True when the file or folder exists. */
export async function exists(uri: vscode.Uri): Promise<boolean> {
  return (
    uri.scheme === 'file' &&
    stat(uri.fsPath).then(
      () => true,
      () => false,
    )
  );
}

export function toRange(document: vscode.TextDocument, { start, end }: TextRange): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

export function textEdits(document: vscode.TextDocument, edits: readonly TextEdit[]): vscode.TextEdit[] {
  return edits.map((edit) => vscode.TextEdit.replace(toRange(document, edit), edit.text));
}

/**
 * Applies edits as one undo step. The document becomes dirty and is not saved. Returns false, and changes
 * nothing, when the document changed before. `addOthers` adds the edits of other files to the same step.
 */
export async function tryTextEdits(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
  addOthers?: (edit: vscode.WorkspaceEdit) => void,
): Promise<boolean> {
  if (edits.length === 0) {
    return true;
  }
  const { version } = document;
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, textEdits(document, edits));
  addOthers?.(edit);
  if (await vscode.workspace.applyEdit(edit)) {
    return true;
  }
  if (!document.isClosed && document.version !== version) {
    return false;
  }
  throw new ExpectedError('edit-refused', vscode.l10n.t('Could not edit {0}.', shownPath(document.uri)));
}

/** A range of a text that no editor has to show. */
export function rangeIn(lines: LineIndex, { start, end }: TextRange): vscode.Range {
  const [from, to] = [lines.position(start), lines.position(end)];
  return new vscode.Range(from.line, from.character, to.line, to.character);
}

/** The open folders on the disk. Ordinance uses no other file system. */
export function diskFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}

/** The paths of the open folders. */
export function workspacePaths(): string[] {
  return diskFolders().map(({ uri }) => uri.fsPath);
}
