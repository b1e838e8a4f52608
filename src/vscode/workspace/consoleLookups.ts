import type * as vscode from 'vscode';
import type { ConsoleKnowledge, KnownCheck } from '../../core/consoleFile/consoleKnowledge.ts';
import type { PlainListName } from '../../core/consoleFile/lists.ts';
import type { Collection, NetworkList, ResourceRow } from '../../core/consoleFile/resources.ts';
import type { KnownCollections } from '../../core/policy/collections.ts';
import { SingleFlight } from '../../core/util/concurrency.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ConsoleHandle } from './consoleHandle.ts';
import type { Consoles } from './consoles.ts';

/** Collections, checks and other names from a console. */
interface ReadKnowledge extends ConsoleKnowledge {
  readonly collections: ReadonlySet<string>;
  readonly scopes: KnownCollections;
  readonly list: readonly Collection[];
}

interface Held {
  /** The entry of the console in `ordinance.yaml`. The answer of one address does not count for another. */
  readonly entry: string;
  /** The start of the last read, successful or not. */
  readonly askedAt: number;
  /** The last successful read. */
  last?: { readonly at: Date; readonly knowledge: ReadKnowledge };
  /** The reason why the last read failed. */
  problem?: string;
}

/** The last read of the names of a console. */
export interface LastReading {
  readonly at: Date | undefined;
  /** The reason why a later read failed. */
  readonly problem: string | undefined;
}

/** Names that are older than this are read again on demand. */
const freshMs = 5 * 60_000;
/** The delay after a failed read; a network is often back soon. */
const retryMs = 30_000;

/** The requests that read the names of a console. */
interface NameRequests {
  readonly collections: { list(): Promise<readonly Collection[]> };
  readonly networkLists: { list(): Promise<readonly NetworkList[]> };
  readonly lookups: {
    checks(): Promise<readonly (Required<KnownCheck> & { readonly id: number })[] | undefined>;
    rows(list: PlainListName): Promise<readonly ResourceRow[]>;
  };
}

interface Dependencies {
  readonly consoles: Pick<Consoles, 'get' | 'policyAt' | 'onDidChange'>;
  readonly log: Logger;
  resources(console: ConsoleHandle): Promise<NameRequests>;
  readonly now?: () => number;
}

/**
 * Collections, checks and other names of the consoles that are signed in. A call answers with the known names
 * at once and starts a background read when they are missing or old. `onDidChange` announces new names.
 */
