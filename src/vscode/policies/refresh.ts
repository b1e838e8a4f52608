import * as vscode from 'vscode';
import { policyKinds, type PolicyKind } from '../../core/policy/families.ts';
import { tell } from '../platform/dialogs.ts';
import { helpActions } from '../platform/helpActions.ts';
import { withProgress } from '../platform/progress.ts';
import { mapConcurrent } from '../../core/util/concurrency.ts';
import { isCancelled, isExpected, isUnasked, messageOf } from '../../core/util/errors.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { chooseConsole, type ChosenPolicy } from '../targets/targets.ts';
import type { Tools } from '../tools.ts';

type Refreshing = Pick<Tools, 'consoles' | 'syncs' | 'settings' | 'log' | 'files'>;

/** Finds consoles and files anew, then reads live of every console that is signed in. */
export async function refreshPolicies(tools: Refreshing): Promise<void> {
  await tools.consoles.reload();
  for (const console of tools.consoles.consoles) {
    tools.syncs.changed(console.id);
    if (console.access === 'ready') {
      await refreshLive(tools, console, policyKinds);
    }
  }
}

export async function refreshConsole(tools: Refreshing, row?: unknown): Promise<void> {
  const console = await chooseConsole(tools, row);
  await refreshLive(tools, console, policyKinds);
}

/** Reads the policies of failed rows again. */
export async function retryPolicy(tools: Refreshing, policies: readonly ChosenPolicy[]): Promise<void> {
  for (const { console, kind } of policies) {
    await refreshLive(tools, console, [kind]);
  }
}

/** Reads live of the policies that have a file, without moving their base. Failures are told once. */
async function refreshLive(
  tools: Refreshing,
  console: ConsoleHandle,
  kinds: readonly PolicyKind[],
): Promise<void> {
  const sync = tools.syncs.of(console);
  const failures: unknown[] = [];
  await withProgress(
    { title: vscode.l10n.t('Reading {0}', console.entry.name), location: { viewId: 'ordinance.policies' } },
    async (signal) => {
      await mapConcurrent(
        kinds,
        tools.settings.pullConcurrency,
        async (kind) => {
          if (kinds.length > 1 && !(await tools.files.find(console, kind.name))) {
            return;
          }
          try {
            await sync.refresh(kind, signal);
          } catch (error) {
            if (isCancelled(error) || isUnasked(error)) {
              throw error;
            }
            failures.push(error);
            tools.log.warn(`reading ${console.entry.name}/${kind.name} failed: ${messageOf(error)}`);
          }
          tools.syncs.changed(console.id, [kind.name]);
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
          what: 'ordinance.console.refresh',
          args: [{ kind: 'console', consoleId: console.id }],
          retry: () =>
            void vscode.commands.executeCommand('ordinance.console.refresh', {
              kind: 'console',
              consoleId: console.id,
            }),
        })
      : [];
    tell(
      'error',
      failures.length === 1
        ? vscode.l10n.t('{0} could not be read: {1}', console.entry.name, words)
        : vscode.l10n.t(
            '{0} policies of {1} could not be read: {2}',
            failures.length,
            console.entry.name,
            words,
          ),
      ...help,
      { label: vscode.l10n.t('Show Log'), run: () => tools.log.show() },
    );
  }
}
