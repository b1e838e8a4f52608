import * as vscode from 'vscode';
import type { ConsoleSync } from '../../core/sync/consoleSync.ts';
import { lockName } from '../../core/sync/store/lockFile.ts';
import { confirm } from '../platform/dialogs.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';

interface Forgetting {
  readonly syncs: { of(console: ConsoleHandle): Pick<ConsoleSync, 'forget'> };
}

/** Drops the lines of policies whose files were deleted on purpose from the lock file, after a question. Makes no request. */
export async function forgetPolicies(
  { syncs }: Forgetting,
  policies: readonly ChosenPolicy[],
): Promise<void> {
  const [only] = policies;
  if (!only) {
    return;
  }
  await confirm({
    message:
      policies.length === 1
        ? vscode.l10n.t('Forget {0} of {1}?', only.kind.name, only.console.entry.name)
        : vscode.l10n.t('Forget {0} policies?', policies.length),
    detail: [
      ...(policies.length === 1
        ? []
        : policies.map(({ console, kind }) => `− ${console.entry.name}: ${kind.name}`)),
      vscode.l10n.t(
        'Deleted files stay deleted, and {0} forgets the policy. The console keeps its rules: a pull brings them back.',
        lockName,
      ),
    ],
    verb: vscode.l10n.t('Forget'),
  });
  for (const [console, chosen] of Map.groupBy(policies, (one) => one.console)) {
    await syncs.of(console).forget(chosen.map(({ kind }) => kind));
  }
}
