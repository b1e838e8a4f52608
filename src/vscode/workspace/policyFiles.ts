import * as vscode from 'vscode';
import { policyKind, policyKinds, type PolicyName } from '../../core/policy/families.ts';
import { fileName, fileNames, spellingOf, type Spelling } from '../../core/policy/policyFile.ts';
import { severalFilesError } from '../../core/policy/severalFilesError.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import type { ConsoleHandle } from './consoleHandle.ts';
import type { Consoles, DiskChange } from './consoles.ts';
import { exists, mayConcern, openDocument } from './textFiles.ts';

export interface PolicyFileChange {
  readonly consoleId: string;
  readonly policy: PolicyName;
  /** The edited document. Absent when the disk changed or an editor closed; then the text may be the same. */
  readonly typedIn?: vscode.Uri;
}

/** Finds policy files, and reports their changes on disk and in editors. */
export class PolicyFiles extends DisposableOwner {
  readonly #consoles: Consoles;
  readonly #changed = this.disposables.add(new Emitter<PolicyFileChange>());
  /** Fires on every keystroke too; listeners coalesce the events. */
  readonly onDidChange = this.#changed.event;

  constructor(consoles: Consoles) {
    super();
    this.#consoles = consoles;
    this.disposables.addAll(
      consoles.onDidChangeDisk((change) => this.#onDisk(change)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) {
          this.#fire(document.uri, { typedIn: document.uri });
        }
      }),
      // Closing without saving restores the saved text.
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#fire(uri)),
    );
  }

  #fire(uri: vscode.Uri, how: Pick<PolicyFileChange, 'typedIn'> = {}): void {
    const place = this.#consoles.policyAt(uri);
    if (place) {
      this.#changed.fire({ consoleId: place.console.id, policy: place.ref.policy, ...how });
    }
  }

  #onDisk({ console: { id, policyFolder }, uri }: DiskChange): void {
    this.#fire(uri);
    for (const { family, name } of policyKinds) {
      if (mayConcern(vscode.Uri.joinPath(policyFolder, family), uri)) {
        this.#changed.fire({ consoleId: id, policy: name });
      }
    }
  }

  /**
   * The file of a policy; undefined without one. If there are several, the format of the console comes first.
   */
  async find(console: ConsoleHandle, policy: PolicyName): Promise<vscode.Uri | undefined> {
    return (await this.#filesOf(console, policy))[0];
  }

  /** The only file of a policy. Throws ExpectedError `several-files`. */
  async findOnly(console: ConsoleHandle, policy: PolicyName): Promise<vscode.Uri | undefined> {
    const files = await this.#filesOf(console, policy);
    if (files.length > 1) {
      throw severalFilesError(
        policy,
        files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)),
      );
    }
    return files[0];
  }

  /** The place of a new file in this format. */
  place(console: ConsoleHandle, policy: PolicyName, spelling: Spelling): vscode.Uri {
    const { family, target } = policyKind(policy);
    return vscode.Uri.joinPath(console.policyFolder, family, fileName(target, spelling));
  }

  async #filesOf(console: ConsoleHandle, policy: PolicyName): Promise<vscode.Uri[]> {
    const { family, target } = policyKind(policy);
    const all = fileNames(target).map((name) => vscode.Uri.joinPath(console.policyFolder, family, name));
    const there = await Promise.all(all.map(isThere));
    return all
      .filter((_, at) => there[at])
      .toSorted((a, b) => rank(a, console.format) - rank(b, console.format));
  }
}

function rank(uri: vscode.Uri, format: Spelling): number {
  return spellingOf(uri.path) === format ? 0 : 1;
}

/** An editor may still show a deleted file. It counts only with unsaved edits. */
async function isThere(uri: vscode.Uri): Promise<boolean> {
  return openDocument(uri)?.isDirty || (await exists(uri));
}
