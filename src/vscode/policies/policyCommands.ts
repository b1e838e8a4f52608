import * as vscode from 'vscode';
import { policyKinds, type PolicyKind } from '../../core/policy/families.ts';
import { showMessage, confirm } from '../platform/dialogs.ts';
import { helpActions } from '../platform/helpActions.ts';
import { withProgress } from '../platform/progress.ts';
import { mapConcurrent } from '../../core/util/concurrency.ts';
import { isCanceled, isExpected, isUnasked, messageOf } from '../../core/util/errors.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { chooseConsole, type ChosenPolicy } from '../targets/targets.ts';
import { targetOf } from '../workspace/target.ts';
import { fileOf } from '../targets/showPolicy.ts';
import { lockName } from '../../core/sync/store/lockFile.ts';
import type { PolicyServices } from './policyServices.ts';

/** Reads the live policies of the console of the row. Without a row, reloads consoles and files and reads every signed-in console. */
export async function refreshPolicies(services: PolicyServices, row?: unknown): Promise<void> {
  if (targetOf(row)) {
    await refreshLive(services, await chooseConsole(services, row), policyKinds);
    return;
  }
  await services.consoles.reload();
  for (const console of services.consoles.consoles) {
    if (console.access === 'ready') {
      await refreshLive(services, console, policyKinds);
    }
  }
}

/** Reads the policies of failed rows again. */
export async function retryPolicy(
  services: PolicyServices,
  policies: readonly ChosenPolicy[],
): Promise<void> {
  for (const { console, kind } of policies) {
    await refreshLive(services, console, [kind]);
  }
}

/** Reads live of the policies that have a file, without moving their base. Failures are told once. */
async function refreshLive(
  services: PolicyServices,
  console: ConsoleHandle,
  kinds: readonly PolicyKind[],
): Promise<void> {
  const sync = services.syncs.of(console);
  const failures: unknown[] = [];
  await withProgress(
    { title: vscode.l10n.t('Reading {0}', console.entry.name), location: { viewId: 'ordinance.policies' } },
    async (signal) => {
      await mapConcurrent(
        kinds,
        services.settings.pullConcurrency,
        async (kind) => {
          if (kinds.length > 1 && !(await services.files.find(console, kind.name))) {
            return;
          }
          try {
            await sync.refresh(kind, signal);
          } catch (error) {
            if (isCanceled(error) || isUnasked(error)) {
              throw error;
            }
            failures.push(error);
            services.log.warn(`reading ${console.entry.name}/${kind.name} failed: ${messageOf(error)}`);
          }
        },
        signal,
      );
    },
  );
  const [first] = failures;
  if (failures.length > 0) {
    const words = messageOf(first);
    const help = isExpected(first)
      ? helpActions(first, {
          what: 'ordinance.policies.refresh',
          args: [{ kind: 'console', consoleId: console.id }],
          retry: () =>
            void vscode.commands.executeCommand('ordinance.policies.refresh', {
              kind: 'console',
              consoleId: console.id,
            }),
        })
      : [];
    showMessage(
      'error',
      failures.length === 1
        ? vscode.l10n.t('Could not read {0}: {1}', console.entry.name, words)
        : vscode.l10n.t(
            '{0} policies of {1} could not be read: {2}',
            failures.length,
            console.entry.name,
            words,
          ),
      ...help,
      { label: vscode.l10n.t('Show Log'), run: () => services.log.show() },
    );
  }
}

/** Opens the file of a policy. A click on its row opens the row as well, and leaves the keyboard in the tree, as with files. */
export async function openPolicy(
  services: PolicyServices,
  policy: ChosenPolicy,
  row: unknown,
): Promise<vscode.Uri> {
  const uri = await fileOf(services, policy);
  const isClick = typeof row === 'object' && row !== null && 'clicked' in row;
  await vscode.window.showTextDocument(uri, isClick ? { preview: true, preserveFocus: true } : {});
  if (isClick) {
    const { console, kind } = policy;
    await services.targets.rows.revealRow(
      { kind: 'policy', consoleId: console.id, policy: kind.name },
      'show',
    );
  }
  return uri;
}

/** Drops the lines of policies whose files were deleted on purpose from the lock file, after a question. Makes no request. */
export async function forgetPolicies(
  { syncs }: PolicyServices,
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
        'Ordinance removes the policy from {0}. The console keeps its rules. To get the file back, pull the policy.',
        lockName,
      ),
    ],
    verb: vscode.l10n.t('Forget'),
  });
  for (const [console, chosen] of Map.groupBy(policies, (one) => one.console)) {
    await syncs.of(console).forget(chosen.map(({ kind }) => kind));
  }
}
