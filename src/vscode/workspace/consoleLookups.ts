import * as vscode from 'vscode';
import { collectionsFileName } from '../../core/document/collectionsText.ts';
import type { KnownCollections } from '../../core/policy/collections.ts';
import { keptCollections } from '../../core/sync/store/collectionsFile.ts';
import { SingleFlight } from '../../core/util/concurrency.ts';
import { DisposableOwner, Emitter } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import { entryText, type ConsoleHandle } from './consoleHandle.ts';
import { readNames, sameNames, type ConsoleNames, type NameRequests } from './consoleNames.ts';
import type { Consoles } from './consoles.ts';
import { mayConcern } from './textFiles.ts';

/** The reads of one console. */
interface Held {
  /** The entry of the console in `ordinance.yaml`. The answer of one address does not count for another. */
  readonly entry: string;
  /** The start of the last read, successful or not. */
  readonly askedAt: number;
  /** The last successful read. */
  last?: { readonly at: Date; readonly names: ConsoleNames };
  /** The reason why the last read failed. */
  problem?: string;
}

/** The collections in the `collections.yaml` of a console. */
interface Saved {
  readonly collections: KnownCollections | undefined;
  readonly writtenAt?: Date;
  readonly problem?: string;
}

/** A `collections.yaml`. It is read once until it changes. */
interface SavedFile {
  readonly reading: Promise<Saved>;
  saved?: Saved;
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

/** Names that are older than this are read again on demand. */
const freshMs = 5 * 60_000;
/** The delay after a failed read; a network is often back soon. */
const retryMs = 30_000;

interface Dependencies {
  readonly consoles: Pick<Consoles, 'get' | 'policyAt' | 'onDidChange' | 'onDidChangeDisk'>;
  readonly log: Logger;
  readonly resources: (console: ConsoleHandle) => Promise<NameRequests>;
  readonly now?: () => number;
}

const nothing: KnownCollections = new Map();

/**
 * Collections, checks and other names of the consoles. A call answers with the known names at once and starts a
 * background read of a console that is signed in, when they are missing or old. Events announce new names. The
 * contents of collections are also known from `collections.yaml`. Equal contents are the same object.
 */
export class ConsoleLookups extends DisposableOwner {
  readonly #deps: Dependencies;
  readonly #named = this.disposables.add(new Emitter<string>());
  /** Fires the id of a console whose names changed by a read. */
  readonly onDidRead = this.#named.event;
  readonly #changed = this.disposables.add(new Emitter<void>());
  /** Fires when the known contents of collections may have changed, also in a file. */
  readonly onDidChange = this.#changed.event;
  readonly #held = new Map<string, Held>();
  /** The files by console id. */
  readonly #files = new Map<string, SavedFile>();
  readonly #flight = new SingleFlight<ConsoleNames>();

  constructor(deps: Dependencies) {
    super();
    this.#deps = deps;
    const { consoles } = deps;
    this.disposables.addAll(
      consoles.onDidChange(() => {
        for (const id of this.#held.keys()) {
          if (consoles.get(id)?.access !== 'ready') {
            this.#held.delete(id);
          }
        }
        this.#forgetFiles();
      }),
      consoles.onDidChangeDisk(({ console, uri }) => {
        if (mayConcern(collectionsFileOf(console), uri)) {
          this.#forgetFiles();
        }
      }),
    );
  }

  /** The names of the console of a policy file. */
  of(uri: vscode.Uri): ConsoleNames | undefined {
    const console = this.#deps.consoles.policyAt(uri)?.console;
    return console && this.ofConsole(console);
  }

