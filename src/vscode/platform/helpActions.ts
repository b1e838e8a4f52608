import * as vscode from 'vscode';
import type { ExpectedError, HelpId } from '../../core/util/errors.ts';
import type { CommandId } from './commandIds.ts';
import type { Action } from './dialogs.ts';

/** Actions after expected failures, by error code. A test lists the other codes, whose message is enough. */
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
  'no-authority-file': ['open-console-file'],
  'no-sspm': ['open-console-file'],
  'no-token-address': ['open-console-file'],
  'no-secret-storage': ['retry'],
  'token-command': ['retry'],
  'not-a-sandbox': ['try-sandbox'],
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
  'broken-file': ['show-problems'],
  invalid: ['show-problems'],
  // Plans, pushes and merges
  busy: ['retry'],
  'nothing-decides': ['retry'],
  'base-moved': ['retry'],
  'other-destination': ['push'],
  drift: ['push', 'merge'],
  'old-plan': ['push'],
  'not-shown': ['retry'],
  'no-base': ['compare-live', 'merge'],
  'may-still-arrive': ['retry'],
  override: ['merge'],
  unchecked: ['retry'],
  weaker: ['push'],
  'merge-outdated': ['merge'],
  'merge-open': ['show-conflicts'],
  // Rules
  'stray-file': ['add-console'],
  'no-order': ['show-problems'],
  changed: ['retry'],
};

interface HelpPlace {
  /** The command that failed, or the name of other failed work. */
  readonly what: string;
  /** The arguments of the failed call. The action uses them too. */
  readonly args?: readonly unknown[];
  readonly retry?: (() => void) | undefined;
}

/** The buttons that help after an error. */
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
