import * as vscode from 'vscode';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import { Gate } from '../../core/util/concurrency.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { CommandId, PolicyCommandId, RuleCommandId } from '../platform/commandIds.ts';
import type { CommandRegistry } from '../platform/commandRegistry.ts';
import { pick } from '../platform/dialogs.ts';
import type { ChosenPolicy, ConsoleHandle } from '../workspace/consoleHandle.ts';
import { chosenOf, fileOf } from '../workspace/consoles.ts';
import {
  targetOf,
  targetsOf,
  type Reveal,
  type RuleTarget,
  type Target,
  type ChosenRules,
} from '../workspace/target.ts';
import { choosePolicies, choosePolicy, refuseStray, type Invocation, type Targets } from './targets.ts';

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
      act(services, await choosePolicy(this.#targets, invocationOf(row, rows)), row),
    );
  }

  onPolicies<S>(services: S, table: Table<PolicyCommandId, S, [policies: readonly ChosenPolicy[]]>): void {
    this.#register(table, async (act, row, rows) =>
      act(services, await choosePolicies(this.#targets, invocationOf(row, rows))),
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

/** The place of a call of a command. */
export function invocationOf(row: unknown, rows: unknown): Invocation {
  // Keys of the tree and of an editor name their place, because both places may show a policy.
  const place = member(row, 'in');
  if (place === 'tree') {
    return { from: 'tree', key: row };
  }
  if (place === 'editor') {
    return { from: 'editor' };
  }
  const targets = targetsOf(row, rows);
  if (targets.length > 0) {
    return { from: 'rows', targets };
  }
  const uris = (Array.isArray(rows) && rows.length > 0 ? rows : [row]).filter(
    (argument) => argument instanceof vscode.Uri,
  );
  return uris.length > 0 ? { from: 'files', uris } : { from: 'palette' };
}

/**
 * Brings the arguments of a command into one form: a row and all rows. Trees pass both. The source control view passes its rows
 * one by one, a group of rows, or itself. Keys of trees pass a list.
 */
function rowAndRows(
  consoles: readonly ConsoleHandle[],
  args: readonly unknown[],
): readonly [row: unknown, rows: unknown] {
  const [first, second] = args;
  // A key of a view passes the focused row, but the editor omits the row while it redraws the row.
  if (Array.isArray(first) && member(first[0], 'in') !== undefined) {
    return [{ ...first[0], focused: first[1] }, undefined];
  }
  if (args.length > 1 && args.every((arg) => targetOf(arg) !== undefined)) {
    return [first, args];
  }
  const states = member(first, 'resourceStates');
  if (Array.isArray(states) && states.length > 0) {
    return [states[0], states];
  }
  const root = member(first, 'rootUri');
  if (root instanceof vscode.Uri) {
    const console = consoles.find(({ policyFolder }) => policyFolder.toString() === root.toString());
    const target: Target | undefined = console && { kind: 'console', consoleId: console.id };
    return [target, undefined];
  }
  return [first, second];
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && key in value
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

/**
 * Finds the rules of a command. Rows and keys of the tree keep the rules of the time of the call, however long the command waits for
 * its turn. The returned function makes the choice when the turn comes.
 */
export function chooseRules(targets: Targets, row: unknown, rows: unknown): () => Promise<ChosenRules> {
  const invocation = invocationOf(row, rows);
  switch (invocation.from) {
    case 'rows': {
      const isFromTree = targets.rows.isRow(row);
      return async () => fromTargets(targets, rulesOf(invocation.targets), isFromTree);
    }
    case 'tree': {
      const pressed = targets.rows.targetsAt(invocation.key);
      return async () => fromTargets(targets, rulesOf(await pressed), true);
    }
    case 'files':
      return async () => {
        const editor = vscode.window.activeTextEditor;
        const shown = invocation.uris.some((uri) => uri.toString() === editor?.document.uri.toString());
        return (
          (shown ? await atCursor(targets, editor) : undefined) ?? noRuleAtCursor(targets, invocation.uris[0])
        );
      };
    case 'editor':
      return async () => {
        const editor = vscode.window.activeTextEditor;
        return (await atCursor(targets, editor)) ?? noRuleAtCursor(targets, editor?.document.uri);
      };
    case 'palette':
    default:
      return () => namedRules(targets);
  }
}

/**
 * The selected rules when the person used the view last, otherwise the rules at the cursor. Without these, a person confirms the
 * selected rules.
 */
async function namedRules(targets: Targets): Promise<ChosenRules> {
  const { activeTextEditor } = vscode.window;
  const { selection, isVisible, wasUsedLast } = targets.rows;
  const isInView = isVisible && wasUsedLast;
  const rows = isInView ? ruleTargetsIn(selection) : undefined;
  if (rows) {
    return fromTargets(targets, rows, true);
  }
  const cursor = await atCursor(targets, activeTextEditor);
  if (cursor) {
    return cursor;
  }
  if (!isInView) {
    refuseStray(targets.consoles, activeTextEditor?.document.uri);
  }
  const chosen = await fromTargets(targets, rulesOf(selection), true);
  await pick([itemOf(targets, chosen)], { placeHolder: vscode.l10n.t('Which rule?') });
  return chosen;
}

function itemOf(targets: Targets, { uri, rules }: ChosenRules): vscode.QuickPickItem {
  const [first] = rules;
  const place = targets.consoles.policyAt(uri);
  return {
    label:
      first && rules.length === 1
        ? `${first.index + 1}. ${first.name ?? vscode.l10n.t('(no name)')}`
        : vscode.l10n.t('{0} rules', rules.length),
    description: vscode.l10n.t('selected in the Policies view'),
    detail: place
      ? vscode.l10n.t('{0} of {1}', place.kind.name, place.console.entry.name)
      : vscode.workspace.asRelativePath(uri),
  };
}

/** The rules that the selections of the editor touch; undefined without such rules. */
async function atCursor(
  targets: Targets,
  editor: vscode.TextEditor | undefined,
): Promise<ChosenRules | undefined> {
  if (!editor || !targets.consoles.policyAt(editor.document.uri)) {
    return undefined;
  }
  const rules = await targets.rules.selected(editor);
  const [first] = rules;
  return first && { uri: editor.document.uri, array: first.array, rules };
}

/** The rules among the targets. Throws for rules of several lists. */
function rulesOf(all: readonly Target[]): readonly [RuleTarget, ...RuleTarget[]] {
  return ruleTargetsIn(all) ?? noRule();
}

function ruleTargetsIn(all: readonly Target[]): readonly [RuleTarget, ...RuleTarget[]] | undefined {
  const [first, ...others] = all.filter((target) => target.kind === 'rule');
  if (!first) {
    return undefined;
  }
  const listOf = ({ consoleId, policy, array }: RuleTarget): string => `${consoleId} ${policy} ${array}`;
  if (others.some((other) => listOf(other) !== listOf(first))) {
    throw new ExpectedError(
      'several-lists',
      vscode.l10n.t('The selected rules are in different lists. Select rules of one policy.'),
    );
  }
  return [first, ...others];
}

/** The tree shows the edited rules that were chosen in it. */
async function fromTargets(
  targets: Targets,
  chosen: readonly [RuleTarget, ...RuleTarget[]],
  isFromTree: boolean,
): Promise<ChosenRules> {
  const [first] = chosen;
  const { array, consoleId, policy } = first;
  const uri = await fileOf(targets, chosenOf(targets, first));
  const rules = await targets.rules.now(uri, array, chosen);
  return {
    uri,
    array,
    rules,
    ...(isFromTree && {
      show: (left: RulePlace, how: Reveal) =>
        targets.rows.showEdited({ kind: 'rule', consoleId, policy, ...left }, how),
    }),
  };
}

function noRule(): never {
  throw new ExpectedError('no-rule', vscode.l10n.t('No rule is selected.'), {
    advice: vscode.l10n.t('Select rules in the Policies view, or put the cursor into a rule.'),
  });
}

function noRuleAtCursor(targets: Targets, uri: vscode.Uri | undefined): never {
  refuseStray(targets.consoles, uri);
  throw new ExpectedError('no-rule', vscode.l10n.t('There is no rule of a policy at the cursor.'), {
    advice: vscode.l10n.t('Put the cursor into a rule of a policy file.'),
  });
}
