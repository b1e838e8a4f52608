import * as vscode from 'vscode';
import { policyKind, type PolicyName } from '../../core/policy/families.ts';
import { fileName, fileNames, spellingOf, type Spelling } from '../../core/policy/policyFile.ts';
import { severalFiles } from '../../core/policy/severalFiles.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import type { ConsoleHandle, ConsoleRegistry } from './consoleRegistry.ts';
import { openDocument } from './textFiles.ts';
import { exists } from './exists.ts';

export interface PolicyFileChange {
  readonly consoleId: string;
  readonly policy: PolicyName;
  readonly uri: vscode.Uri;
  /** The disk has it from the editor, or the editor is about to tell: what the policy says is not another text by that. */
  readonly isOnlySaved?: true;
  /** No text that is shown changed: the disk, or what the editor let go of, may say what was known before. */
  readonly mayBeSame?: true;
}

/** Where the working copies lie, and when one changes: on disk, or while it is typed. */
export class PolicyFiles extends DisposableOwner {
  readonly #consoles: ConsoleRegistry;
  readonly #changed = this.disposables.add(new Emitter<PolicyFileChange>());
  /** Fires on every keystroke too: listeners coalesce. */
  readonly onDidChange = this.#changed.event;

  constructor(consoles: ConsoleRegistry) {
    super();
    this.#consoles = consoles;
    const watcher = this.disposables.add(
      vscode.workspace.createFileSystemWatcher('**/*.policy.{json,yaml,yml}'),
    );
    const fire = (uri: vscode.Uri, how: Pick<PolicyFileChange, 'isOnlySaved' | 'mayBeSame'> = {}): void => {
      const place = consoles.policyAt(uri);
      if (place) {
        this.#changed.fire({ consoleId: place.console.id, policy: place.ref.policy, uri, ...how });
      }
    };
    this.disposables.addAll(
      watcher.onDidCreate((uri) => fire(uri, { mayBeSame: true })),
      watcher.onDidChange((uri) =>
        fire(uri, openDocument(uri) ? { isOnlySaved: true } : { mayBeSame: true }),
      ),
      watcher.onDidDelete((uri) => fire(uri)),
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.contentChanges.length > 0) {
          fire(event.document.uri);
        }
      }),
      // Closing without saving brings the saved text back.
      vscode.workspace.onDidCloseTextDocument((document) => fire(document.uri, { mayBeSame: true })),
    );
  }

  /** The file of a policy; undefined when there is none. The console's own spelling goes first when there are several. */
  async find(console: ConsoleHandle, policy: PolicyName): Promise<vscode.Uri | undefined> {
    for (const uri of candidates(console, policy)) {
      if (await isThere(uri)) {
        return uri;
      }
    }
    return undefined;
  }

  /** The same where it has to be the only one. Throws ExpectedError `several-files`. */
  async findOnly(console: ConsoleHandle, policy: PolicyName): Promise<vscode.Uri | undefined> {
    const found: vscode.Uri[] = [];
    for (const uri of candidates(console, policy)) {
      if (await isThere(uri)) {
        found.push(uri);
      }
    }
    if (found.length > 1) {
      throw severalFiles(
        policy,
        found.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)),
      );
    }
    return found[0];
  }

  /** Where a file of this spelling is created. */
  place(console: ConsoleHandle, policy: PolicyName, spelling: Spelling): vscode.Uri {
    return placeOf(console, policy, spelling);
  }

  /** The console and policy of a file. */
  at(uri: vscode.Uri): ReturnType<ConsoleRegistry['policyAt']> {
    return this.#consoles.policyAt(uri);
  }
}

function placeOf(console: ConsoleHandle, policy: PolicyName, spelling: Spelling): vscode.Uri {
  const kind = policyKind(policy);
  if (!kind) {
    throw new TypeError(`no such policy: ${policy}`);
  }
  return vscode.Uri.joinPath(console.policyFolder, kind.family, fileName(kind.target, spelling));
}

function candidates(console: ConsoleHandle, policy: PolicyName): vscode.Uri[] {
  const place = placeOf(console, policy, 'yaml');
  const target = policyKind(policy)?.target ?? '';
  const all = fileNames(target).map((name) => vscode.Uri.joinPath(place, '..', name));
  return all.toSorted((a, b) => rank(a, console.format) - rank(b, console.format));
}

function rank(uri: vscode.Uri, format: Spelling): number {
  return spellingOf(uri.path) === format ? 0 : 1;
}

/** An editor keeps showing a file that was deleted; only unsaved edits still make it a working copy. */
async function isThere(uri: vscode.Uri): Promise<boolean> {
  return openDocument(uri)?.isDirty || (await exists(uri));
}
