import * as vscode from 'vscode';
import { consoleFileName } from '../../core/consoleFile/consoleFile.ts';
import { spellingOf } from '../../core/policy/policyFile.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { isTestFile } from './policyTestFiles.ts';

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
