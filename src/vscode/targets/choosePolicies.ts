import * as vscode from 'vscode';
import { policyKinds } from '../../core/policy/families.ts';
import { pick } from '../platform/dialogs.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { liveTarget } from '../workspace/liveDocuments.ts';
import type { PolicyTarget, Target } from '../workspace/target.ts';
import { invocationOf } from './invocation.ts';
import { nameTarget, type Offer } from './nameTarget.ts';
import { chooseConsole, chosenOf, type ChosenPolicy } from './targets.ts';
import type { Tools } from '../tools.ts';

export type FindingPolicies = Pick<Tools, 'consoles' | 'view' | 'planDocuments'>;

/**
 * The policies a command acts on. What the arguments name is taken; a key acts on what has it; the palette names what
 * it found before anything happens, unless nothing else can be meant.
 */
export async function choosePolicies(
  tools: FindingPolicies,
  row: unknown,
  rows: unknown,
): Promise<readonly ChosenPolicy[]> {
  const invocation = invocationOf(row, rows);
  switch (invocation.from) {
    case 'rows': {
      const given = policiesOf(tools, invocation.targets);
      return given.length > 0 ? given : [await askForPolicy(tools, invocation.targets[0])];
    }
    case 'files': {
      const given = policiesOf(tools, targetsOfUris(tools, invocation.uris));
      return given.length > 0 ? given : notAPolicy();
    }
    case 'tree': {
      const selected = policiesOf(tools, await tools.view.selection());
      return selected.length > 0 ? selected : nothingSelected();
    }
    case 'editor': {
      const open = policiesOf(tools, openTargets(tools));
      return open.length > 0 ? open : notAPolicy();
    }
    case 'palette':
    default:
      return namedPolicies(tools);
  }
}

export async function choosePolicy(
  tools: FindingPolicies,
  row: unknown,
  rows?: unknown,
): Promise<ChosenPolicy> {
  const [first] = await choosePolicies(tools, row, rows);
  if (!first) {
    throw new TypeError('no policy was chosen');
  }
  return first;
}

async function namedPolicies(tools: FindingPolicies): Promise<readonly ChosenPolicy[]> {
  const chosen = await nameTarget(tools.view, {
    editor: offerOf(policiesOf(tools, openTargets(tools))),
    tree: offerOf(policiesOf(tools, await tools.view.selection())),
    other: { label: vscode.l10n.t('Another Policy…'), ask: async () => [await askForPolicy(tools)] },
    placeHolder: vscode.l10n.t('Which policy is meant?'),
  });
  return chosen ?? [await askForPolicy(tools)];
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

function policiesOf(tools: FindingPolicies, targets: readonly Target[]): readonly ChosenPolicy[] {
  const policies = new Map<string, ChosenPolicy>();
  for (const target of targets) {
    if (target.kind === 'policy' || target.kind === 'rule') {
      policies.set(`${target.consoleId}/${target.policy}`, chosenOf(tools, target));
    }
  }
  return [...policies.values()];
}

function openTargets(tools: FindingPolicies): readonly Target[] {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri ? targetsOfUris(tools, [uri]) : [];
}

/** Of policy files, and of what shows a policy: a plan, live, a snapshot. */
function targetsOfUris(tools: FindingPolicies, uris: readonly vscode.Uri[]): readonly Target[] {
  return uris.map((uri) => targetOfUri(tools, uri)).filter((target) => target !== undefined);
}

function targetOfUri(tools: FindingPolicies, uri: vscode.Uri): PolicyTarget | undefined {
  const place = tools.consoles.policyAt(uri);
  if (place) {
    return { kind: 'policy', consoleId: place.console.id, policy: place.ref.policy };
  }
  const shown = tools.planDocuments.targetOf(uri) ?? liveTarget(uri);
  return shown && tools.consoles.get(shown.consoleId) ? shown : undefined;
}

async function askForPolicy(tools: FindingPolicies, near?: Target): Promise<ChosenPolicy> {
  const console = await chooseConsole(tools, near);
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

function notAPolicy(): never {
  throw new ExpectedError(
    'no-policy',
    vscode.l10n.t('The file in the editor is no policy of a console of this workspace.'),
    { advice: vscode.l10n.t('Open a policy file, or select a policy in the Policies view.') },
  );
}

function nothingSelected(): never {
  throw new ExpectedError('no-policy', vscode.l10n.t('No policy is selected.'), {
    advice: vscode.l10n.t('Select one in the Policies view.'),
  });
}
