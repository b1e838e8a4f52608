import * as vscode from 'vscode';
import { policyKinds } from '../../core/policy/families.ts';
import { pick } from '../platform/dialogs.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { liveTarget } from '../workspace/liveDocuments.ts';
import type { PolicyTarget, Target } from '../workspace/target.ts';
import { invocationOf, chooseConsole, chosenOf, type ChosenPolicy, type Targets } from './targets.ts';
import { nameTarget, type Offer } from './nameTarget.ts';
import { refuseStray } from './strayFile.ts';

/**
 * The policies a command acts on. What the arguments name is taken; a key acts on what has it; the palette names what
 * it found before anything happens, unless nothing else can be meant.
 */
export async function choosePolicies(
  targets: Targets,
  row: unknown,
  rows: unknown,
): Promise<readonly ChosenPolicy[]> {
  const invocation = invocationOf(row, rows);
  switch (invocation.from) {
    case 'rows': {
      const given = policiesOf(targets, invocation.targets);
      return given.length > 0 ? given : [await askForPolicy(targets, invocation.targets[0])];
    }
    case 'files': {
      const given = policiesOf(targets, targetsOfUris(targets, invocation.uris));
      return given.length > 0 ? given : notAPolicy(targets, invocation.uris[0]);
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

async function namedPolicies(targets: Targets): Promise<readonly ChosenPolicy[]> {
  if (!(targets.rows.isVisible && targets.rows.wasUsedLast)) {
    refuseStray(targets.consoles, vscode.window.activeTextEditor?.document.uri);
  }
  const chosen = await nameTarget(targets.rows, {
    editor: offerOf(policiesOf(targets, openTargets(targets))),
    tree: offerOf(policiesOf(targets, targets.rows.selection)),
    other: { label: vscode.l10n.t('Another Policy…'), ask: async () => [await askForPolicy(targets)] },
    placeHolder: vscode.l10n.t('Which policy?'),
  });
  return chosen ?? [await askForPolicy(targets)];
}

function offerOf(policies: readonly ChosenPolicy[]): Offer<readonly ChosenPolicy[]> | undefined {
  const [first] = policies;
  if (!first) {
    return undefined;
  }
  const names = policies.map(({ console, kind }) => `${console.entry.name}/${kind.name}`);
  return {
    value: policies,
    key: names.toSorted().join('\n'),
    label:
      policies.length === 1
        ? vscode.l10n.t('{0} of {1}', first.kind.name, first.console.entry.name)
        : vscode.l10n.t('{0} policies', policies.length),
    ...(policies.length === 1 ? {} : { detail: names.join(', ') }),
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

/** Returns the targets of policy files, and of documents that show a policy: a plan, the live policy, a snapshot. */
function targetsOfUris(targets: Targets, uris: readonly vscode.Uri[]): readonly Target[] {
  return uris.map((uri) => targetOfUri(targets, uri)).filter((target) => target !== undefined);
}

function targetOfUri(targets: Targets, uri: vscode.Uri): PolicyTarget | undefined {
  const place = targets.consoles.policyAt(uri);
  if (place) {
    return { kind: 'policy', consoleId: place.console.id, policy: place.ref.policy };
  }
  const shown = targets.plannedAt(uri) ?? liveTarget(uri);
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
