import * as vscode from 'vscode';
import type { ExpectedError, HelpId } from '../../core/util/errors.ts';
import type { CommandId } from './commandIds.ts';
import type { Action } from './dialogs.ts';

/** Actions after each expected failure. A test requires a line for every code. An empty line means that the message is enough. */
export const helpByCode: Readonly<Record<string, readonly HelpId[]>> = {
  // Consoles and access
  'no-console': ['add-console', 'try-sandbox'],
  'no-folder': ['open-folder'],
  'signed-out': ['sign-in'],
  unauthorized: ['sign-in'],
  forbidden: ['sign-in'],
  'no-credentials': ['sign-in'],
  'authority-changed': ['sign-in'],
  untrusted: ['manage-trust'],
  'broken-console-file': ['open-console-file'],
  'collections-file': [],
  'no-authority-file': ['open-console-file'],
  'secret-in-answer': [],
  'no-sspm': ['open-console-file'],
  'no-token-address': ['open-console-file'],
  'no-secret-storage': ['retry'],
  'token-command': ['retry'],
  'not-provisioned': [],
  'part-missing': [],
  'not-free': [],
  'not-a-sandbox': ['try-sandbox'],
  'colleague-refused': [],
  // The network
  unreachable: ['retry', 'open-console-file'],
  timeout: ['retry'],
  throttled: ['retry'],
  'server-error': ['retry'],
  rejected: ['retry'],
  'not-found': ['open-console-file'],
  redirected: ['open-console-file'],
  tls: ['open-console-file'],
  proxy: ['proxy-settings'],
  'not-json': ['open-console-file'],
  'too-large': ['open-console-file'],
  'too-much': ['open-console-file'],
  'not-a-policy': ['open-console-file'],
  'wrong-policy': ['open-console-file'],
  'not-read': ['retry'],
  // Files
  'not-pulled': ['pull'],
  'file-changed': ['retry'],
  'edit-refused': ['retry'],
  'not-saved': ['retry'],
  'no-space': ['retry'],
  'read-only': ['retry'],
  'not-a-folder': ['retry'],
  'not-a-file': ['retry'],
  'unreadable-file': ['retry'],
  'not-utf-8': [],
  'has-file': [],
  'several-files': [],
  'outside-workspace': [],
  'newer-lock-file': [],
  'broken-file': ['show-problems'],
  invalid: ['show-problems'],
  'invalid-json': [],
  // Plans, pushes and merges
  busy: ['retry'],
  'push-running': [],
  'machine-key': [],
  'no-program': [],
  'symbolic-link': [],
  'nothing-decides': ['retry'],
  unpulled: [],
  'foreign-snapshot': [],
  'base-moved': ['retry'],
  'other-destination': ['push'],
  drift: ['push', 'merge'],
  'old-plan': ['push'],
  'not-shown': ['retry'],
  'no-base': ['compare-live', 'merge'],
  protected: [],
  'empties-policy': [],
  'many-removed': [],
  'may-still-arrive': ['retry'],
  override: ['merge'],
  unchecked: ['retry'],
  weaker: ['push'],
  'merge-outdated': ['merge'],
  'merge-open': ['show-conflicts'],
  'merge-over': [],
  'unsaved-rule': [],
  'no-snapshot': [],
  'no-push': [],
  'not-reopened': [],
  'partly-written': [],
  'nothing-left': [],
  'no-merge': [],
  'unknown-collections': [],
  'plan-closed': [],
  'only-moved': [],
  // Failures of a selection
  'no-policy': [],
  'unknown-policy': [],
  'no-rule': [],
  'collection-there': [],
  'rule-gone': [],
  'stray-file': ['add-console'],
  'several-lists': [],
  'several-rules': [],
  'no-edit': [],
  'not-undone': [],
  'no-order': ['show-problems'],
  'takes-effect': [],
  'no-place-helps': [],
  'redundant-rule': [],
  'no-place': [],
  'unsafe-edit': [],

  'no-new-rule': [],
  'no-name': [],
  'not-one-rule': [],
  'unreadable-part': [],
  'order-conflict': [],
  'no-conflict': [],
  'two-pushes': [],
  'nothing-selected': [],
  'no-table': [],
  'no-comparison': [],
  'not-a-snapshot': [],
  'no-address': [],
  'not-waas': [],
  'no-endpoints': [],
  changed: ['retry'],
  'changed-meanwhile': [],
  'not-lossless': [],
  'other-name': [],
  'built-in': [],
  'not-listed': [],
  'no-tests': [],
  'no-test': [],
  'failing-tests': [],
  'broken-test-file': [],
  'no-file': [],
  'too-many': [],
};

export interface HelpPlace {
  /** The command that failed, or what else did. */
  readonly what: string;
  /** The arguments of the failed call, which the action uses too. */
  readonly args?: readonly unknown[];
  readonly retry?: (() => void) | undefined;
}

/** Buttons for what helps after `error`. */
export function helpActions(error: ExpectedError, { what, args = [], retry }: HelpPlace): Action[] {
  const isPosture = what.startsWith('ordinance.posture.');
  const on = error.about === undefined ? args : [error.about];
  const command = (
    label: string,
    id: CommandId | 'ordinance.conflicts.focus' | `workbench.${string}`,
    ...rest: unknown[]
  ): Action => ({
    label,
    run: () => vscode.commands.executeCommand(id, ...rest),
  });
  const actions: Readonly<Record<HelpId, () => Action | undefined>> = {
    'add-console': () => command(vscode.l10n.t('Add Console…'), 'ordinance.console.add'),
    'compare-live': () => command(vscode.l10n.t('Compare with Live'), 'ordinance.policy.compareLive', ...on),
    'manage-trust': () => command(vscode.l10n.t('Manage Workspace Trust'), 'workbench.trust.manage'),
    merge: () => command(vscode.l10n.t('Merge…'), 'ordinance.policy.merge', ...on),
    'open-console-file': () =>
      isPosture && error.code === 'not-found'
        ? undefined
        : command(vscode.l10n.t('Open ordinance.yaml'), 'ordinance.console.openFile', ...on),
    'open-folder': () => command(vscode.l10n.t('Open Folder…'), 'workbench.action.files.openFolder'),
    push: () => command(vscode.l10n.t('Push Policy…'), 'ordinance.policy.push', ...on),
    'proxy-settings': () =>
      command(vscode.l10n.t('Open Proxy Settings'), 'workbench.action.openSettings', 'http.proxy'),
    pull: () => command(vscode.l10n.t('Pull'), 'ordinance.policy.pull', ...on),
    retry: () => retry && { label: vscode.l10n.t('Retry'), run: retry },
    'show-conflicts': () => command(vscode.l10n.t('Show Conflicts'), 'ordinance.conflicts.focus'),
    'show-problems': () => command(vscode.l10n.t('Show Problems'), 'workbench.actions.view.problems'),
    'sign-in': () =>
      command(
        vscode.l10n.t('Sign In…'),
        isPosture ? 'ordinance.posture.signIn' : 'ordinance.console.signIn',
        ...on,
      ),
    'try-sandbox': () => command(vscode.l10n.t('Try the Sandbox'), 'ordinance.sandbox.try'),
  };
  return (error.help ?? helpByCode[error.code] ?? [])
    .map((id) => actions[id]())
    .filter((action) => action !== undefined);
}
