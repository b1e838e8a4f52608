import * as vscode from 'vscode';
import { lineChange } from '../../core/document/textChange.ts';
import { insideWorkspace } from '../../core/sync/store/insideWorkspace.ts';
import { mostFileBytes, readRegularFile } from '../../core/sync/store/regularFile.ts';
import { lostCharacter } from '../../core/document/text.ts';
import { diskFailure } from '../../core/util/diskFailure.ts';
import { ExpectedError, isExpected } from '../../core/util/errors.ts';
import { makeFolders } from './makeFolders.ts';

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

/** Undefined when there is no such file. Throws ExpectedError (`too-large`, `outside-workspace`, `not-utf-8`, …). */
export async function readTextFile(uri: vscode.Uri): Promise<TextFile | undefined> {
  const document = openDocument(uri);
  if (document) {
    const text = document.getText();
    if (text.includes(lostCharacter)) {
      // The editor reads any file as UTF-8 and says nothing of what it could not read.
      await readFromDisk(uri);
    }
    return { text, document };
  }
  const text = await readFromDisk(uri);
  return text === undefined ? undefined : { text, document: undefined };
}

export interface WorkingText {
  readonly text: string;
  /** It comes from an editor with changes that are not saved. */
  readonly unsaved: boolean;
}

/**
 * The text of a file as the user means it: what is not saved yet, else what is on disk, where what git brings is before
 * the editor shows it. Undefined when there is no such file.
 */
export async function workingText(uri: vscode.Uri): Promise<WorkingText | undefined> {
  const file = await readTextFile(uri);
  if (!file?.document || file.document.isDirty) {
    return file && { text: file.text, unsaved: file.document !== undefined };
  }
  const text = await readFromDisk(uri);
  if (text === undefined) {
    return undefined;
  }
  return { text: sameLines(text, file.text) ? file.text : text, unsaved: false };
}

/** Whether nothing but line endings differs: the editor makes one kind of several. */
export function sameLines(a: string, b: string): boolean {
  return a === b || linesOf(a) === linesOf(b);
}

function linesOf(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

async function readFromDisk(uri: vscode.Uri): Promise<string | undefined> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = uri.scheme === 'file' ? await diskBytes(uri) : await providedBytes(uri);
  } catch (error) {
    if (isExpected(error)) {
      throw error;
    }
    throw new ExpectedError('unreadable-file', vscode.l10n.t('{0} cannot be read.', shownPath(uri)), {
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
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  return readRegularFile(root === undefined ? uri.fsPath : await insideWorkspace(root, uri.fsPath));
}

/** Of a file system of another extension, which gives a file as a whole. */
async function providedBytes(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > mostFileBytes) {
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

/**
 * Creates or replaces a file and saves it. An open document is edited where it differs, so cursors and undo stay. Throws
 * ExpectedError (`no-space`, `read-only`, `not-saved`, …).
 */
export async function writeTextFile(uri: vscode.Uri, text: string): Promise<void> {
  const document = openDocument(uri);
  if (!document || (await isBehind(document))) {
    await writeToDisk(uri, text);
    return;
  }
  const before = asOnDisk(document);
  const change = lineChange(document.getText(), withLineEndings(text, document.eol));
  if (change) {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(
      uri,
      new vscode.Range(document.positionAt(change.start), document.positionAt(change.end)),
      change.text,
    );
    if (!(await vscode.workspace.applyEdit(edit))) {
      throw new ExpectedError('edit-refused', vscode.l10n.t('{0} could not be edited.', shownPath(uri)));
    }
  }
  await saveOver(document, before);
}

/** What the file of a document says, as far as the document tells; undefined where it has edits that are not saved. */
export function asOnDisk(document: vscode.TextDocument): string | undefined {
  return document.isDirty ? undefined : document.getText();
}

/**
 * Saves what was edited of a file that said `before`. The editor refuses when the file has another time than the one it
 * knows of, also where what it says is the same (another tool wrote it anew, git changed its line endings, or it was
 * written while the editor read it): then the file is written first, and what the editor saves is what is there.
 */
export async function saveOver(document: vscode.TextDocument, before: string | undefined): Promise<void> {
  if (await document.save()) {
    return;
  }
  const onDisk = before === undefined ? undefined : await readFromDisk(document.uri);
  if (before !== undefined && onDisk !== undefined && sameLines(onDisk, before)) {
    await writeToDisk(document.uri, document.getText());
  }
  await saveDocument(document);
}

async function writeToDisk(uri: vscode.Uri, text: string): Promise<void> {
  try {
    await makeFolders(vscode.Uri.joinPath(uri, '..'));
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  } catch (error) {
    throw diskFailure(error, shownPath(uri));
  }
}

/** Whether nobody edits a document that shows something else than its file, or whose file is gone: it cannot be saved. */
async function isBehind(document: vscode.TextDocument): Promise<boolean> {
  if (document.isDirty) {
    return false;
  }
  const text = await readFromDisk(document.uri);
  return text === undefined || !sameLines(text, document.getText());
}

export async function saveDocument(document: vscode.TextDocument): Promise<void> {
  if (!(await document.save())) {
    throw new ExpectedError('not-saved', vscode.l10n.t('{0} could not be saved.', shownPath(document.uri)));
  }
}

/** For people: within the workspace by the path there, else whole. */
export function shownPath(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? vscode.workspace.asRelativePath(uri) : uri.toString(true);
}

export function pathOf(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString(true);
}

function withLineEndings(text: string, eol: vscode.EndOfLine): string {
  const unix = text.replaceAll('\r\n', '\n');
  return eol === vscode.EndOfLine.CRLF ? unix.replaceAll('\n', '\r\n') : unix;
}
