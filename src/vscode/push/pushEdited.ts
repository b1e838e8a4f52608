import * as vscode from 'vscode';
import { policyKinds, type PolicyKind } from '../../core/policy/families.ts';
import { tell } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';
import { ExpectedError, isExpected, throwIfCancelled } from '../../core/util/errors.ts';
import { fileState } from '../workspace/fileState.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { targetOf, targetsOf, type Target } from '../workspace/target.ts';
import { confirmPush, type Refusal } from './confirmPush.ts';
import { reasonWords } from './explainOutcome.ts';
import { watchText } from './makePlan.ts';
import { chooseConsole, consoleOf, kindNamed } from '../targets/targets.ts';
import type { BatchPushing } from './batchPushing.ts';
import { refusalWords, sendPlans, type BatchReport, type PlannedPush } from './sendPlans.ts';

/** Failures that are of one policy: the others can be pushed all the same. */
const ofOnePolicy: ReadonlySet<string> = new Set([
  'forbidden',
  'not-found',
  'not-json',
  'not-a-policy',
  'wrong-policy',
  'rejected',
  'too-large',
  'not-pulled',
  'not-utf-8',
  'several-files',
  'unreadable-file',
]);

/** Pushes every edited policy of a console, of a family, or the selected ones: one plan, one question. */
export async function pushEdited(
  tools: BatchPushing,
  row?: unknown,
  rows?: unknown,
): Promise<BatchReport | undefined> {
  const console = await chooseConsole(tools, row, ({ access }) => access === 'ready');
  const family = targetOf(row);
  const named = targetsOf(row, rows).flatMap((target) =>
    target.kind === 'policy' && target.consoleId === console.id ? [target.policy] : [],
  );
  await tools.states.whenSettled();
  const kinds = policyKinds.filter(
    (kind) =>
      (family?.kind !== 'family' || family.family === kind.family) &&
      (named.length === 0 || named.includes(kind.name)) &&
      isEdited(tools, console, kind),
  );
  return pushAll(tools, console, kinds);
}

/** Goes on with what an earlier push of several policies left over. */
export async function resumePush(tools: BatchPushing): Promise<BatchReport | undefined> {
  const { left } = tools.unfinishedPush;
  if (!left) {
    throw new ExpectedError('nothing-left', vscode.l10n.t('No push of several policies was stopped.'));
  }
  // A console that is missing may come back, and the list is kept for it: `ordinance.yaml` is being edited, say.
  const console = consoleOf(tools, { kind: 'console', consoleId: left.consoleId });
  return pushAll(tools, console, left.policies.map(kindNamed));
}

async function pushAll(
  tools: BatchPushing,
  console: ConsoleHandle,
  kinds: readonly PolicyKind[],
): Promise<BatchReport | undefined> {
  const { name } = console.entry;
  if (kinds.length === 0) {
    tell('info', vscode.l10n.t('Nothing to push: no policy of {0} is edited.', name));
    return undefined;
  }
  const { planned, refused } = await planAll(tools, console, kinds);
  for (const { policy, why } of refused) {
    tools.log.warn(`not pushed: ${name}/${policy}: ${why}`);
  }
  if (planned.length === 0 && refused.length === 0) {
    await tools.unfinishedPush.remember(undefined);
    tell('info', vscode.l10n.t('Nothing to push: {0} already holds the same rules.', name));
    return undefined;
  }
  const [firstRefused] = refused;
  if (planned.length === 0 && firstRefused) {
    const first: Target = { kind: 'policy', consoleId: console.id, policy: firstRefused.policy };
    tell('error', vscode.l10n.t('Nothing was pushed to {0}. {1}', name, refusalWords(refused)), {
      label: vscode.l10n.t('Open Policy'),
      run: () => vscode.commands.executeCommand('ordinance.policy.open', first),
    });
    return undefined;
  }
  const plans = planned.map(({ plan }) => plan);
  await tools.planDocuments.showSeveral(
    console,
    plans,
    refused.map(({ policy, why }) => vscode.l10n.t('NOT pushed: {0}: {1}', policy, why)),
  );
  const confirmed = await confirmPush(console, plans, {
    removedShare: tools.settings.removedShare,
    refused,
  });
  return sendPlans(tools, console, planned, { confirmed, refused });
}

async function planAll(
  tools: BatchPushing,
  console: ConsoleHandle,
  kinds: readonly PolicyKind[],
): Promise<{ readonly planned: readonly PlannedPush[]; readonly refused: readonly Refusal[] }> {
  const sync = tools.syncs.of(console);
  const planned: PlannedPush[] = [];
  const refused: Refusal[] = [];
  await withProgress(
    {
      title:
        kinds.length === 1
          ? vscode.l10n.t('Comparing 1 policy with live')
          : vscode.l10n.t('Comparing {0} policies with live', kinds.length),
      location: 'notification',
      cancellable: true,
    },
    async (signal, report) => {
      for (const [at, kind] of kinds.entries()) {
        throwIfCancelled(signal);
        report(kind.name, at / kinds.length);
        const policy = kind.name;
        try {
          const text = await watchText(tools, { console, kind });
          const outcome = await sync.plan(kind, signal);
          if (outcome.kind === 'plan') {
            planned.push({ kind, plan: outcome.plan, seal: () => text.seal() });
          } else if (outcome.kind !== 'nothing-to-push') {
            refused.push({ policy, why: reasonWords(outcome) });
          }
        } catch (error) {
          if (!isExpected(error) || !ofOnePolicy.has(error.code)) {
            throw error;
          }
          refused.push({ policy, why: error.message });
        }
      }
    },
  );
  return { planned, refused };
}

function isEdited(tools: BatchPushing, console: ConsoleHandle, kind: PolicyKind): boolean {
  const status = tools.states.status(console.id, kind.name);
  const state = status && fileState(status);
  return state === 'edited' || state === 'conflict' || state === 'invalid';
}
