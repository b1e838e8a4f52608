import * as vscode from 'vscode';
import { policyKind, type PolicyKind, type PolicyName } from '../../core/policy/families.ts';
import { pick } from '../platform/dialogs.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { targetOf, type PolicyTarget, type RuleTarget, type Target } from '../workspace/target.ts';
import type { Tools } from '../tools.ts';

/** A policy of a console, found. */
export interface ChosenPolicy {
  readonly console: ConsoleHandle;
  readonly kind: PolicyKind;
}

/** The console of the argument, else the only one that fits, else asked for. */
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