export class ConsoleLookups implements Disposable {
  readonly #deps: Dependencies;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<string>());
  /** Fires the id of a console whose names changed. */
  readonly onDidChange = this.#changed.event;
  readonly #held = new Map<string, Held>();
  readonly #flight = new SingleFlight<ReadKnowledge>();

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#disposables.add(
      deps.consoles.onDidChange(() => {
        for (const id of this.#held.keys()) {
          if (deps.consoles.get(id)?.access !== 'ready') {
            this.#held.delete(id);
          }
        }
      }),
    );
  }

  /** The names of the console of a policy file. */
  of(uri: vscode.Uri): ReadKnowledge | undefined {
    const console = this.#deps.consoles.policyAt(uri)?.console;
    return console && this.ofConsole(console);
  }

  ofConsole(console: ConsoleHandle): ReadKnowledge | undefined {
    const held = this.#heldOf(console);
    const validMs = held?.problem === undefined ? freshMs : retryMs;
    if (console.access === 'ready' && (!held || this.#now() - held.askedAt > validMs)) {
      void this.read(console).catch((error: unknown) =>
        this.#deps.log.debug(`collections and checks of ${console.entry.name}: ${messageOf(error)}`),
      );
    }
    return held?.last?.knowledge;
  }

  /** The names of the collections that were read in this session. Reads nothing. */
  knownCollections(console: ConsoleHandle): ReadonlySet<string> | undefined {
    return this.#heldOf(console)?.last?.knowledge.collections;
  }

  /** The time and the problem of the last read. Reads nothing. */
  lastReading(console: ConsoleHandle): LastReading {
    const { last, problem } = this.#heldOf(console) ?? {};
    return { at: last?.at, problem };
  }

  /** Reads the names now. Throws the errors of the console client. */
  read(console: ConsoleHandle): Promise<ReadKnowledge> {
    const entry = entryText(console);
    return this.#flight.run(`${console.id}\n${entry}`, async () => {
      const before = this.#heldOf(console)?.last;
      const held: Held = { entry, askedAt: this.#now(), ...(before && { last: before }) };
      this.#held.set(console.id, held);
      let read: ReadKnowledge;
      try {
        read = await this.#read(console);
      } catch (error) {
        held.problem = messageOf(error);
        throw error;
      }
      const isSame = before !== undefined && sameKnowledge(before.knowledge, read);
      const knowledge = isSame ? before.knowledge : read;
      held.last = { at: new Date(held.askedAt), knowledge };
      if (!isSame && !this.#disposables.isDisposed) {
        this.#changed.fire(console.id);
      }
      return knowledge;
    });
  }

  #now(): number {
    return this.#deps.now?.() ?? Date.now();
  }

  #heldOf(console: ConsoleHandle): Held | undefined {
    const held = this.#held.get(console.id);
    return held?.entry === entryText(console) ? held : undefined;
  }

  /** A role may be unable to read anything but collections, so other failures only leave names out. */
  async #read(console: ConsoleHandle): Promise<ReadKnowledge> {
    const { collections, lookups, networkLists } = await this.#deps.resources(console);
    const list = await collections.list();
    const unlessRefused = async <T>(what: string, reading: Promise<T>): Promise<T | undefined> => {
      try {
        return await reading;
      } catch (error) {
        this.#deps.log.debug(`${what} of ${console.entry.name}: ${messageOf(error)}`);
        return undefined;
      }
    };
    const [checks, rules, tags, lists] = await Promise.all([
      unlessRefused('checks', checksIn(lookups)),
      unlessRefused('custom rules', lookups.rows('custom-rules')),
      unlessRefused('tags', lookups.rows('tags')),
      unlessRefused('network lists', networkLists.list()),
    ]);
    return {
      list,
      collections: new Set(list.map(({ name }) => name)),
      scopes: new Map(list.map(({ name, patterns }) => [name, patterns])),
      checks,
      ...(rules && {
        customRules: new Map(
          rules.map(({ id, name, type }) => [Number(id), { name: String(name), type: String(type ?? '') }]),
        ),
      }),
      ...(tags && {
        tags: new Map(tags.map((tag) => [String(tag['name']), String(tag['description'] ?? '')])),
      }),
      ...(lists && { networkLists: new Map(lists.map(({ id, description }) => [id, description])) }),
    };
  }

  dispose(): void {
    this.#held.clear();
    this.#disposables.dispose();
  }
}

function entryText({ entry }: ConsoleHandle): string {
  return JSON.stringify(entry);
}

/** The catalog with the custom checks. */
async function checksIn(lookups: NameRequests['lookups']): Promise<ConsoleKnowledge['checks']> {
  const checks = await lookups.checks();
  const custom = checks && (await lookups.rows('custom-checks'));
  return (
    custom &&
    new Map([
      ...checks.map(({ id, title, type, severity }) => [id, { title, type, severity }] as const),
      ...custom.map(
        ({ id, title, name, severity }) =>
          [
            Number(id),
            { title: String(title || name), type: 'custom', severity: String(severity ?? '') },
          ] as const,
      ),
    ])
  );
}

function sameKnowledge(left: ReadKnowledge, right: ReadKnowledge): boolean {
  const text = ({ list, checks, customRules, tags, networkLists }: ReadKnowledge): string =>
    JSON.stringify([list, ...[checks, customRules, tags, networkLists].map((map) => [...(map ?? [])])]);
  return text(left) === text(right) && (left.checks === undefined) === (right.checks === undefined);
}
