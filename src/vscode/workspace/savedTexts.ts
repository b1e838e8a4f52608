import * as vscode from 'vscode';
import { consoleFileName } from '../../core/consoleFile/consoleFile.ts';
import { spellingOf } from '../../core/policy/policyFile.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { isTestFile } from './policyTestFiles.ts';

interface Followed {
  /** The last text without unsaved edits. */
  clean: string;
  isDirty: boolean;
  /** The saved text below unsaved edits; undefined where it is unknown. */
  saved: string | undefined;
}

/** Saved texts below unsaved edits of `ordinance.yaml`, of policy files and of test files. */
export class SavedTexts extends DisposableOwner {
  readonly #followed = new Map<string, Followed>();

  constructor() {
    super();
    const { workspace } = vscode;
    this.disposables.addAll(
      workspace.onDidOpenTextDocument((document) => this.#open(document)),
      workspace.onDidChangeTextDocument((event) => this.#follow(event)),
      workspace.onDidSaveTextDocument(({ uri }) => {
        // Text that was typed during the save is not in the file.
        const followed = this.#followed.get(uri.toString());
        if (followed) {
          followed.saved = undefined;
        }
      }),
      workspace.onDidCloseTextDocument(({ uri }) => this.#followed.delete(uri.toString())),
    );
    workspace.textDocuments.forEach((document) => this.#open(document));
  }

  /** The text that a file had before its unsaved edits; undefined where that is unknown. */
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
      // Typed, or taken over from the disk: the editor tells of the first edit before it says that there is one.
      followed.saved = followed.clean;
    }
    if (!document.isDirty) {
      followed.clean = document.getText();
    }
    followed.isDirty = document.isDirty;
  }
}
