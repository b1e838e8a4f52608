import * as vscode from 'vscode';
import type { PolicyKind, PolicyName } from '../../core/policy/families.ts';
import { choose, tell } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';
import type { PushOutcome, PushPlan, Verdict } from '../../core/sync/outcomes.ts';
import type { PushConfirmation } from '../../core/sync/pushNeeds.ts';
import { isCancelled, messageOf } from '../../core/util/errors.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import type { Refusal } from './confirmPush.ts';
import { describePushStep } from './runPush.ts';
import { withReceipt } from './withReceipt.ts';
import type { BatchPushing } from './batchPushing.ts';

/** A policy whose plan was confirmed; `seal` saves its file, and fails when it says something else by now. */
export interface PlannedPush {
  readonly kind: PolicyKind;
  readonly plan: PushPlan;
  readonly seal: () => Promise<void>;
}

/** How each policy ended. What is `left` was not tried, or not applied. */
export interface BatchReport {
  readonly verdicts: readonly { readonly policy: PolicyName; readonly verdict: Verdict | 'failed' }[];
  readonly left: readonly PolicyName[];
  /** What was chosen, and could not be planned. */
  readonly refused: readonly Refusal[];
}

interface Ending {
  readonly verdict: Verdict | 'failed';
  readonly why?: string;
}

/** Pushes one policy after another. After one that was not applied a person says whether to go on. */
export async function sendPlans(
  tools: BatchPushing,
  console: ConsoleHandle,
  planned: readonly PlannedPush[],
  {
    confirmed,
    refused,
  }: {
    readonly confirmed: ReadonlyMap<PolicyName, PushConfirmation>;
    readonly refused: readonly Refusal[];
  },
): Promise<BatchReport> {
  const endings = new Map<PolicyName, Ending>();
  const left = (): PolicyName[] =>
    planned.map(({ kind }) => kind.name).filter((policy) => endings.get(policy)?.verdict !== 'applied');
  /** What a next session goes on with, whatever ends this one. */
  const remember = (): Promise<void> => {
    const policies = left();
    return tools.unfinishedPush.remember(
      policies.length > 0 ? { consoleId: console.id, policies } : undefined,
    );
  };
  tools.lastPush.remember(undefined);
  await remember();
  await withProgress(
    {
      title:
        planned.length === 1
          ? vscode.l10n.t('Pushing 1 policy to {0}', console.entry.name)
          : vscode.l10n.t('Pushing {0} policies to {1}', planned.length, console.entry.name),
      location: 'notification',
      cancellable: true,
    },
    async (signal, report) => {
      for (const [at, item] of planned.entries()) {
        if (signal.aborted) {
          return;
        }
        const { name } = item.kind;
        const place = vscode.l10n.t('{0} of {1}: {2}', at + 1, planned.length, name);
        report(place, at / planned.length);
        const ending = await sendOne(tools, console, item, confirmed.get(name) ?? {}, (step) =>
          report(`${place} (${step})`),
        );
        endings.set(name, ending);
        await remember();
        tools.log.info(
          `push of ${console.entry.name}/${name}: ${ending.verdict}${ending.why ? `: ${ending.why}` : ''}`,
        );
        const isLast = at === planned.length - 1;
        if (ending.verdict !== 'applied' && !isLast && !(await goOn(item, ending, planned.length - at - 1))) {
          return;
        }
      }
    },
  );
  return summarise(console, planned, endings, { left: left(), refused });
}

async function sendOne(
  tools: BatchPushing,
  console: ConsoleHandle,
  { kind, plan, ...text }: PlannedPush,
  confirmed: PushConfirmation,
  onStep: (words: string) => void,
): Promise<Ending> {
  let outcome: PushOutcome;
  try {
    outcome = await withReceipt(tools.planDocuments, plan, async (note) => {
      await text.seal();
      return tools.syncs.of(console).push(plan, {
        onStep: (step) => {
          note(step);
          onStep(describePushStep(step));
        },
        confirmed,
      });
    });
  } catch (error) {
    if (!isCancelled(error)) {
      tools.log.warn(`push of ${kind.name}: ${messageOf(error)}`);
    }
    return { verdict: 'failed', why: messageOf(error) };
  }
  if (outcome.verdict !== 'not-applied') {
    tools.lastPush.remember({
      consoleId: console.id,
      policy: kind.name,
      snapshot: outcome.snapshot,
      pushId: outcome.pushId,
    });
  }
  return { verdict: outcome.verdict, ...(outcome.reason === undefined ? {} : { why: outcome.reason }) };
}

async function goOn({ kind }: PlannedPush, { verdict, why }: Ending, left: number): Promise<boolean> {
  const yes = vscode.l10n.t('Continue');
  const answer = await choose(
    verdict === 'unknown'
      ? vscode.l10n.t('It is not known whether {0} was pushed.', kind.name)
      : verdict === 'foreign-change'
        ? vscode.l10n.t('{0} does not hold what was pushed.', kind.name)
        : vscode.l10n.t('{0} was not pushed.', kind.name),
    [
      ...(why === undefined ? [] : [why]),
      left === 1 ? vscode.l10n.t('1 policy is left.') : vscode.l10n.t('{0} policies are left.', left),
    ].join('\n'),
    yes,
    vscode.l10n.t('Stop'),
  );
  return answer === yes;
}

function summarise(
  console: ConsoleHandle,
  planned: readonly PlannedPush[],
  endings: ReadonlyMap<PolicyName, Ending>,
  { left, refused }: Pick<BatchReport, 'left' | 'refused'>,
): BatchReport {
  const { name } = console.entry;
  const history = {
    label: vscode.l10n.t('Show History'),
    run: () => vscode.commands.executeCommand('ordinance.history.focus'),
  };
  const unknown = left.filter((policy) => endings.get(policy)?.verdict === 'unknown');
  if (left.length === 0 && refused.length === 0) {
    tell(
      'info',
      planned.length === 1
        ? vscode.l10n.t('Pushed 1 policy to {0}.', name)
        : vscode.l10n.t('Pushed {0} policies to {1}.', planned.length, name),
      history,
    );
  } else {
    const resume = {
      label: vscode.l10n.t('Resume'),
      run: () => vscode.commands.executeCommand('ordinance.policies.resumePush'),
    };
    const words = [
      vscode.l10n.t(
        'Pushed {0} of {1} policies to {2}.',
        planned.length - left.length,
        planned.length + refused.length,
        name,
      ),
      ...(left.length > 0
        ? [
            vscode.l10n.t(
              'Left: {0}.',
              left.map((policy) => leftWords(policy, endings.get(policy))).join('; '),
            ),
          ]
        : []),
      ...(unknown.length > 0
        ? [vscode.l10n.t('Not known yet, to be looked at again: {0}.', unknown.join(', '))]
        : []),
      ...(refused.length > 0 ? [refusalWords(refused)] : []),
    ];
    tell('warning', words.join(' '), ...(left.length > 0 ? [resume] : []), history);
  }
  return {
    verdicts: [...endings].map(([policy, { verdict }]) => ({ policy, verdict })),
    left,
    refused,
  };
}

/** Every one that could not be pushed, with the reason. */
export function refusalWords(refused: readonly Refusal[]): string {
  return vscode.l10n.t('Not pushed: {0}.', refused.map(({ policy, why }) => `${policy} (${why})`).join('; '));
}

function leftWords(policy: PolicyName, ending: Ending | undefined): string {
  return ending?.why === undefined ? policy : `${policy} (${ending.why})`;
}
