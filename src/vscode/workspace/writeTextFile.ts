import path from 'node:path';
import * as vscode from 'vscode';
import { type TextEdit, lineChange } from '../../core/document/text.ts';
import { textAfter, type TextUpdate } from '../../core/document/updatedText.ts';
import { writeDurably, writeNewFile } from '../../core/sync/store/durableFile.ts';
import { readBeginning } from '../../core/sync/store/regularFile.ts';
import { diskFailure, ExpectedError } from '../../core/util/errors.ts';
import {
  exists,
  openDocument,
  placeOnDisk,
  readFromDisk,
  sameLines,
  shownPath,
  tryTextEdits,
  workingText,
} from './textFiles.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { consoleFileName } from '../../core/consoleFile/consoleFile.ts';
import { spellingOf } from '../../core/policy/policyFile.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { isTestFile } from './policyTestFiles.ts';

/** The limit of attempts for a document that changes all the time. */
const MAX_TRIES = 5;

/**
 * Creates or changes a file and saves it. An open document gets only the differing edits, so cursors and undo
 * stay.
 *
 * @param from the text of the file for which `update` was made; undefined for no file. Throws ExpectedError
 * `file-changed` when the file has another text. Line endings do not count, because git may change them.
 * @throws ExpectedError (`no-space`, `read-only`, `not-saved`, `outside-workspace`, …)
 */
export async function writeTextFile(
  uri: vscode.Uri,
  update: TextUpdate,
  from: string | undefined,
  saved?: SavedTexts,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const below = await savedBelow(openDocument(uri), saved);
    const now = await workingText(uri);
    if (!saysSame(now, from)) {
      break;
    }
    const document = openDocument(uri);
    const isShown = document && now !== undefined && sameLines(now, document.getText());
    if (!document || (!isShown && !document.isDirty)) {
      // VS Code cannot save a document that differs from its file, or whose file is gone.
      await writeToDisk(uri, textAfter(from ?? '', update), now === undefined ? 'as new' : 'as it was');
      return;
    }
    const before = document.isDirty ? below : document.getText();
    if (isShown && (await tryTextEdits(document, editsOf(document, update, from)))) {
      await saveOver(document, before);
      return;
    }
  }
  throw fileChanged(uri);
}

/**
 * The given edits if the document has the text `from`, else the differing lines. Views of a large file follow
 * the given edits faster.
 */
function editsOf(
  document: vscode.TextDocument,
  update: TextUpdate,
  from: string | undefined,
): readonly TextEdit[] {
  const shown = document.getText();
  if (typeof update !== 'string' && shown === from) {
    return update;
  }
  const change = lineChange(shown, withLineEndings(textAfter(from ?? '', update), document.eol));
  return change ? [change] : [];
}

/** Replaces the whole text of a file, whatever it contains. */
export async function replaceTextFile(uri: vscode.Uri, text: string): Promise<void> {
  await (openDocument(uri)
    ? writeTextFile(uri, text, await workingText(uri))
    : // A file that is replaced in any case is not read.
      writeToDisk(uri, text, 'anew'));
}

/** True for equal texts, apart from line endings, and for two missing texts. */
export function saysSame(text: string | undefined, other: string | undefined): boolean {
  return text === undefined || other === undefined ? text === other : sameLines(text, other);
}

export function fileChanged(uri: vscode.Uri): ExpectedError {
  return new ExpectedError('file-changed', vscode.l10n.t('{0} changed.', shownPath(uri)), {
    advice: vscode.l10n.t('Nothing was written. Try again.'),
  });
}

/**
 * The saved text before the unsaved edits of a document; undefined without edits, or if it is unknown. Throws
 * ExpectedError `not-saved` when another program changed the file since: VS Code does not notice a text of
 * the same length, and would overwrite it.
 */
async function savedBelow(
  document: vscode.TextDocument | undefined,
  saved: SavedTexts | undefined,
): Promise<string | undefined> {
  const below = document?.isDirty === true ? saved?.savedText(document) : undefined;
  const now = document && below !== undefined ? await readFromDisk(document.uri) : undefined;
  if (
    document &&
    below !== undefined &&
    now !== undefined &&
    !sameLines(below, now) &&
    !sameLines(document.getText(), now)
  ) {
    throw new ExpectedError(
      'not-saved',
      vscode.l10n.t(
        '{0} was changed by another program and has unsaved edits here.',
        shownPath(document.uri),
      ),
      {
        advice: vscode.l10n.t(
          'Nothing was written. Combine both versions in the file and save it, then try again.',
        ),
      },
    );
  }
  return below;
}

/**
 * Saves an edited document whose file had the text `before`. VS Code refuses when the file has an unexpected
 * time, even with the same content, for example after git changed line endings. In this case, Ordinance
 * writes the file first, and VS Code then saves the same text.
 */
