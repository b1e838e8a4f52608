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

interface Held {
  /** The entry of the console in `ordinance.yaml`: an answer is no answer for another address. */
  readonly entry: string;
  /** When reading began last, whether it succeeded or not. */
  readonly askedAt: number;
  /** The last reading that succeeded. */
  last?: { readonly at: Date; readonly knowledge: ReadKnowledge };
  /** Why the last reading failed. */
  problem?: string;
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
    const patience = held?.problem === undefined ? freshMs : retryMs;
    if (console.access === 'ready' && (!held || this.#now() - held.askedAt > patience)) {
      void this.read(console).catch((error: unknown) =>
        this.#deps.log.debug(`collections and checks of ${console.entry.name}: ${messageOf(error)}`),
      );
    }
    return held?.last?.knowledge;
  }

  /** The collections that it has, as far as it said so in this session; asking reads nothing. */
  knownCollections(console: ConsoleHandle): ReadonlySet<string> | undefined {
    return this.#heldOf(console)?.last?.knowledge.collections;
  }

  /** When what is known was read, and why not again; asking reads nothing. */
  lastReading(console: ConsoleHandle): LastReading {
    const { last, problem } = this.#heldOf(console) ?? {};
    return { at: last?.at, problem };
  }

  /** Reads now; throws what the console client throws. */
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

  /** Nobody complains about a console that keeps anything but its collections to itself. */
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
async function checksIn(lookups: ConsoleResources['lookups']): Promise<ConsoleKnowledge['checks']> {
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
