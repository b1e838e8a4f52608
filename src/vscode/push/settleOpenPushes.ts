import * as vscode from 'vscode';
import { showMessage } from '../platform/dialogs.ts';
import { recoveredLine, verdictWords, type RecoveredPush } from '../../core/sync/outcomes.ts';
import { isCanceled, messageOf } from '../../core/util/errors.ts';
import { l10n } from '../../core/util/l10n.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { FeatureServices } from '../featureServices.ts';
import { sentence } from '../../core/util/sentence.ts';
import { recoverPushes } from '../../core/sync/recover.ts';

/** The delay before the next check of an unresolved push doubles each time, up to the longest delay. */
const firstCheckMs = 30_000;
const longestMs = 5 * 60_000;

/**
 * Settles unresolved pushes of this session or an earlier one. It checks as soon as requests are allowed, and again while a push is
 * unresolved. A person gets a message when any check settles a push or corrects its result. Call the returned function when a push to a
 * console ends unresolved.
 */
export function settleOpenPushes({
  consoles,
  syncs,
  log,
  disposables,
}: Pick<FeatureServices, 'consoles' | 'syncs' | 'log' | 'disposables'>): (consoleId: string) => void {
  const controller = new AbortController();
  /** The next checks by the ids of consoles; a console without a key was not checked since it became ready. */
  const checks = new Map<string, NodeJS.Timeout | undefined>();
  const checkAfter = (consoleId: string, ms: number): void => {
    clearTimeout(checks.get(consoleId));
    const timer = setTimeout(() => {
      const console = consoles.get(consoleId);
      if (console?.access === 'ready') {
        void check(console, Math.min(2 * ms, longestMs), false);
      } else {
        checks.delete(consoleId);
      }
    }, ms);
    checks.set(consoleId, timer);
  };
  /** Never rejects. The event reports the settled pushes. */
  const check = async (console: ConsoleHandle, nextMs: number, isFirst: boolean): Promise<void> => {
    let isDue = true;
    try {
      const recovered = await recoverPushes(syncs.of(console), controller.signal);
      const open = recovered.filter(({ isOpen }) => isOpen);
      if (open.length > 0 && isFirst) {
        showPushes(open, log);
      }
      isDue = open.some(({ mayArriveUntil, isFailed }) => mayArriveUntil ?? isFailed);
    } catch (error) {
      if (!isCanceled(error)) {
        log.warn(`open pushes of ${console.entry.name} were not settled: ${messageOf(error)}`);
      }
    }
    if (isDue && !controller.signal.aborted) {
      checkAfter(console.id, nextMs);
    }
  };
  disposables.addAll(
    consoles.onDidChange(() => {
      for (const console of consoles.consoles) {
        if (console.access === 'ready' && !checks.has(console.id)) {
          checks.set(console.id, undefined);
          void check(console, firstCheckMs, true);
        }
      }
    }),
    syncs.onDidSettle((settled) => showPushes(settled, log)),
    {
      dispose: () => {
        controller.abort();
        checks.forEach((timer) => clearTimeout(timer));
      },
    },
  );
  return (consoleId) => checkAfter(consoleId, firstCheckMs);
}

function showPushes(pushes: readonly RecoveredPush[], log: Logger): void {
  pushes.forEach((push) => log.warn(`${push.ref.console}/${recoveredLine(push)}`));
  showMessage('warning', pushes.map(words).join(' '), {
    label: l10n.t('Show History'),
    run: () => vscode.commands.executeCommand('_ordinance.history.reveal', pushes[0]?.pushId),
  });
}

function words({
  verdict,
  reason,
  mayArriveUntil,
  isFailed,
  corrects,
  hadEnded,
  ref: { policy, console },
}: RecoveredPush): string {
  if (corrects !== undefined) {
    return l10n.t(
      'Correction: the push of {0} to {1}, recorded as "{2}", is on the console. It was applied late, or someone made the same change.',
      policy,
      console,
      verdictWords(corrects),
    );
  }
  // The push ended with an unknown result, which the person knows; "interrupted" would be wrong.
  const push = hadEnded
    ? l10n.t('the push of {0} to {1}', policy, console)
    : l10n.t('an interrupted push of {0} to {1}', policy, console);
  const sentences: Readonly<Record<typeof verdict, string>> = {
    applied:
      reason === undefined
        ? l10n.t('{0} was applied.', push)
        : l10n.t(
            '{0} was applied late and overwrote newer changes. Compare the file with the live policy.',
            push,
          ),
    'not-applied': l10n.t('{0} was not applied.', push),
    'foreign-change': l10n.t(
      'after {0}, the live policy equaled neither the pushed nor the previous policy. Compare the file with the live policy.',
      push,
    ),
    unknown: mayArriveUntil
      ? l10n.t(
          'unresolved: {0}. Until {1} the console may still apply it. Ordinance checks it again and reports the result.',
          push,
          mayArriveUntil.toLocaleTimeString(),
        )
      : isFailed
        ? l10n.t(
            'unresolved: {0}. Could not read the live policy. Ordinance reads it again and reports the result.',
            push,
          )
        : l10n.t('could not confirm whether {0} was applied. Compare the file with the live policy.', push),
  };
  return sentence(sentences[verdict]);
}
