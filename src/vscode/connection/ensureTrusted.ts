import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { Target } from '../workspace/target.ts';

/** Checks in code too, because a hidden command can still be run. */
export function ensureTrusted(): void {
  if (!vscode.workspace.isTrusted) {
    throw new ExpectedError(
      'untrusted',
      vscode.l10n.t('This folder is not trusted, so Ordinance makes no request.'),
      {
        advice: vscode.l10n.t('Run "Workspaces: Manage Workspace Trust" to trust it.'),
      },
    );
  }
}

/** Throws for a console that must not receive requests. */
export function ensureReady({ id, entry, access, fault }: ConsoleHandle): void {
  if (fault) {
    throw new ExpectedError(
      'broken-console-file',
      vscode.l10n.t('Could not reach {0} because of {1}', entry.name, fault.reason),
      {
        advice: vscode.l10n.t('Correct the line.'),
        about: { kind: 'console', consoleId: id } satisfies Target,
      },
    );
  }
  if (access !== 'ready') {
    throw new ExpectedError('signed-out', vscode.l10n.t('You are not signed in to {0}.', entry.name), {
      advice: vscode.l10n.t('Run "Ordinance: Sign In…".'),
      about: { kind: 'console', consoleId: id } satisfies Target,
    });
  }
}

/**
 * Each connection reads the file of authorities again. A typed key is sent only with the authority that the
 * person agreed to.
 */
export function ensureAuthority(
  console: string,
  agreed: string | undefined,
  current: string | undefined,
): void {
  if (agreed !== current) {
    throw new ExpectedError(
      'authority-changed',
      vscode.l10n.t(
        'The certificate authority of {0} changed while you signed in. Nothing was sent.',
        console,
      ),
      { advice: vscode.l10n.t('Run "Ordinance: Sign In…".') },
    );
  }
}
