import * as vscode from 'vscode';
import { policyKind, type PolicyKind } from '../../core/policy/families.ts';
import { spellingOf } from '../../core/policy/policyFile.ts';
import { pick } from '../platform/dialogs.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { Consoles } from '../workspace/consoles.ts';
import type { PolicyRules } from '../workspace/policyRules.ts';
import {
  policyTarget,
  targetOf,
  type PolicyTarget,
  type RuleTarget,
  type Target,
  targetsOf,
} from '../workspace/target.ts';

interface HavingConsoles {
  readonly consoles: Consoles;
}

/** The rows of the Policies view, for commands. */
export interface PolicyRows {
  readonly isVisible: boolean;
  /** True when the person used the view after any editor. */
  readonly wasUsedLast: boolean;
  readonly selection: readonly Target[];
  /** The rows for a key of the view, as `KeyRows` finds them. Call this when the key arrives. */
  targetsAt(key: unknown): Promise<readonly Target[]>;
  /** True when an argument of a command is a row of the view. The person then uses the view. */
  isRow(argument: unknown): boolean;
  /** Moves the keyboard focus to the view; its rows stay unchanged. */
  focus(): Promise<void>;
  /** Reveals an edited rule, unless a person selects another row first. */
  showEdited(rule: RuleTarget, how: Reveal): Promise<void>;
  /** Shows a row and expands the rows above it. */
  revealRow(row: Target, how: Reveal): Promise<void>;
}

/** `select` gives the row the selection and the focus at once, so that no key finds them at different rows. `show` only brings it into view. */
export type Reveal = 'select' | 'show';

/** The places in which commands find their policies and rules. The Policies view sets its rows. */
export interface Targets extends HavingConsoles {
  readonly rules: PolicyRules;
  rows: PolicyRows;
}

/** The rows before the Policies view is registered. */
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

/** A policy of a console in this workspace. */
export interface ChosenPolicy {
  readonly console: ConsoleHandle;
  readonly kind: PolicyKind;
}

/** The console of the argument, else the only suitable console, else the answer of the person. */
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

/** Chooses among the consoles that allow requests. */
export function chooseReadyConsole(services: HavingConsoles, argument: unknown): Promise<ConsoleHandle> {
  return chooseConsole(services, argument, ({ access }) => access === 'ready');
}

/** The error for a missing console. */
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

/** The file of a policy. Throws ExpectedError `not-pulled`. */
export async function fileOf(services: HavingConsoles, policy: ChosenPolicy): Promise<vscode.Uri> {
  const { console, kind } = policy;
  const uri = await services.consoles.findFile(console, kind.name);
  if (!uri) {
    throw new ExpectedError(
      'not-pulled',
      vscode.l10n.t('{0} of {1} has no file yet.', kind.name, console.entry.name),
      {
        advice: vscode.l10n.t('Pull it first.'),
        about: policyTarget(policy),
      },
    );
  }
  return uri;
}

/** True for a file with the name of a policy file outside the folders of all consoles. */
function isStray(
  { consoles }: Pick<Consoles, 'consoles' | 'get'>,
  uri: vscode.Uri | undefined,
): uri is vscode.Uri {
  return (
    uri?.scheme === 'file' &&
    spellingOf(uri.path) !== undefined &&
    !consoles.some(({ policyFolder }) => uri.path.startsWith(`${policyFolder.path}/`))
  );
}

/** Throws for such a file, so that a command about the file acts on no other policy. */
export function refuseStray(consoles: Pick<Consoles, 'consoles' | 'get'>, uri: vscode.Uri | undefined): void {
  if (!isStray(consoles, uri)) {
    return;
  }
  const [first] = consoles.consoles;
  throw new ExpectedError(
    'stray-file',
    vscode.l10n.t('{0} belongs to no console.', vscode.workspace.asRelativePath(uri)),
    {
      advice: first
        ? vscode.l10n.t(
            'Move the file into the folder of a console, such as {0}, or add a console.',
            vscode.workspace.asRelativePath(first.policyFolder),
          )
        : vscode.l10n.t('Add a console, then move the file into its folder.'),
    },
  );
}

/** The place of a call, from the arguments of the command. Extensions cannot read the focus. */
type Invocation =
  /** A row of a view, a lens, a message or another command passes targets. */
  | { readonly from: 'rows'; readonly targets: readonly Target[] }
  /** Menus of editors and of the explorer pass the file. */
  | { readonly from: 'files'; readonly uris: readonly vscode.Uri[] }
  /** A key of the tree: `PolicyRows.targetsAt` says which rows. */
  | { readonly from: 'tree' }
  /** A key of the editor: its cursors. */
  | { readonly from: 'editor' }
  /** The palette passes nothing. A custom key binding without arguments looks the same. */
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
    return { from: 'rows', targets };
  }
  const uris = (Array.isArray(rows) && rows.length > 0 ? rows : [row]).filter(
    (argument) => argument instanceof vscode.Uri,
  );
  return uris.length > 0 ? { from: 'files', uris } : { from: 'palette' };
}

/** Keys of the tree and of an editor name their place, because both places may show a policy. */
function isFrom(place: 'tree' | 'editor', argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'in' in argument && argument.in === place;
}

/**
 * Brings the arguments of a command into one form: a row and all rows. Trees pass both. The source control view passes its rows
 * one by one, a group of rows, or itself. Keys of trees pass a list.
 */
export function rowAndRows(
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
