import * as vscode from 'vscode';
import type { KnownCollections } from '../../core/policy/collections.ts';
import { collectionsFileName } from '../../core/document/collections/collectionsText.ts';
import { keptCollections } from '../../core/sync/store/collectionsFile.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ConsoleLookups } from './consoleLookups.ts';
import type { ConsoleHandle } from './consoleHandle.ts';
import type { Consoles } from './consoles.ts';
import { mayConcern } from './textFiles.ts';

export interface KnownScopesDeps {
  readonly consoles: Consoles;
  readonly lookups: ConsoleLookups;
  readonly log: Logger;
}

/** The source of the collection contents, with read problems. */
export interface ScopeSource {
  readonly kind: 'console' | 'file' | 'nothing';
  /** The time of the read from the console, or of the last change of the file. */
  readonly at?: Date;
  /** The reason why the console was not read, or not read again. */
  readonly consoleProblem?: string;
  readonly fileProblem?: string;
}

interface Kept {
  readonly collections: KnownCollections | undefined;
  readonly writtenAt?: Date;
  readonly problem?: string;
}

/** The `collections.yaml` of a console. It is read once until it changes. */
interface KeptFile {
  readonly reading: Promise<Kept>;
  kept?: Kept;
}

const nothing: KnownCollections = new Map();

/**
 * The contents of the collections of consoles: from the console in this session, else from
 * `collections.yaml`, else unknown, so that only names count. A call does not wait for the console, except in
 * `load` and `readOnce`. Equal contents are the same object.
 */
export class KnownScopes extends DisposableOwner {
  readonly #deps: KnownScopesDeps;
  readonly #changed = this.disposables.add(new Emitter<void>());
  /** Fires when the known contents may have changed. */
  readonly onDidChange = this.#changed.event;
  /** The files by console id. */
  readonly #files = new Map<string, KeptFile>();

  constructor(deps: KnownScopesDeps) {
    super();
    this.#deps = deps;
    this.disposables.add(deps.lookups.onDidChange(() => this.#changed.fire()));
    this.disposables.add(deps.consoles.onDidChange(() => this.#forget()));
    this.disposables.add(
      deps.consoles.onDidChangeDisk(({ console, uri }) => {
        if (mayConcern(collectionsFileOf(console), uri)) {
          this.#forget();
        }
      }),
    );
  }

  /** The collections of the console of a policy file. */
  of(uri: vscode.Uri): KnownCollections {
    const console = this.#deps.consoles.policyAt(uri)?.console;
    return console
      ? (this.#answered(console) ?? this.#fileOf(console).kept?.collections ?? nothing)
      : nothing;
  }

  /** The collections of a console. Waits only for `collections.yaml`. */
  async ofConsole(console: ConsoleHandle): Promise<KnownCollections> {
    const answered = this.#answered(console);
    return answered ?? (await this.#fileOf(console).reading).collections ?? nothing;
  }

  /**
   * The collections of a console. Reads the console when no collection is known, as at the start of a
   * session. Never throws, because a role may be unable to read them.
   */
  async load(console: ConsoleHandle): Promise<KnownCollections> {
    if ((await this.ofConsole(console)).size === 0) {
      await this.#read(console);
    }
    return this.ofConsole(console);
  }

  /** Reads the console unless it was read in this session. Never throws. */
  async readOnce(console: ConsoleHandle): Promise<void> {
    if (!this.#deps.lookups.lastReading(console).at) {
      await this.#read(console);
    }
  }

  /** The source of the collections and its age. Reads nothing from the console. */
  async sourceOf(console: ConsoleHandle): Promise<ScopeSource> {
    const { at, problem } = this.#deps.lookups.lastReading(console);
    const kept = await this.#fileOf(console).reading;
    const when = at ?? kept.writtenAt;
    return {
      kind: at ? 'console' : kept.collections ? 'file' : 'nothing',
      ...(when && { at: when }),
      ...(problem !== undefined && { consoleProblem: problem }),
      ...(kept.problem !== undefined && { fileProblem: kept.problem }),
    };
  }

  async #read(console: ConsoleHandle): Promise<void> {
    if (console.access === 'ready') {
      const { lookups, log } = this.#deps;
      await lookups
        .read(console)
        .catch((error: unknown) =>
          log.warn(`the collections of ${console.entry.name} were not read: ${messageOf(error)}`),
        );
    }
  }

  #answered(console: ConsoleHandle): KnownCollections | undefined {
    return this.#deps.lookups.ofConsole(console)?.scopes;
  }

  #fileOf(console: ConsoleHandle): KeptFile {
    const { id, entry } = console;
    const known = this.#files.get(id);
    if (known) {
      return known;
    }
    const file: KeptFile = { reading: readKept(console) };
    this.#files.set(id, file);
    void file.reading.then((kept) => {
      file.kept = kept;
      if (kept.problem !== undefined) {
        this.#deps.log.warn(`the collections that are kept of ${entry.name}: ${kept.problem}`);
      }
      if (this.#files.get(id) === file && (kept.collections ?? kept.problem)) {
        this.#changed.fire();
      }
    });
    return file;
  }

  #forget(): void {
    this.#files.clear();
    this.#changed.fire();
  }
}

/** The file with the saved collections of a console. */
export function collectionsFileOf({ policyFolder }: Pick<ConsoleHandle, 'policyFolder'>): vscode.Uri {
  return vscode.Uri.joinPath(policyFolder, collectionsFileName);
}

/** Never rejects. */
async function readKept(console: ConsoleHandle): Promise<Kept> {
  const { folder, policyFolder } = console;
  try {
    const collections = await keptCollections(folder.uri.fsPath, policyFolder.fsPath);
    if (!collections) {
      return { collections };
    }
    const { mtime } = await vscode.workspace.fs.stat(collectionsFileOf(console));
    return { collections, writtenAt: new Date(mtime) };
  } catch (error) {
    return { collections: undefined, problem: messageOf(error) };
  }
}
