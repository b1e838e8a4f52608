import * as vscode from 'vscode';
import type { KnownCollections } from '../../core/policy/collections.ts';
import { collectionsFileName } from '../../core/document/collections/collectionsText.ts';
import { keptCollections } from '../../core/sync/store/collectionsFile.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ConsoleLookups } from './consoleLookups.ts';
import type { ConsoleHandle, ConsoleRegistry } from './consoleRegistry.ts';

export interface KnownScopesDeps {
  readonly consoles: ConsoleRegistry;
  readonly lookups: ConsoleLookups;
  readonly log: Logger;
}

const nothing: KnownCollections = new Map();

/**
 * What the collections of consoles name: as the console said in this session, else as `collections.yaml` beside the policies
 * keeps it, else nothing but their names counts. Asking never waits; the same answer is the same object.
 */
export class KnownScopes implements Disposable {
  readonly #deps: KnownScopesDeps;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<void>());
  /** Fires when more, or something else, may be known. */
  readonly onDidChange = this.#changed.event;
  /** By id of the console. */
  readonly #kept = new Map<string, KnownCollections>();
  readonly #reading = new Map<string, Promise<void>>();

  constructor(deps: KnownScopesDeps) {
    this.#deps = deps;
    this.#disposables.add(deps.lookups.onDidChange(() => this.#changed.fire()));
    this.#disposables.add(deps.consoles.onDidChange(() => this.#forget()));
    const watcher = this.#disposables.add(
      vscode.workspace.createFileSystemWatcher(`**/${collectionsFileName}`),
    );
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) {
      this.#disposables.add(event(() => this.#forget()));
    }
  }

  /** Of the console a policy file belongs to. */
  of(uri: vscode.Uri): KnownCollections {
    const console = this.#deps.consoles.policyAt(uri)?.console;
    return console ? (this.#deps.lookups.ofConsole(console)?.scopes ?? this.#keptOf(console)) : nothing;
  }

  /** The same, waiting for the file at most. */
  async ofConsole(console: ConsoleHandle): Promise<KnownCollections> {
    const said = this.#deps.lookups.ofConsole(console)?.scopes;
    if (said) {
      return said;
    }
    this.#keptOf(console);
    await this.#reading.get(console.id);
    return this.#keptOf(console);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #keptOf(console: ConsoleHandle): KnownCollections {
    const known = this.#kept.get(console.id);
    if (!known && !this.#reading.has(console.id)) {
      const reading = this.#read(console, () => this.#reading.get(console.id) === reading);
      this.#reading.set(console.id, reading);
    }
    return known ?? nothing;
  }

  async #read(console: ConsoleHandle, isWanted: () => boolean): Promise<void> {
    const { id, folder, policyFolder, entry } = console;
    let kept: KnownCollections | undefined;
    try {
      kept = await keptCollections(folder.uri.fsPath, policyFolder.fsPath);
    } catch (error) {
      this.#deps.log.warn(`the collections that are kept of ${entry.name}: ${messageOf(error)}`);
    }
    // Forgotten meanwhile: another reading follows when somebody asks.
    if (isWanted() && !this.#disposables.isDisposed) {
      this.#reading.delete(id);
      this.#kept.set(id, kept ?? nothing);
      if (kept) {
        this.#changed.fire();
      }
    }
  }

  #forget(): void {
    this.#kept.clear();
    this.#reading.clear();
    this.#changed.fire();
  }
}
