import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { insideWorkspace } from '../../core/sync/store/insideWorkspace.ts';
import { MAX_FILE_BYTES, readRegularFile } from '../../core/sync/store/regularFile.ts';
import { lostCharacter } from '../../core/document/text.ts';
import { errorCode } from '../../core/util/diskFailure.ts';
import { ExpectedError, isExpected } from '../../core/util/errors.ts';

export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find(
    (document) => !document.isClosed && document.uri.toString() === key,
  );
}

/**
 * The current text of a file: of the open document, else of the disk. Undefined when there is no such file. Throws ExpectedError
 * (`too-large`, `outside-workspace`, `not-utf-8`, …).
 */
export async function readTextFile(uri: vscode.Uri): Promise<string | undefined> {
  const text = openDocument(uri)?.getText();
  if (text === undefined) {
    return readFromDisk(uri);
  }
  if (text.includes(lostCharacter)) {
    // The editor reads any file as UTF-8 and says nothing of what it could not read.
    await readFromDisk(uri);
  }
  return text;
}

/**
 * The text of a file as the user means it: what is not saved yet, else what is on disk, where what git brings is before
 * the editor shows it. Undefined when there is no such file.
 */
export async function workingText(uri: vscode.Uri): Promise<string | undefined> {
  const document = openDocument(uri);
  const shown = document && (await readTextFile(uri));
  if (document?.isDirty) {
    return shown;
  }
  const text = await readFromDisk(uri);
  return text !== undefined && shown !== undefined && sameLines(text, shown) ? shown : text;
}

/** Whether nothing but line endings differs: the editor makes one kind of several. */
export function sameLines(a: string, b: string): boolean {
  return a === b || linesOf(a) === linesOf(b);
}

function linesOf(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

export async function readFromDisk(uri: vscode.Uri): Promise<string | undefined> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = uri.scheme === 'file' ? await diskBytes(uri) : await providedBytes(uri);
  } catch (error) {
    if (isExpected(error)) {
      throw error;
    }
    // A file stands where its folder would be.
    if (errorCode(error) === 'ENOTDIR') {
      return undefined;
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
 * No further than the limit, whatever the file says of its size, and through no link that leads out of the workspace: what
 * lies there is not a repository's to show, or to have sent.
 */
async function diskBytes(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  return readRegularFile(await placeOnDisk(uri));
}

/** Where a file of the disk really lies. Throws ExpectedError `outside-workspace` for one of the workspace that leads out of it. */
export async function placeOnDisk(uri: vscode.Uri): Promise<string> {
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  return root === undefined ? uri.fsPath : insideWorkspace(root, uri.fsPath);
}

/** Reads from a file system of another extension, which gives a file as a whole. */
async function providedBytes(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > MAX_FILE_BYTES) {
      throw new Error(`its size is ${size}`);
    }
    return await vscode.workspace.fs.readFile(uri);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') {
      return undefined;
    }
    throw error;
  }
}

/** For people: within the workspace by the path there, else whole. */
export function shownPath(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? vscode.workspace.asRelativePath(uri) : uri.toString(true);
}

/** Whether a change of `changed` may be one of `file`: it is this file, or a folder around it. */
export function mayConcern(file: vscode.Uri, changed: vscode.Uri): boolean {
  const isInside = file.path === changed.path || file.path.startsWith(`${changed.path}/`);
  return isInside && file.scheme === changed.scheme;
}

/** Whether there is a file or a folder. */
export async function exists(uri: vscode.Uri): Promise<boolean> {
  // The file system of the window answers only at its next turn.
  const found = uri.scheme === 'file' ? stat(uri.fsPath) : vscode.workspace.fs.stat(uri);
  return Promise.resolve(found).then(
    () => true,
    () => false,
  );
}
