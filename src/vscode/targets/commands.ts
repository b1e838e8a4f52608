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

/** Registers commands by the things they act on. The place of a call determines its policies or rules. */
export class Commands {
  readonly #registry: CommandRegistry;
  readonly #targets: Targets;
  readonly #turns = new Gate(1);

  constructor(registry: CommandRegistry, targets: Targets) {
    this.#registry = registry;
    this.#targets = targets;
  }

  /** Handlers get the row of the call and all selected rows. The palette passes no row. */
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
   * Handlers also get the second argument of the command, because programs may pass more. Handlers may ask questions, so they begin
   * after the keys that were pressed before.
   */
  onRules<S>(services: S, table: Table<RuleCommandId, S, [rules: ChosenRules, more: unknown]>): void {
    this.#register(table, async (act, row, rows) => {
      const choose = chooseRules(this.#targets, row, rows);
      await this.#turns.pass(async () => undefined);
      return act(services, await choose(), rows);
    });
  }

  /**
   * Handlers that ask nothing run one after another, in the order of the keys, each with the rules at the time of its key.
   */
  onRulesInTurn<S>(services: S, table: Table<RuleCommandId, S, [rules: ChosenRules, more: unknown]>): void {
    this.#register(table, async (act, row, rows) => {
      const choose = chooseRules(this.#targets, row, rows);
      return this.#turns.pass(async () => act(services, await choose(), rows));
    });
  }

  /** Handlers of rows that run in the same order. */
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
