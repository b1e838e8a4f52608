import * as vscode from 'vscode';
import { policyKinds } from '../../core/policy/families.ts';
import { spellingOf } from '../../core/policy/policyFile.ts';
import { pick } from '../platform/dialogs.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ChosenPolicy, ConsoleHandle } from '../workspace/consoleHandle.ts';
import { chosenOf, consoleOf, noConsole, type Consoles, type HavingConsoles } from '../workspace/consoles.ts';
import { shownTarget } from '../workspace/liveDocuments.ts';
import type { PolicyRules } from '../workspace/policyDocuments.ts';
import {
  policyTarget,
  targetOf,
  type PolicyTarget,
  type Reveal,
  type RuleTarget,
  type Target,
} from '../workspace/target.ts';

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

/** The places in which commands find their policies and rules. The Policies view sets its rows. */
export interface Targets extends HavingConsoles {
  readonly rules: PolicyRules;
  rows: PolicyRows;
}

/** The place of a call, from the arguments of the command. Extensions cannot read the focus. */
export type Invocation =
  /** A row of a view, a lens, a message or another command passes targets. */
  | { readonly from: 'rows'; readonly targets: readonly Target[] }
  /** Menus of editors and of the explorer pass the file. */
  | { readonly from: 'files'; readonly uris: readonly vscode.Uri[] }
  /** A key of the tree: `PolicyRows.targetsAt` says which rows. */
  | { readonly from: 'tree'; readonly key: unknown }
  /** A key of the editor: its cursors. */
  | { readonly from: 'editor' }
  /** The palette passes nothing. A custom key binding without arguments looks the same. */
  | { readonly from: 'palette' };

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

/**
 * Throws for a file with the name of a policy file outside the folders of all consoles, so that a command about the file
 * acts on no other policy.
 */
