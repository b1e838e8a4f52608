import * as vscode from 'vscode';
import {
  consoleFileName,
  mostConsoleFileBytes,
  originsOf,
  type ConsoleEntry,
  type ConsoleFile,
} from '../model/consoleFile.ts';
import { policyKind } from '../model/families.ts';
import { policyNameOfPath, type PolicyRef } from '../model/policyFile.ts';
import type { Secrets } from '../platform/secrets.ts';
import { DisposableStore, type Disposable } from '../util/disposable.ts';
import { Emitter } from '../util/emitter.ts';
import { ExpectedError, messageOf } from '../util/errors.ts';
import type { Logger } from '../util/logger.ts';
import type { ConsoleAccess, ConsoleHandle, ConsoleRegistry } from './consoleRegistry.ts';
import { parseConsoleFile } from '../language/parseConsoleFile.ts';

/** Finds and watches the `ordinance.yaml` of each workspace folder, as saved, and knows who is signed in. */
export class Consoles implements ConsoleRegistry, Disposable {
  readonly #secrets: Secrets;
  readonly #log: Logger;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<void>());
  readonly onDidChange = this.#changed.event;
  #consoles: readonly ConsoleHandle[] = [];
  #emptyFile = false;
  #reading: Promise<void> | undefined;
  #readAgain = false;

  constructor(secrets: Secrets, log: Logger) {
    this.#secrets = secrets;
    this.#log = log;
    const watcher = this.#disposables.add(vscode.workspace.createFileSystemWatcher(`**/${consoleFileName}`));
    const reload = (): void => void this.reload();
    for (const event of [
      watcher.onDidCreate,
      watcher.onDidChange,
      watcher.onDidDelete,
      vscode.workspace.onDidChangeWorkspaceFolders,
      vscode.workspace.onDidGrantWorkspaceTrust,
      secrets.onDidChange,
    ]) {
      this.#disposables.add(event(reload));
    }
  }

  get consoles(): readonly ConsoleHandle[] {
    return this.#consoles;
  }

  /** Some `ordinance.yaml` exists, but none names a usable console. */
  get hasOnlyEmptyFiles(): boolean {
    return this.#emptyFile && this.#consoles.length === 0;
  }

  get(id: string): ConsoleHandle | undefined {
    return this.#consoles.find((console) => console.id === id);
  }

  policyAt(uri: vscode.Uri): { console: ConsoleHandle; ref: PolicyRef } | undefined {
    const name = policyNameOfPath(uri.path);
    const kind = name && policyKind(name);
    if (!name || !kind) {
      return undefined;
    }
    const folder = vscode.Uri.joinPath(uri, '../..').toString();
    const console = this.#consoles.find((candidate) => candidate.policyFolder.toString() === folder);
    return console && { console, ref: { console: console.entry.name, policy: name } };
  }

  /** Reads everything again; calls that arrive meanwhile share one more run. Never rejects. */
  reload(): Promise<void> {
    if (this.#reading) {
      this.#readAgain = true;
      return this.#reading;
    }
    this.#reading = this.#readUntilCurrent().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #readUntilCurrent(): Promise<void> {
    do {
      this.#readAgain = false;
      const handles: ConsoleHandle[] = [];
      this.#emptyFile = false;
      for (const folder of vscode.workspace.workspaceFolders ?? []) {
        handles.push(...(await this.#readFolder(folder)));
      }
      if (!this.#readAgain && !this.#disposables.isDisposed) {
        this.#consoles = handles;
        this.#changed.fire();
      }
    } while (this.#readAgain && !this.#disposables.isDisposed);
  }

  async #readFolder(folder: vscode.WorkspaceFolder): Promise<ConsoleHandle[]> {
    const file = vscode.Uri.joinPath(folder.uri, consoleFileName);
    let content: ConsoleFile;
    try {
      const read = await readSaved(file);
      if (read === undefined) {
        return [];
      }
      content = parseConsoleFile(read);
    } catch (error) {
      this.#log.warn(`${file.toString(true)}: ${messageOf(error)}`);
      return [];
    }
    for (const problem of content.problems.slice(0, 20)) {
      this.#log.warn(`${file.toString(true)}: ${problem.path.join('.')}: ${problem.message}`);
    }
    this.#emptyFile ||= content.consoles.length === 0;
    return Promise.all(
      content.consoles.map(async (entry) => ({
        id: `${folder.uri.toString()}#${entry.name}`,
        entry,
        folder,
        policyFolder: vscode.Uri.joinPath(folder.uri, entry.folder),
        file,
        format: content.format,
        access: await this.#access(entry),
      })),
    );
  }

  async #access(entry: ConsoleEntry): Promise<ConsoleAccess> {
    if (!vscode.workspace.isTrusted) {
      return 'untrusted';
    }
    for (const origin of originsOf(entry)) {
      if (!(await this.#secrets.accessKey(origin))) {
        return 'signed-out';
      }
    }
    return 'ready';
  }
}

/** The saved text: consoles come and go when the file is saved, not while it is typed. */
async function readSaved(file: vscode.Uri): Promise<string | undefined> {
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > mostConsoleFileBytes) {
      throw new ExpectedError('too-large', `it is larger than ${mostConsoleFileBytes / 1024} KiB`);
    }
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') {
      return undefined;
    }
    throw error;
  }
}
