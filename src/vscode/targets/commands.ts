import type { CommandId, PolicyCommandId, RuleCommandId } from '../platform/commandIds.ts';
import type { CommandRegistry } from '../platform/commandRegistry.ts';
import { choosePolicies, choosePolicy } from './choosePolicies.ts';
import { chooseRules, type ChosenRules } from './chooseRules.ts';
import { rowAndRows } from './menuArguments.ts';
import type { ChosenPolicy, Targets } from './targets.ts';

type RowCommandId = Exclude<CommandId, PolicyCommandId | RuleCommandId>;

/** Registers commands by what they act on. Which policies or rules that is, is decided here, by where one was called from. */
export class Commands {
  readonly #registry: CommandRegistry;
  readonly #targets: Targets;

  constructor(registry: CommandRegistry, targets: Targets) {
    this.#registry = registry;
    this.#targets = targets;
  }

  /** Passes the row it was called on, and all rows that are selected; the palette passes none. */
  onRow(id: RowCommandId, act: (row?: unknown, rows?: unknown) => unknown): void {
    this.#register(id, act);
  }

  onPolicy(id: PolicyCommandId, act: (policy: ChosenPolicy, row: unknown) => unknown): void {
    this.#register(id, async (row, rows) => act(await choosePolicy(this.#targets, row, rows), row));
  }

  onPolicies(id: PolicyCommandId, act: (policies: readonly ChosenPolicy[]) => unknown): void {
    this.#register(id, async (row, rows) => act(await choosePolicies(this.#targets, row, rows)));
  }

  /** Passes the second argument of the command on: a program may give more than what is meant. */
  onRules(id: RuleCommandId, act: (rules: ChosenRules, more: unknown) => unknown): void {
    this.#register(id, async (row, rows) => act(await chooseRules(this.#targets, row, rows), rows));
  }

  #register(id: CommandId, act: (row?: unknown, rows?: unknown) => unknown): void {
    this.#registry.register(id, (...args) => act(...rowAndRows(this.#targets.consoles.consoles, args)));
  }
}
