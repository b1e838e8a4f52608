import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';
import { loadPart } from '../../core/util/loadPart.ts';
import type { RemoteEdit, RemoteEditRequest } from '../../sandbox/remoteEdit.ts';
import { ensureTrusted } from '../connection/ensureTrusted.ts';
import { pick, showMessage } from '../platform/dialogs.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { policyTarget, targetOf } from '../workspace/target.ts';
import { readWorkingPolicy } from '../workspace/workingCopies.ts';
import { myChange, type MyChange } from './myChange.ts';
import type { FeatureServices } from '../featureServices.ts';

interface SimulateEditServices extends FeatureServices {
  /** True for a sandbox that this computer runs. */
  readonly isSandbox: (console: ConsoleHandle) => boolean;
}

interface SelectedRule {
  readonly array: string;
  readonly name: string;
}

/**
 * Simulates an edit of the live policy by someone else, so that one person can try a conflict. Only a sandbox
 * allows it.
 */
export async function simulateEdit(
  services: SimulateEditServices,
  policy: ChosenPolicy,
  row: unknown,
): Promise<RemoteEdit> {
  ensureTrusted();
  const { console, kind } = policy;
  const { origin } = new URL(console.entry.url);
  const key = services.isSandbox(console) ? await services.secrets.accessKey(origin) : undefined;
  if (!key) {
    throw new ExpectedError(
      'not-a-sandbox',
      vscode.l10n.t('{0} is not a sandbox: its users are real.', console.entry.name),
      { advice: vscode.l10n.t('Run "Ordinance: Try the Sandbox" in a folder of its own.') },
    );
  }
  const selected = await selectedRule(services, policy, row);
  const request = await chooseEdit(kind.name, selected, await localChange(services, policy, selected?.name));
  const part = await loadPart('the sandbox', () => import('../../sandbox/sandboxPart.ts'));
  const edit = await part.requestRemoteEdit(console.entry.url, key, request);
  const target = policyTarget(policy);
  showMessage('info', describeEdit(edit), {
    label: vscode.l10n.t('Compare with Live'),
    run: () => vscode.commands.executeCommand('ordinance.policy.compareLive', target),
  });
  return edit;
}

/** The rule of the row, or the rule at the cursor in the file of the policy; undefined for a rule without a name. */
async function selectedRule(
  { consoles, rules }: FeatureServices,
  { console, kind }: ChosenPolicy,
  row: unknown,
): Promise<SelectedRule | undefined> {
  const target = targetOf(row);
  const editor = vscode.window.activeTextEditor;
  const file = (await consoles.findFile(console, kind.name))?.toString();
  const isShown = editor !== undefined && editor.document.uri.toString() === file;
  const [atCursor] = target?.kind !== 'rule' && isShown ? await rules.selected(editor) : [];
  const rule = target?.kind === 'rule' ? target : atCursor;
  return rule?.name === undefined ? undefined : { array: rule.array, name: rule.name };
}

async function localChange(
  services: FeatureServices,
  { console, kind }: ChosenPolicy,
  near: string | undefined,
): Promise<MyChange | undefined> {
  const base = await services.syncs.of(console).base(kind);
  const mine = base && (await readWorkingPolicy(services, console, kind).catch(() => undefined));
  return mine && myChange(kind, base, mine, near);
}

async function chooseEdit(
  policy: string,
  selected: SelectedRule | undefined,
  mine: MyChange | undefined,
): Promise<RemoteEditRequest> {
  const target = selected ? { policy, array: selected.array, rule: selected.name } : { policy };
  const name = selected ? `"${selected.name}"` : vscode.l10n.t('the first rule');
  const items: (vscode.QuickPickItem & { request: RemoteEditRequest })[] = [
    {
      label: vscode.l10n.t('Add a rule'),
      detail: vscode.l10n.t('above the last rule; merges without a conflict'),
      request: { ...(selected ? { policy, array: selected.array } : { policy }), kind: 'add' },
    },
    {
      label: vscode.l10n.t('Move {0}', name),
      detail: vscode.l10n.t('by one position'),
      request: { ...target, kind: 'move' },
    },
    {
      label: vscode.l10n.t('Edit the notes of {0}', name),
      detail: vscode.l10n.t('merges without a conflict, unless you changed them too'),
      request: { ...target, kind: 'edit' },
    },
    ...(mine
      ? [
          {
            label: vscode.l10n.t(
              'Change the same field as you: {0} of "{1}"',
              mine.member.join('.'),
              mine.rule,
            ),
            detail: vscode.l10n.t('a conflict'),
            request: {
              policy,
              kind: 'edit',
              array: mine.array,
              rule: mine.rule,
              member: mine.member,
              excluded: mine.value,
            } satisfies RemoteEditRequest,
          },
        ]
      : []),
    {
      label: vscode.l10n.t('Delete {0}', name),
      detail: vscode.l10n.t('a conflict, if you changed it'),
      request: { ...target, kind: 'delete' },
    },
  ];
  const { request } = await pick(items, {
    placeHolder: vscode.l10n.t('Which change should the simulated colleague make in {0}?', policy),
  });
  return request;
}

function describeEdit({ kind, policy, rule, detail }: RemoteEdit): string {
  const words: Readonly<Record<RemoteEdit['kind'], string>> = {
    add: vscode.l10n.t('A simulated colleague added "{0}" to {1}.', detail, policy),
    move: vscode.l10n.t('A simulated colleague moved "{0}" of {1}: {2}.', rule, policy, detail),
    edit: vscode.l10n.t('A simulated colleague changed {0} of "{1}" in {2}.', detail, rule, policy),
    delete: vscode.l10n.t('A simulated colleague deleted "{0}" of {1}.', rule, policy),
  };
  return vscode.l10n.t('{0} Ordinance refuses a push of {1} until you merge.', words[kind], policy);
}