  ofConsole(console: ConsoleHandle): ConsoleNames | undefined {
    const held = this.#heldOf(console);
    const validMs = held?.problem === undefined ? freshMs : retryMs;
    if (console.access === 'ready' && (!held || this.#now() - held.askedAt > validMs)) {
      void this.read(console).catch((error: unknown) =>
        this.#deps.log.debug(`collections and checks of ${console.entry.name}: ${messageOf(error)}`),
      );
    }
    return held?.last?.names;
  }

  /** The names of the collections that were read in this session. Reads nothing. */
  knownCollections(console: ConsoleHandle): ReadonlySet<string> | undefined {
    return this.#heldOf(console)?.last?.names.collections;
  }

  /** The known collections of the console of a policy file. */
  collectionsAt(uri: vscode.Uri): KnownCollections {
    const console = this.#deps.consoles.policyAt(uri)?.console;
    return console
      ? (this.ofConsole(console)?.scopes ?? this.#fileOf(console).saved?.collections ?? nothing)
      : nothing;
  }

  /** The known collections of a console. Waits only for `collections.yaml`. */
  async collectionsOf(console: ConsoleHandle): Promise<KnownCollections> {
    const scopes = this.ofConsole(console)?.scopes;
    return scopes ?? (await this.#fileOf(console).reading).collections ?? nothing;
  }

  /**
   * The collections of a console. Reads the console when no collection is known, as at the start of a
   * session. Never throws, because a role may be unable to read them.
   */
  async loadCollections(console: ConsoleHandle): Promise<KnownCollections> {
    if ((await this.collectionsOf(console)).size === 0) {
      await this.#tryToRead(console);
    }
    return this.collectionsOf(console);
  }

  /** Reads the console when its names are missing or old, and waits for the answer. Never throws. */
  async readWhenOld(console: ConsoleHandle): Promise<void> {
    const at = this.#heldOf(console)?.last?.at.getTime();
    if (at === undefined || this.#now() - at > freshMs) {
      await this.#tryToRead(console);
    }
  }

  /** The source of the collections and its age. Reads nothing from the console. */
  async sourceOf(console: ConsoleHandle): Promise<ScopeSource> {
    const { last, problem } = this.#heldOf(console) ?? {};
    const saved = await this.#fileOf(console).reading;
    const at = last?.at ?? saved.writtenAt;
    return {
      kind: last ? 'console' : saved.collections ? 'file' : 'nothing',
      ...(at && { at }),
      ...(problem !== undefined && { consoleProblem: problem }),
      ...(saved.problem !== undefined && { fileProblem: saved.problem }),
    };
  }

  /** Reads the names now. Throws the errors of the console client. */
  read(console: ConsoleHandle): Promise<ConsoleNames> {
    const { log, resources } = this.#deps;
    const entry = entryText(console);
    return this.#flight.run(`${console.id}\n${entry}`, async () => {
      const before = this.#heldOf(console)?.last;
      const held: Held = { entry, askedAt: this.#now(), ...(before && { last: before }) };
      this.#held.set(console.id, held);
      let read: ConsoleNames;
      try {
        read = await readNames(await resources(console), (what, error) =>
          log.debug(`${what} of ${console.entry.name}: ${messageOf(error)}`),
        );
      } catch (error) {
        held.problem = messageOf(error);
        throw error;
      }
      const isSame = before !== undefined && sameNames(before.names, read);
      const names = isSame ? before.names : read;
      held.last = { at: new Date(held.askedAt), names };
      if (!isSame) {
        this.#changed.fire();
        this.#named.fire(console.id);
      }
      return names;
    });
  }

  async #tryToRead(console: ConsoleHandle): Promise<void> {
    if (console.access === 'ready') {
      await this.read(console).catch((error: unknown) =>
        this.#deps.log.warn(`the collections of ${console.entry.name} were not read: ${messageOf(error)}`),
      );
    }
  }

  #now(): number {
    return this.#deps.now?.() ?? Date.now();
  }

  #heldOf(console: ConsoleHandle): Held | undefined {
    const held = this.#held.get(console.id);
    return held?.entry === entryText(console) ? held : undefined;
  }

  #fileOf(console: ConsoleHandle): SavedFile {
    const { id, entry } = console;
    const known = this.#files.get(id);
    if (known) {
      return known;
    }
    const file: SavedFile = { reading: readSaved(console) };
    this.#files.set(id, file);
    void file.reading.then((saved) => {
      file.saved = saved;
      if (saved.problem !== undefined) {
        this.#deps.log.warn(`the collections that are kept of ${entry.name}: ${saved.problem}`);
      }
      if (this.#files.get(id) === file && (saved.collections ?? saved.problem)) {
        this.#changed.fire();
      }
    });
    return file;
  }

  #forgetFiles(): void {
    this.#files.clear();
    this.#changed.fire();
  }
}

/** The file with the saved collections of a console. */
export function collectionsFileOf({ policyFolder }: Pick<ConsoleHandle, 'policyFolder'>): vscode.Uri {
  return vscode.Uri.joinPath(policyFolder, collectionsFileName);
}

/** Never rejects. */
async function readSaved(console: ConsoleHandle): Promise<Saved> {
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
