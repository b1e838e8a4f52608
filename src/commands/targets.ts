import * as vscode from 'vscode';
import { policyKind, policyKinds, type PolicyKind, type PolicyName } from '../model/families.ts';
import { pick } from '../platform/dialogs.ts';
import { ExpectedError } from '../util/errors.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { targetOf, targetsOf, type PolicyTarget, type RuleTarget, type Target } from '../workspace/target.ts';
import type { Tools } from './tools.ts';

/** A policy of a console, found. */
export interface ChosenPolicy {
  readonly console: ConsoleHandle;
  readonly kind: PolicyKind;
}

type Finding = Pick<Tools, 'consoles' | 'view' | 'planDocuments'>;

/** The console of the argument, else of what is selected or open, else asked for. */
export async function chooseConsole(
  tools: Pick<Tools, 'consoles'>,
  argument: unknown,
  accept: (console: ConsoleHandle) => boolean = () => true,
): Promise<ConsoleHandle> {
  const target = targetOf(argument);
  if (target) {
    return consoleOf(tools, target);
  }
  const all = tools.consoles.consoles;
  const candidates = all.filter(accept);
  const [only] = candidates.length > 0 ? candidates : all;
  if (!only) {
    throw new ExpectedError('no-console', vscode.l10n.t('No console is named in this workspace.'), {
      advice: vscode.l10n.t('Run "Ordinance: Add Console…" or "Ordinance: Try the Sandbox".'),
    });
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

/**
 * The policies a command acts on: the rows or files it was called with, else the policy of the active editor or plan,
 * else the selected row, else one that is asked for.
 */
export async function choosePolicies(
  tools: Finding,
  row: unknown,
  rows: unknown,
): Promise<readonly ChosenPolicy[]> {
  const given = [...givenPolicies(tools, row, rows)];
  return given.length > 0 ? given : [await askForPolicy(tools)];
}

export async function choosePolicy(tools: Finding, row: unknown): Promise<ChosenPolicy> {
  const [first] = await choosePolicies(tools, row, undefined);
  if (!first) {
    throw new TypeError('no policy was chosen');
  }
  return first;
}

/** The rules of the argument rows, when all are of one array of one policy; undefined when there are none. */
export function givenRules(row: unknown, rows: unknown): readonly RuleTarget[] | undefined {
  const targets = targetsOf(row, rows).filter((target) => target.kind === 'rule');
  const first = targets[0];
  if (!first) {
    return undefined;
  }
  if (
    targets.some(
      ({ consoleId, policy, array }) =>
        consoleId !== first.consoleId || policy !== first.policy || array !== first.array,
    )
  ) {
    throw new ExpectedError(
      'several-lists',
      vscode.l10n.t('The selected rules are not of one list: select rules of one policy.'),
    );
  }
  return targets;
}

export function consoleOf(tools: Pick<Tools, 'consoles'>, target: Target): ConsoleHandle {
  const console = tools.consoles.get(target.consoleId);
  if (!console) {
    throw new ExpectedError(
      'no-console',
      vscode.l10n.t('This console is no longer named in ordinance.yaml.'),
    );
  }
  return console;
}

export function chosenOf(tools: Pick<Tools, 'consoles'>, target: PolicyTarget | RuleTarget): ChosenPolicy {
  return { console: consoleOf(tools, target), kind: kindNamed(target.policy) };
}

export function kindNamed(name: PolicyName): PolicyKind {
  const kind = policyKind(name);
  if (!kind) {
    throw new TypeError(`no such policy: ${name}`);
  }
  return kind;
}

function givenPolicies(tools: Finding, row: unknown, rows: unknown): readonly ChosenPolicy[] {
  for (const targets of [
    targetsIn(tools, row, rows),
    targetsIn(tools, vscode.window.activeTextEditor?.document.uri, undefined),
    tools.view.selection(),
  ]) {
    const policies = new Map<string, ChosenPolicy>();
    for (const target of targets) {
      if (target.kind === 'policy' || target.kind === 'rule') {
        policies.set(`${target.consoleId}/${target.policy}`, chosenOf(tools, target));
      }
    }
    if (policies.size > 0) {
      return [...policies.values()];
    }
  }
  return [];
}

/** Rows of the tree, or files as menus of editors and of the explorer pass them. */
function targetsIn(tools: Finding, row: unknown, rows: unknown): readonly Target[] {
  const all = Array.isArray(rows) && rows.length > 0 ? rows : [row];
  return all
    .map((each) => (each instanceof vscode.Uri ? targetOfUri(tools, each) : targetOf(each)))
    .filter((target) => target !== undefined);
}

function targetOfUri(tools: Finding, uri: vscode.Uri): Target | undefined {
  const place = tools.consoles.policyAt(uri);
  return place
    ? { kind: 'policy', consoleId: place.console.id, policy: place.ref.policy }
    : tools.planDocuments.targetOf(uri);
}

async function askForPolicy(tools: Finding): Promise<ChosenPolicy> {
  const console = await chooseConsole(tools, undefined);
  const items = policyKinds.map((kind) => ({ label: kind.name, description: kind.title, policy: kind }));
  const { policy } = await pick(items, {
    placeHolder: vscode.l10n.t('Which policy of {0}?', console.entry.name),
    matchOnDescription: true,
  });
  return { console, kind: policy };
}
