import * as vscode from 'vscode';
import { policyKinds } from '../../core/policy/families.ts';
import { pick } from '../platform/dialogs.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { shownTarget } from '../workspace/liveDocuments.ts';
import { policyTarget, type PolicyTarget, type Target } from '../workspace/target.ts';
import {
  invocationOf,
  chooseConsole,
  chosenOf,
  type ChosenPolicy,
  type Targets,
  refuseStray,
} from './targets.ts';

/**
 * Finds the policies of a command: the policies of its arguments, or of the place of its key. The palette asks a person, unless only
 * one choice is possible.
 */
export async function choosePolicies(
  targets: Targets,
  row: unknown,
  rows: unknown,
): Promise<readonly ChosenPolicy[]> {
  const invocation = invocationOf(row, rows);
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
      const selected = policiesOf(targets, await targets.rows.targetsAt(row));
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

export async function choosePolicy(targets: Targets, row: unknown, rows?: unknown): Promise<ChosenPolicy> {
  const [first] = await choosePolicies(targets, row, rows);
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
