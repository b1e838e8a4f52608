import * as vscode from 'vscode';
import { policyKinds } from '../../core/policy/families.ts';
import { confirm } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';
import { mapConcurrent } from '../../core/util/concurrency.ts';
import { ExpectedError, isCanceled, isExpected, isUnasked, messageOf } from '../../core/util/errors.ts';
import { chooseConsole } from '../targets/targets.ts';
import type { ChosenPolicy } from '../workspace/consoleHandle.ts';
import { fileOf } from '../workspace/consoles.ts';
import { isClick, policyTarget, targetOf } from '../workspace/target.ts';
import { lockName } from '../../core/sync/store/lockFile.ts';
import type { FeatureServices } from '../featureServices.ts';
import { refreshStatus, forgetPolicies } from '../../core/sync/policyStatus.ts';

/** Reads the live policies of the console of the row. Without a row, reloads consoles and files and reads every signed-in console. */
export async function refreshPolicies(services: FeatureServices, row?: unknown): Promise<void> {
  const { consoles } = services;
  if (!targetOf(row)) {
    await consoles.reload();
  }
  const asked = targetOf(row)
    ? [await chooseConsole(services, row)]
    : consoles.consoles.filter(({ access }) => access === 'ready');
  const policies: ChosenPolicy[] = [];
  for (const console of asked) {
    for (const kind of policyKinds) {
      if (await consoles.findFile(console, kind.name)) {
        policies.push({ console, kind });
      }
    }
  }
  if (policies.length > 0) {
    await readAgain(services, policies);
  }
}

/** Reads live policies, also of failed rows without a file. No base moves. One error with the first reason reports all failures. */
export async function readAgain(
  { syncs, settings, log }: FeatureServices,
  policies: readonly ChosenPolicy[],
): Promise<void> {
  const consoles = [...new Set(policies.map(({ console }) => console.entry.name))].join(', ');
  const failures: Error[] = [];
  await withProgress(
    { title: vscode.l10n.t('Reading {0}', consoles), location: { viewId: 'ordinance.policies' } },
    (signal) =>
      mapConcurrent(
        policies,
        settings.pullConcurrency,
        async ({ console, kind }) => {
          try {
            await refreshStatus(syncs.of(console), kind, signal);
          } catch (error) {
            if (isCanceled(error) || isUnasked(error)) {
              throw error;
            }
            failures.push(error as Error);
            log.warn(`reading ${console.entry.name}/${kind.name} failed: ${messageOf(error)}`);
          }
        },
        signal,
      ),
  );
  const [first, ...more] = failures;
  if (first && more.length > 0 && isExpected(first)) {
    const { code, message, advice, about } = first;
    throw new ExpectedError(
      code,
      vscode.l10n.t('{0} policies of {1} could not be read: {2}', failures.length, consoles, message),
      { ...(advice !== undefined && { advice }), about },
    );
  }
  if (first) {
    throw first;
  }
}

/** Opens the file of a policy. A click on its row also expands the row, and the keyboard focus stays in the tree, as in the Explorer. */
export async function openPolicy(
  services: FeatureServices,
  policy: ChosenPolicy,
  row: unknown,
): Promise<vscode.Uri> {
  const uri = await fileOf(services, policy);
  await vscode.window.showTextDocument(uri, isClick(row) ? { preview: true, preserveFocus: true } : {});
  if (isClick(row)) {
    await services.targets.rows.revealRow(policyTarget(policy), 'show');
  }
  return uri;
}

/** After a question, removes policies whose files were deleted on purpose from the lock file. Makes no request. */
export async function confirmAndForget(
  { syncs }: FeatureServices,
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
  for (const [console, chosen] of Map.groupBy(policies, (policy) => policy.console)) {
    await forgetPolicies(
      syncs.of(console),
      chosen.map(({ kind }) => kind),
    );
  }
}