async function saveOver(document: vscode.TextDocument, before: string | undefined): Promise<void> {
  if (await document.save()) {
    return;
  }
  const onDisk = before === undefined ? undefined : await readFromDisk(document.uri);
  if (before !== undefined && onDisk !== undefined && sameLines(onDisk, before)) {
    await writeToDisk(document.uri, document.getText(), 'as it was');
  }
  if (!(await document.save())) {
    throw new ExpectedError('not-saved', vscode.l10n.t('Could not save {0}.', shownPath(document.uri)));
  }
}

/**
 * @param how `as new`: a file of another program stays, and the function throws ExpectedError `file-changed`;
 * `as it was`: a byte order mark at the start of the file stays, which VS Code writes but does not report.
 */
async function writeToDisk(
  uri: vscode.Uri,
  text: string,
  how: 'anew' | 'as new' | 'as it was',
): Promise<void> {
  try {
    const place = await placeOnDisk(uri);
    await makeFolders(vscode.Uri.joinPath(uri, '..'));
    if (how !== 'as new') {
      const isMarked = how === 'as it was' && (await startsWithMark(place));
      // VS Code empties a file before it writes the text, so a full disk would leave an empty file.
      await writeDurably(path.parse(place).root, place, isMarked ? `${mark}${text}` : text);
    } else if (!(await writeNewFile(place, text))) {
      throw fileChanged(uri);
    }
  } catch (error) {
    throw diskFailure(error, shownPath(uri));
  }
}

/** The byte order mark. */
const mark = '\ufeff';

async function startsWithMark(file: string): Promise<boolean> {
  return (await readBeginning(file, Buffer.byteLength(mark)))?.toString() === mark;
}

function withLineEndings(text: string, eol: vscode.EndOfLine): string {
  const unix = text.replaceAll('\r\n', '\n');
  return eol === vscode.EndOfLine.CRLF ? unix.replaceAll('\n', '\r\n') : unix;
}

/** Milliseconds in which VS Code begins to watch a new folder. */
const watchMs = 50;

/**
 * Makes a folder and its parents one after another. On Linux, VS Code watches only the first of several
 * nested folders that are made at once, and misses changes in the others, such as a checkout.
 */
async function makeFolders(folder: vscode.Uri): Promise<void> {
  const missing: vscode.Uri[] = [];
  for (let at = folder; at.path !== '/' && !(await exists(at)); at = vscode.Uri.joinPath(at, '..')) {
    missing.unshift(at);
  }
  for (const [place, parent] of missing.entries()) {
    if (place > 0) {
      await delay(watchMs);
    }
    await vscode.workspace.fs.createDirectory(parent);
  }
}

interface Followed {
  /** The last text without unsaved edits. */
  clean: string;
  isDirty: boolean;
  /** The saved text before the unsaved edits; undefined if it is unknown. */
  saved: string | undefined;
}

/** The saved texts before unsaved edits of `ordinance.yaml`, of policy files and of test files. */
export class SavedTexts extends DisposableOwner {
  readonly #followed = new Map<string, Followed>();

  constructor() {
    super();
    const { workspace } = vscode;
    this.disposables.addAll(
      workspace.onDidOpenTextDocument((document) => this.#open(document)),
      workspace.onDidChangeTextDocument((event) => this.#follow(event)),
      workspace.onDidSaveTextDocument(({ uri }) => {
        // The file lacks the text that was typed during the save.
        const followed = this.#followed.get(uri.toString());
        if (followed) {
          followed.saved = undefined;
        }
      }),
      workspace.onDidCloseTextDocument(({ uri }) => this.#followed.delete(uri.toString())),
    );
    workspace.textDocuments.forEach((document) => this.#open(document));
  }

  /** The text of a file before its unsaved edits; undefined if it is unknown. */
  savedText(document: vscode.TextDocument): string | undefined {
    const followed = this.#followed.get(document.uri.toString());
    return document.isDirty && followed?.isDirty === true ? followed.saved : undefined;
  }

  #open(document: vscode.TextDocument): void {
    const { uri, isDirty } = document;
    if (uri.path.endsWith(`/${consoleFileName}`) || spellingOf(uri.path) || isTestFile(uri)) {
      this.#followed.set(uri.toString(), { clean: document.getText(), isDirty, saved: undefined });
    }
  }

  #follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const followed = this.#followed.get(document.uri.toString());
    if (!followed) {
      return;
    }
    if (contentChanges.length > 0 && !followed.isDirty) {
      // VS Code reports the first edit before it marks the document as edited.
      followed.saved = followed.clean;
    }
    if (!document.isDirty) {
      followed.clean = document.getText();
    }
    followed.isDirty = document.isDirty;
  }
}
