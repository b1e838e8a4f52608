import * as vscode from 'vscode';
import { policyKind, type PolicyKind } from '../../core/policy/families.ts';
import { pick } from '../platform/dialogs.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { Consoles } from '../workspace/consoles.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { PolicyRules } from '../workspace/policyRules.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';
import { targetOf, type PolicyTarget, type RuleTarget, type Target, targetsOf } from '../workspace/target.ts';

interface HavingConsoles {
  readonly consoles: Consoles;
}

/** The tree of policies, as far as commands act on what is selected there. */
export interface PolicyRows {
  readonly isVisible: boolean;
  /** Whether the person was there later than in any editor. */
  readonly wasUsedLast: boolean;
  readonly selection: readonly Target[];
  /** The rows that a key of the view acts on, see `KeyRows`: call it when the key arrives. */
  targetsAt(key: unknown): Promise<readonly Target[]>;
  /** Whether an argument of a command is a row of the view: then the person is there. */
  isRow(argument: unknown): boolean;
  /** Gives the view the keyboard, with its rows as they are. */
  focus(): Promise<void>;
  /** Reveals a rule that an edit left, once it is drawn, unless a person selects another row meanwhile. */
  showEdited(rule: RuleTarget, how: Reveal): Promise<void>;
  /** Shows a row, opening the rows around it. */
  revealRow(row: Target, how: Reveal): Promise<void>;
}

/** `select`: the row gets the selection together with the focus, so that no key ever finds them apart. `show`: the row is only brought into view. */
export type Reveal = 'select' | 'show';

/** Where commands look for what they act on. Features say which tree and which documents show policies. */
export interface Targets extends HavingConsoles {
  readonly files: PolicyFiles;
  readonly rules: PolicyRules;
  readonly ruleEditor: RuleEditor;
  rows: PolicyRows;
  /** The policy that a document is a plan of. */
  plannedAt: (uri: vscode.Uri) => PolicyTarget | undefined;
}

/** Until a feature has rows, there are none. */
export const noRows: PolicyRows = {
  isVisible: false,
  wasUsedLast: false,
  selection: [],
  targetsAt: async () => [],
  isRow: () => false,
  focus: async () => undefined,
  showEdited: async () => undefined,
  revealRow: async () => undefined,
};

/** A policy of a console, found. */
export interface ChosenPolicy {
  readonly console: ConsoleHandle;
  readonly kind: PolicyKind;
}

/** The console of the argument, else the only one that fits, else asked for. */
export async function chooseConsole(
  services: HavingConsoles,
  argument: unknown,
  accept: (console: ConsoleHandle) => boolean = () => true,
): Promise<ConsoleHandle> {
  const target = targetOf(argument);
  if (target) {
    return consoleOf(services, target);
  }
  const all = services.consoles.consoles;
  const candidates = all.filter(accept);
  const [only] = candidates.length > 0 ? candidates : all;
  if (!only) {
    throw noConsole(vscode.l10n.t('This workspace has no console.'));
  }
  if (candidates.length <= 1) {
    return only;
  }
  const folders = new Set(candidates.map(({ folder }) => folder.name));
  const items = candidates.map((console) => ({
    label: console.entry.name,
    description: [console.entry.url, ...(folders.size > 1 ? [console.folder.name] : [])].join(' · '),
    console,
  }));
  return (await pick(items, { placeHolder: vscode.l10n.t('Which console?') })).console;
}

/** Likewise, of those that are signed in. */
export function chooseReadyConsole(services: HavingConsoles, argument: unknown): Promise<ConsoleHandle> {
  return chooseConsole(services, argument, ({ access }) => access === 'ready');
}

/** Why there is nothing to act on, and how to get a console. */
export function noConsole(message: string): ExpectedError {
  return new ExpectedError('no-console', message, {
    advice: vscode.l10n.t('Run "Ordinance: Add Console…" or "Ordinance: Try the Sandbox".'),
  });
}

export function consoleOf(
  services: HavingConsoles,
  { consoleId }: { readonly consoleId: string },
): ConsoleHandle {
  const console = services.consoles.get(consoleId);
  if (!console) {
    throw new ExpectedError('no-console', vscode.l10n.t('ordinance.yaml no longer names this console.'));
  }
  return console;
}

export function chosenOf(services: HavingConsoles, target: PolicyTarget | RuleTarget): ChosenPolicy {
  return { console: consoleOf(services, target), kind: policyKind(target.policy) };
}

/** Where a command was called from, as its arguments tell. What has the focus is not told to extensions. */
type Invocation =
  /** Rows of a view, a lens, a message, another command: they say what is meant. `inEditor` when a lens did. */
  | { readonly from: 'rows'; readonly targets: readonly Target[]; readonly inEditor: boolean }
  /** Menus of editors and of the explorer pass the file. */
  | { readonly from: 'files'; readonly uris: readonly vscode.Uri[] }
  /** A key of the tree: `PolicyRows.targetsAt` says which rows. */
  | { readonly from: 'tree' }
  /** A key of the editor: its cursors. */
  | { readonly from: 'editor' }
  /** Nothing is said. A key that somebody bound without arguments looks the same. */
  | { readonly from: 'palette' };

export function invocationOf(row: unknown, rows: unknown): Invocation {
  if (isFrom('tree', row)) {
    return { from: 'tree' };
  }
  if (isFrom('editor', row)) {
    return { from: 'editor' };
  }
  const targets = targetsOf(row, rows);
  if (targets.length > 0) {
    return { from: 'rows', targets, inEditor: isFrom('editor', rows) };
  }
  const uris = (Array.isArray(rows) && rows.length > 0 ? rows : [row]).filter(
    (each) => each instanceof vscode.Uri,
  );
  return uris.length > 0 ? { from: 'files', uris } : { from: 'palette' };
}

/** Keys of the tree and keys and lenses of an editor say where they are: the other may show a policy, too. */
function isFrom(place: 'tree' | 'editor', argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'in' in argument && argument.in === place;
}

/**
 * The arguments of a command as a row and all rows: trees pass both, the source control view passes its rows one by one,
 * a group of rows, or itself. Keys of trees pass a list.
 */
export function rowAndRows(
  consoles: readonly ConsoleHandle[],
  args: readonly unknown[],
): readonly [row: unknown, rows: unknown] {
  const [first, second] = args;
  // A key of a view, and the row that has the focus there, which the editor leaves out while it redraws the row.
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