export function refuseStray({ consoles }: Pick<Consoles, 'consoles'>, uri: vscode.Uri | undefined): void {
  if (
    uri?.scheme !== 'file' ||
    spellingOf(uri.path) === undefined ||
    consoles.some(({ policyFolder }) => uri.path.startsWith(`${policyFolder.path}/`))
  ) {
    return;
  }
  const [first] = consoles;
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

/**
 * Finds the policies of a command: the policies of its arguments, or of the place of its key. The palette asks a person, unless only
 * one choice is possible.
 */
export async function choosePolicies(
  targets: Targets,
  invocation: Invocation,
): Promise<readonly ChosenPolicy[]> {
  switch (invocation.from) {
    case 'rows': {
      const policies = policiesOf(targets, invocation.targets);
      return policies.length > 0 ? policies : [await askForPolicy(targets, invocation.targets[0])];
    }
    case 'files': {
      const policies = policiesOf(targets, targetsOfUris(targets, invocation.uris));
      return policies.length > 0 ? policies : notAPolicy(targets, invocation.uris[0]);
    }
    case 'tree': {
      const selected = policiesOf(targets, await targets.rows.targetsAt(invocation.key));
      return selected.length > 0 ? selected : nothingSelected();
    }
    case 'editor': {
      const open = policiesOf(targets, openTargets(targets));
      return open.length > 0 ? open : notAPolicy(targets, vscode.window.activeTextEditor?.document.uri);
    }
    case 'palette':
    default:
      return namedPolicies(targets);
  }
}

export async function choosePolicy(targets: Targets, invocation: Invocation): Promise<ChosenPolicy> {
  const [first] = await choosePolicies(targets, invocation);
  if (!first) {
    throw new TypeError('no policy was chosen');
  }
  return first;
}

/**
 * The policy of the active editor, or of the last used view, when only one is possible; otherwise the person chooses.
 */
async function namedPolicies(targets: Targets): Promise<readonly ChosenPolicy[]> {
  const { selection, isVisible, wasUsedLast } = targets.rows;
  if (!(isVisible && wasUsedLast)) {
    refuseStray(targets.consoles, vscode.window.activeTextEditor?.document.uri);
  }
  const editor = policiesOf(targets, openTargets(targets));
  const tree = policiesOf(targets, selection);
  if (editor.length > 0 && (tree.length === 0 || !isVisible || namesOf(tree) === namesOf(editor))) {
    return editor;
  }
  if (editor.length === 0 && tree.length > 0 && isVisible && wasUsedLast) {
    return tree;
  }
  const candidates = [
    ...(editor.length > 0 ? [itemOf(editor, vscode.l10n.t('in the editor'))] : []),
    ...(tree.length > 0 ? [itemOf(tree, vscode.l10n.t('selected in the Policies view'))] : []),
  ];
  if (candidates.length === 0) {
    return [await askForPolicy(targets)];
  }
  const other = { label: vscode.l10n.t('Another Policy…'), policies: undefined };
  const { policies } = await pick([...(wasUsedLast ? candidates.toReversed() : candidates), other], {
    placeHolder: vscode.l10n.t('Which policy?'),
  });
  return policies ?? [await askForPolicy(targets)];
}

function namesOf(policies: readonly ChosenPolicy[]): string {
  const names = policies.map(({ console, kind }) => `${console.entry.name}/${kind.name}`);
  return names.toSorted().join(', ');
}

function itemOf(
  policies: readonly ChosenPolicy[],
  description: string,
): vscode.QuickPickItem & { readonly policies: readonly ChosenPolicy[] } {
  const [first] = policies;
  return first && policies.length === 1
    ? { label: vscode.l10n.t('{0} of {1}', first.kind.name, first.console.entry.name), description, policies }
    : {
        label: vscode.l10n.t('{0} policies', policies.length),
        description,
        detail: namesOf(policies),
        policies,
      };
}

function policiesOf(targets: Targets, all: readonly Target[]): readonly ChosenPolicy[] {
  const policies = new Map<string, ChosenPolicy>();
  for (const target of all) {
    if (target.kind === 'policy' || target.kind === 'rule') {
      policies.set(`${target.consoleId}/${target.policy}`, chosenOf(targets, target));
    }
  }
  return [...policies.values()];
}

function openTargets(targets: Targets): readonly Target[] {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri ? targetsOfUris(targets, [uri]) : [];
}

function targetsOfUris(targets: Targets, uris: readonly vscode.Uri[]): readonly Target[] {
  return uris.flatMap((uri) => policyShownAt(targets, uri) ?? []);
}

/** The policy of a policy file, or of a document that shows a policy: a plan, the live policy, a snapshot. */
export function policyShownAt(targets: Pick<Targets, 'consoles'>, uri: vscode.Uri): PolicyTarget | undefined {
  const place = targets.consoles.policyAt(uri);
  if (place) {
    return policyTarget(place);
  }
  const shown = shownTarget(uri);
  return shown && targets.consoles.get(shown.consoleId) ? shown : undefined;
}

async function askForPolicy(targets: Targets, near?: Target): Promise<ChosenPolicy> {
  const console = await chooseConsole(targets, near);
  const family = near?.kind === 'family' ? near.family : undefined;
  const items = policyKinds
    .filter((kind) => family === undefined || kind.family === family)
    .map((kind) => ({ label: kind.name, description: kind.title, policy: kind }));
  const { policy } = await pick(items, {
    placeHolder: vscode.l10n.t('Which policy of {0}?', console.entry.name),
    matchOnDescription: true,
  });
  return { console, kind: policy };
}

function notAPolicy(targets: Targets, uri: vscode.Uri | undefined): never {
  refuseStray(targets.consoles, uri);
  throw new ExpectedError(
    'no-policy',
    vscode.l10n.t('The file in the editor is not a policy of a console of this workspace.'),
    { advice: vscode.l10n.t('Open a policy file, or select a policy in the Policies view.') },
  );
}

function nothingSelected(): never {
  throw new ExpectedError('no-policy', vscode.l10n.t('No policy is selected.'), {
    advice: vscode.l10n.t('Select one in the Policies view.'),
  });
}
