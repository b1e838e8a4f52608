import { Gate } from '../../core/util/concurrency.ts';
import type { CommandId, PolicyCommandId, RuleCommandId } from '../platform/commandIds.ts';
import type { CommandRegistry } from '../platform/commandRegistry.ts';
import { choosePolicies, choosePolicy } from './choosePolicies.ts';
import { chooseRules, type ChosenRules } from './chooseRules.ts';
import { rowAndRows, type ChosenPolicy, type Targets } from './targets.ts';

type RowCommandId = Exclude<CommandId, PolicyCommandId | RuleCommandId>;

/** Handlers by command id. Each handler gets the services it was registered with. */
type Table<Id extends CommandId, Services, Args extends readonly unknown[]> = Readonly<
  Partial<Record<Id, (services: Services, ...args: Args) => unknown>>
>;

/** Registers commands by what they act on. Which policies or rules that is, is decided here, by where one was called from. */
export class Commands {
  readonly #registry: CommandRegistry;
  readonly #targets: Targets;
  readonly #turns = new Gate(1);

  constructor(registry: CommandRegistry, targets: Targets) {
    this.#registry = registry;
    this.#targets = targets;
  }

  /** They get the row they were called on, and all rows that are selected; the palette passes none. */
  onRow<S>(services: S, table: Table<RowCommandId, S, [row?: unknown, rows?: unknown]>): void {
    this.#register(table, (act, row, rows) => act(services, row, rows));
  }

  onPolicy<S>(services: S, table: Table<PolicyCommandId, S, [policy: ChosenPolicy, row: unknown]>): void {
    this.#register(table, async (act, row, rows) =>
      act(services, await choosePolicy(this.#targets, row, rows), row),
    );
  }

  onPolicies<S>(services: S, table: Table<PolicyCommandId, S, [policies: readonly ChosenPolicy[]]>): void {
    this.#register(table, async (act, row, rows) =>
      act(services, await choosePolicies(this.#targets, row, rows)),
    );
  }

  /**
   * They get the second argument of the command, too: a program may say more than what is meant. They may ask for something, so they
   * begin when the keys before them are done.
   */
  onRules<S>(services: S, table: Table<RuleCommandId, S, [rules: ChosenRules, more: unknown]>): void {
    this.#register(table, async (act, row, rows) => {
      const choose = chooseRules(this.#targets, row, rows);
      await this.#turns.pass(async () => undefined);
      return act(services, await choose(), rows);
    });
  }

  /**
   * Likewise, for what asks nothing and is done at once: one after another, in the order of the keys, on the rules that each key
   * was pressed for.
   */
  onRulesInTurn<S>(services: S, table: Table<RuleCommandId, S, [rules: ChosenRules, more: unknown]>): void {
    this.#register(table, async (act, row, rows) => {
      const choose = chooseRules(this.#targets, row, rows);
      return this.#turns.pass(async () => act(services, await choose(), rows));
    });
  }

  /** Rows, in turn with those. */
  onRowInTurn<S>(services: S, table: Table<RowCommandId, S, [row: unknown, rows: unknown]>): void {
    this.#register(table, (act, row, rows) => this.#turns.pass(async () => act(services, row, rows)));
  }

  #register<Act>(
    table: Readonly<Partial<Record<CommandId, Act>>>,
    run: (act: Act, row: unknown, rows: unknown) => unknown,
  ): void {
    for (const [id, act] of Object.entries(table)) {
      this.#registry.register(id as CommandId, (...args) =>
        run(act, ...rowAndRows(this.#targets.consoles.consoles, args)),
      );
    }
  }
}
