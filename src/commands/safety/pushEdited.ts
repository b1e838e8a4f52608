import * as vscode from 'vscode';
import { policyKinds, type PolicyKind } from '../../model/families.ts';
import { tell } from '../../platform/dialogs.ts';
import { withProgress } from '../../platform/progress.ts';
import type { PushPlan } from '../../sync/outcomes.ts';
import { planDocument } from '../../sync/planDocument.ts';
import { ExpectedError, throwIfCancelled } from '../../util/errors.ts';
import { fileState } from '../../views/fileState.ts';
import type { ConsoleHandle } from '../../workspace/consoleRegistry.ts';
import { targetOf, targetsOf } from '../../workspace/target.ts';
import { confirmPush } from '../confirmPush.ts';
import { outcomeWords } from '../explainOutcome.ts';
import { watchText } from '../makePlan.ts';
import { chooseConsole, consoleOf, kindNamed } from '../targets.ts';
import type { BatchPushing } from './batchPushing.ts';
import { sendPlans, type BatchReport, type PlannedPush } from './sendPlans.ts';

/** A policy that cannot be pushed, with one sentence that says why. */
interface Refusal {
  readonly kind: PolicyKind;
  readonly why: string;
}

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
  for (const { kind, why } of refused) {
    tools.log.warn(`not pushed: ${name}/${kind.name}: ${why}`);
  }
  if (planned.length === 0 && refused.length === 0) {
    await tools.unfinishedPush.remember(undefined);
    tell('info', vscode.l10n.t('Nothing to push: {0} already says the same.', name));
    return undefined;
  }
  if (planned.length === 0) {
    tell(
      'error',
      vscode.l10n.t('Nothing can be pushed to {0}: {1}', name, refused.map(({ why }) => why).join(' ')),
    );
    return undefined;
  }
  const plans = planned.map(({ plan }) => plan);
  await tools.planTexts.show(
    vscode.l10n.t('{0}/push of {1} policies', name, plans.length),
    planText(plans, refused),
  );
  const confirmed = await confirmPush(console, plans, tools.settings.removedShare);
  return sendPlans(tools, console, planned, confirmed);
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
      title: vscode.l10n.t('Comparing {0} policies with live', kinds.length),
      location: 'notification',
      cancellable: true,
    },
    async (signal, report) => {
      for (const [at, kind] of kinds.entries()) {
        throwIfCancelled(signal);
        report(kind.name, at / kinds.length);
        const policy = { console, kind };
        const text = await watchText(tools, policy);
        const outcome = await sync.plan(kind, signal);
        if (outcome.kind === 'plan') {
          planned.push({ kind, plan: outcome.plan, seal: () => text.seal() });
        } else if (outcome.kind !== 'nothing-to-push') {
          refused.push({ kind, why: outcomeWords(policy, outcome) });
        }
      }
    },
  );
  tools.syncs.changed(
    console.id,
    kinds.map((kind) => kind.name),
  );
  return { planned, refused };
}

/** One document for all of them: what would be pushed, and what would not. */
function planText(plans: readonly PushPlan[], refused: readonly Refusal[]): string {
  const left = refused.map(({ kind, why }) => `# ${kind.name}: ${why.replaceAll(/\s+/g, ' ')}`);
  return [...(left.length > 0 ? [`${left.join('\n')}\n`] : []), ...plans.map(planDocument)].join('\n');
}

function isEdited(tools: BatchPushing, console: ConsoleHandle, kind: PolicyKind): boolean {
  const status = tools.states.status(console.id, kind.name);
  const state = status && fileState(status);
  return state === 'edited' || state === 'conflict' || state === 'invalid';
}
