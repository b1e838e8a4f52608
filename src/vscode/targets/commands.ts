import { Gate } from '../../core/util/concurrency.ts';
import type { CommandId, PolicyCommandId, RuleCommandId } from '../platform/commandIds.ts';
import type { CommandRegistry } from '../platform/commandRegistry.ts';
import { choosePolicies, choosePolicy } from './choosePolicies.ts';
import { chooseRules, type ChosenRules } from './chooseRules.ts';
import { invocationOf } from './invocation.ts';
import { rowAndRows } from './menuArguments.ts';
import type { ChosenPolicy, Targets } from './targets.ts';

type RowCommandId = Exclude<CommandId, PolicyCommandId | RuleCommandId>;

/** What commands do, by their ids. Each gets the services it was registered with. */
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
   * begin when the keys before them are done with, and are about what those left.
   */
  onRules<S>(services: S, table: Table<RuleCommandId, S, [rules: ChosenRules, more: unknown]>): void {
    this.#register(table, async (act, row, rows) => {
      const since = this.#targets.ruleEditor.edits;
      const { selections } = this.#targets.rows;
      const checking = this.#check(row);
      if (checking) {
        await checking;
      }
      await this.#turns.pass(async () => undefined);
      await this.#targets.rows.whenShown();
      return act(services, await chooseRules(this.#targets, row, rows, since, selections), rows);
    });
  }

  /**
   * Likewise, for what asks nothing and is done at once: one after another, in the order of the keys. Each key counts, on what
   * the one before it left.
   */
  onRulesInTurn<S>(services: S, table: Table<RuleCommandId, S, [rules: ChosenRules, more: unknown]>): void {
    this.#register(table, async (act, row, rows) => {
      const since = this.#targets.ruleEditor.edits;
      const { selections } = this.#targets.rows;
      const checking = this.#check(row);
      if (checking) {
        await checking;
      }
      const { answer, shown } = await this.#turns.pass(async () => {
        const { reveal, ...chosen } = await chooseRules(this.#targets, row, rows, since, selections);
        let showing: Promise<void> | undefined;
        // The rows are drawn while the next key has its turn.
        const soon: Pick<ChosenRules, 'reveal'> = reveal
          ? { reveal: async (places) => void (showing = reveal(places)) }
          : {};
        return { answer: await act(services, { ...chosen, ...soon }, rows), shown: showing };
      });
      await shown;
      return answer;
    });
  }

  /** Rows, in turn with those. They get the number of the selection at which they were called, too. */
  onRowInTurn<S>(
    services: S,
    table: Table<RowCommandId, S, [row: unknown, rows: unknown, selections: number]>,
  ): void {
    this.#register(table, async (act, row, rows) => {
      const { selections, frame } = this.#targets.rows;
      if (frame.settled) {
        await frame.settled;
      }
      return this.#turns.pass(async () => act(services, row, rows, selections));
    });
  }

  /** A key of the tree is about what is selected there. */
  #check(row: unknown): Promise<void> | undefined {
    return invocationOf(row, undefined).from === 'tree' ? this.#targets.rows.frame.check(row) : undefined;
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
