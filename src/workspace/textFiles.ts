import * as vscode from 'vscode';
import { lineChange } from '../language/textChange.ts';
import { ExpectedError } from '../util/errors.ts';

/** What a file says now: the open document first, then the disk. */
export interface TextFile {
  readonly text: string;
  /** The open document, if there is one. */
  readonly document: vscode.TextDocument | undefined;
}

export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find(
    (document) => !document.isClosed && document.uri.toString() === key,
  );
}

/** Undefined when there is no such file. */
export async function readTextFile(uri: vscode.Uri): Promise<TextFile | undefined> {
  const document = openDocument(uri);
  if (document) {
    return { text: document.getText(), document };
  }
  let bytes: Uint8Array;
  try {
    bytes = await vscode.workspace.fs.readFile(uri);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') {
      return undefined;
    }
    throw new ExpectedError('unreadable-file', vscode.l10n.t('{0} cannot be read.', pathOf(uri)), {
      cause: error,
    });
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), document: undefined };
  } catch (error) {
    throw new ExpectedError('not-utf-8', vscode.l10n.t('{0} is not UTF-8 text.', pathOf(uri)), {
      cause: error,
    });
  }
}

/** Creates or replaces a file and saves it. An open document is edited where it differs, so cursors and undo stay. */
export async function writeTextFile(uri: vscode.Uri, text: string): Promise<void> {
  const document = openDocument(uri);
  if (!document) {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    return;
  }
  const change = lineChange(document.getText(), withLineEndings(text, document.eol));
  if (change) {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(
      uri,
      new vscode.Range(document.positionAt(change.start), document.positionAt(change.end)),
      change.text,
    );
    if (!(await vscode.workspace.applyEdit(edit))) {
      throw new ExpectedError('edit-refused', vscode.l10n.t('{0} could not be edited.', pathOf(uri)));
    }
  }
  await saveDocument(document);
}

export async function saveDocument(document: vscode.TextDocument): Promise<void> {
  if (!(await document.save())) {
    throw new ExpectedError('not-saved', vscode.l10n.t('{0} could not be saved.', pathOf(document.uri)));
  }
}

export function pathOf(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString(true);
}

function withLineEndings(text: string, eol: vscode.EndOfLine): string {
  const unix = text.replaceAll('\r\n', '\n');
  return eol === vscode.EndOfLine.CRLF ? unix.replaceAll('\n', '\r\n') : unix;
}
