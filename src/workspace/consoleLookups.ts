import type * as vscode from 'vscode';
import type { Collection, ComplianceCheck, ConsoleResources } from '../model/resources.ts';
import { SingleFlight } from '../util/concurrency.ts';
import type { Disposable } from '../util/disposable.ts';
import { DisposableStore } from '../util/disposable.ts';
import { Emitter } from '../util/emitter.ts';
import { messageOf } from '../util/errors.ts';
import type { Logger } from '../util/logger.ts';
import type { ConsoleHandle, ConsoleRegistry } from './consoleRegistry.ts';

/** What checks and completion know of a console. The same objects as long as nothing changed. */
export interface ConsoleKnowledge {
  readonly collections: ReadonlySet<string>;
  readonly scopes: ReadonlyMap<string, Readonly<Record<string, readonly string[]>>>;
  /** Undefined when the console does not publish its catalogue. */
  readonly checks:
    | ReadonlyMap<number, { readonly title: string; readonly type?: string; readonly severity?: string }>
    | undefined;
  readonly list: readonly Collection[];
}

interface Held {
  knowledge: ConsoleKnowledge | undefined;
  /** When reading began last, whether it succeeded or not. */
  askedAt: number;
}

/** Asked for again after this many milliseconds, when something wants to know. */
const freshMs = 5 * 60_000;

interface Dependencies {
  readonly consoles: ConsoleRegistry;
  readonly log: Logger;
  resources(console: ConsoleHandle): Promise<Pick<ConsoleResources, 'collections' | 'lookups'>>;
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
  readonly #flight = new SingleFlight<ConsoleKnowledge>();

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

  /** Of the console a policy file belongs to. */
  of(uri: vscode.Uri): ConsoleKnowledge | undefined {
    const console = this.#deps.consoles.policyAt(uri)?.console;
    return console && this.ofConsole(console);
  }

  ofConsole(console: ConsoleHandle): ConsoleKnowledge | undefined {
    const held = this.#held.get(console.id);
    const now = this.#deps.now?.() ?? Date.now();
    if (console.access === 'ready' && (!held || now - held.askedAt > freshMs)) {
      void this.read(console).catch((error: unknown) =>
        this.#deps.log.debug(`collections and checks of ${console.entry.name}: ${messageOf(error)}`),
      );
    }
    return held?.knowledge;
  }

  /** Reads now; throws what the console client throws. */
  read(console: ConsoleHandle): Promise<ConsoleKnowledge> {
    return this.#flight.run(console.id, async () => {
      const before = this.#held.get(console.id)?.knowledge;
      const held: Held = { knowledge: before, askedAt: this.#deps.now?.() ?? Date.now() };
      this.#held.set(console.id, held);
      const resources = await this.#deps.resources(console);
      const list = await resources.collections.list();
      const checks = await resources.lookups.checks().catch((error: unknown) => {
        this.#deps.log.debug(`checks of ${console.entry.name}: ${messageOf(error)}`);
        return undefined;
      });
      const knowledge = knowledgeOf(list, checks);
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

  dispose(): void {
    this.#held.clear();
    this.#disposables.dispose();
  }
}

function knowledgeOf(
  list: readonly Collection[],
  checks: readonly ComplianceCheck[] | undefined,
): ConsoleKnowledge {
  return {
    list,
    collections: new Set(list.map(({ name }) => name)),
    scopes: new Map(list.map(({ name, patterns }) => [name, patterns])),
    checks: checks && new Map(checks.map(({ id, title, type, severity }) => [id, { title, type, severity }])),
  };
}

function sameKnowledge(left: ConsoleKnowledge, right: ConsoleKnowledge): boolean {
  const text = ({ list, checks }: ConsoleKnowledge): string => JSON.stringify([list, [...(checks ?? [])]]);
  return text(left) === text(right) && (left.checks === undefined) === (right.checks === undefined);
}
