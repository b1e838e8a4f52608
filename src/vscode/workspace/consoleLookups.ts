import type * as vscode from 'vscode';
import type { ConsoleKnowledge } from '../../core/consoleFile/consoleKnowledge.ts';
import type { Collection, ConsoleResources } from '../../core/consoleFile/resources.ts';
import type { KnownCollections } from '../../core/policy/collections.ts';
import { SingleFlight } from '../../core/util/concurrency.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ConsoleHandle } from './consoleHandle.ts';
import type { Consoles } from './consoles.ts';

/** Collections, checks and other names that a console answered. */
interface ReadKnowledge extends ConsoleKnowledge {
  readonly collections: ReadonlySet<string>;
  readonly scopes: KnownCollections;
  readonly list: readonly Collection[];
}

type KnownChecks = ConsoleKnowledge['checks'];

interface Held {
  /** The entry of the console in `ordinance.yaml`: an answer is no answer for another address. */
  readonly entry: string;
  knowledge: ReadKnowledge | undefined;
  /** When reading began last, whether it succeeded or not. */
  askedAt: number;
  /** When the knowledge was read. */
  readAt: number | undefined;
  /** Why the last reading failed. */
  problem: string | undefined;
}

/** How what is known of a console came to be known. */
export interface LastReading {
  readonly at: Date | undefined;
  /** Why it could not be read again since. */
  readonly problem: string | undefined;
}

/** Asked for again after this many milliseconds, when something wants to know. */
const freshMs = 5 * 60_000;
/** Milliseconds until the next read after a failed one: a lost network is soon back. */
const retryMs = 30_000;

interface Dependencies {
  readonly consoles: Pick<Consoles, 'get' | 'policyAt' | 'onDidChange'>;
  readonly log: Logger;
  resources(console: ConsoleHandle): Promise<ConsoleResources>;
  readonly now?: () => number;
}

/**
 * Collections and checks of the consoles that are signed in, kept for a while. Asking never waits: what is known is
 * answered, what is not known is read in the background, and `onDidChange` says when it is there.
 */
export class ConsoleLookups implements Disposable {
  readonly #deps: Dependencies;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<string>());
  /** Fires the id of the console of which more is known. */
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

  /** Knowledge about the console of a policy file. */
  of(uri: vscode.Uri): ReadKnowledge | undefined {
    const console = this.#deps.consoles.policyAt(uri)?.console;
    return console && this.ofConsole(console);
  }

  ofConsole(console: ConsoleHandle): ReadKnowledge | undefined {
    const held = this.#heldOf(console);
    const now = this.#deps.now?.() ?? Date.now();
    const patience = held?.problem === undefined ? freshMs : retryMs;
    if (console.access === 'ready' && (!held || now - held.askedAt > patience)) {
      void this.read(console).catch((error: unknown) =>
        this.#deps.log.debug(`collections and checks of ${console.entry.name}: ${messageOf(error)}`),
      );
    }
    return held?.knowledge;
  }

  /** The collections that it has, as far as it said so in this session; asking reads nothing. */
  knownCollections(console: ConsoleHandle): ReadonlySet<string> | undefined {
    return this.#heldOf(console)?.knowledge?.collections;
  }

  /** When what is known was read, and why not again; asking reads nothing. */
  lastReading(console: ConsoleHandle): LastReading {
    const { readAt, problem } = this.#heldOf(console) ?? {};
    return { at: readAt === undefined ? undefined : new Date(readAt), problem };
  }

  /** Reads now; throws what the console client throws. */
  read(console: ConsoleHandle): Promise<ReadKnowledge> {
    const entry = entryText(console);
    return this.#flight.run(`${console.id}\n${entry}`, async () => {
      const { knowledge: before, readAt } = this.#heldOf(console) ?? {};
      const askedAt = this.#deps.now?.() ?? Date.now();
      const held: Held = { entry, knowledge: before, askedAt, readAt, problem: undefined };
      this.#held.set(console.id, held);
      let resources;
      let list;
      try {
        resources = await this.#deps.resources(console);
        list = await resources.collections.list();
      } catch (error) {
        held.problem = messageOf(error);
        throw error;
      }
      held.readAt = askedAt;
      const knowledge = {
        ...knowledgeOf(list, await this.#checks(console, resources)),
        ...(await this.#references(console, resources)),
      };
      if (before && sameKnowledge(before, knowledge)) {
        return before;
      }
      held.knowledge = knowledge;
      if (!this.#disposables.isDisposed) {
        this.#changed.fire(console.id);
      }
      return knowledge;
    });
  }

  #heldOf(console: ConsoleHandle): Held | undefined {
    const held = this.#held.get(console.id);
    return held?.entry === entryText(console) ? held : undefined;
  }

  /** The catalog with the custom checks; a console that keeps either to itself is not complained about. */
  async #checks(console: ConsoleHandle, { lookups }: ConsoleResources): Promise<KnownChecks> {
    try {
      const checks = await lookups.checks();
      if (!checks) {
        return undefined;
      }
      const custom = await lookups.rows('custom-checks');
      return new Map([
        ...checks.map(({ id, title, type, severity }) => [id, { title, type, severity }] as const),
        ...custom.map(
          ({ id, title, name, severity }) =>
            [
              Number(id),
              { title: String(title || name), type: 'custom', severity: String(severity ?? '') },
            ] as const,
        ),
      ]);
    } catch (error) {
      this.#deps.log.debug(`checks of ${console.entry.name}: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** Other things that rules refer to by name or number. */
  async #references(
    console: ConsoleHandle,
    { lookups, networkLists }: ConsoleResources,
  ): Promise<Pick<ConsoleKnowledge, 'customRules' | 'tags' | 'networkLists'>> {
    const unlessRefused = async <T>(what: string, reading: Promise<T>): Promise<T | undefined> => {
      try {
        return await reading;
      } catch (error) {
        this.#deps.log.debug(`${what} of ${console.entry.name}: ${messageOf(error)}`);
        return undefined;
      }
    };
    const [rules, tags, lists] = await Promise.all([
      unlessRefused('custom rules', lookups.rows('custom-rules')),
      unlessRefused('tags', lookups.rows('tags')),
      unlessRefused('network lists', networkLists.list()),
    ]);
    return {
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

function knowledgeOf(list: readonly Collection[], checks: KnownChecks): ReadKnowledge {
  return {
    list,
    collections: new Set(list.map(({ name }) => name)),
    scopes: new Map(list.map(({ name, patterns }) => [name, patterns])),
    checks,
  };
}

function sameKnowledge(left: ReadKnowledge, right: ReadKnowledge): boolean {
  const text = ({ list, checks, customRules, tags, networkLists }: ReadKnowledge): string =>
    JSON.stringify([list, ...[checks, customRules, tags, networkLists].map((map) => [...(map ?? [])])]);
  return text(left) === text(right) && (left.checks === undefined) === (right.checks === undefined);
}
