import * as vscode from 'vscode';
import type { PolicyName } from '../../core/policy/families.ts';
import type { RefusedOutcome, Verdict } from '../../core/sync/outcomes.ts';
import { refusalLine } from '../../core/sync/stepWords.ts';
import { l10n } from '../../core/util/l10n.ts';
import type { FeatureServices } from '../featureServices.ts';
import { showMessage, type Action } from '../platform/dialogs.ts';
import { openPolicyFile } from '../targets/showPolicy.ts';
import type { ChosenPolicy } from '../workspace/consoleHandle.ts';
import { stepWordsBy } from '../workspace/ruleChangeWords.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import {
  policyOf,
  resultWords,
  type NoPlan,
  type NotSentReason,
  type PlanPart,
  type PlanView,
  type Refusal,
  ownEdits,
  purposeWords,
  type PushPurpose,
} from './planText.ts';
import { undoables } from './planViews.ts';

export type Explaining = Pick<FeatureServices, 'consoles' | 'syncs' | 'log'>;

/** The reason for a plan document, which already shows the refusal. */
export function notSentReason(
  tools: Pick<Explaining, 'syncs'>,
  policy: ChosenPolicy,
  outcome: NoPlan,
  purpose: PushPurpose,
): NotSentReason {
  return outcome.kind === 'nothing-to-push'
    ? { reason: purposeWords(purpose, policy.kind.name, policy.console.entry.name).nothing }
    : {
        reason: reasonWords(tools, policy, outcome),
        isDrift: outcome.kind === 'drift' || outcome.kind === 'no-base',
      };
}

/** Shows a message with the reason for a missing plan, and offers the next step. */
export function explainOutcome(
  tools: Explaining,
  policy: ChosenPolicy,
  outcome: NoPlan,
  purpose: PushPurpose = ownEdits,
): void {
  const { name } = policy.kind;
  const console = policy.console.entry.name;
  tools.log.info(`plan for ${console}/${name}: ${outcome.kind}`);
  const { refused, nothing } = purposeWords(purpose, name, console);
  if (outcome.kind === 'nothing-to-push') {
    showMessage('info', nothing);
    return;
  }
  const target: PolicyTarget = { kind: 'policy', consoleId: policy.console.id, policy: name };
  const action = (label: string, command: string): Action => ({
    label,
    run: () => vscode.commands.executeCommand(command, target),
  });
  // The message may outlive a merge, so the comparison reads the current live policy.
  const compare = action(l10n.t('Compare with Live'), 'ordinance.policy.compareLive');
  // A merge and an override push the file, so they restore no snapshot.
  const drift =
    purpose.kind === 'push'
      ? [
          action(l10n.t('Merge…'), 'ordinance.policy.merge'),
          compare,
          action(l10n.t('Override…'), 'ordinance.policy.override'),
        ]
      : [compare];
  const actions: Readonly<Record<typeof outcome.kind, readonly Action[]>> = {
    drift,
    'no-base': drift,
    invalid: [
      {
        label: l10n.t('Show Problems'),
        run: async () => {
          await openPolicyFile(tools, policy);
          await vscode.commands.executeCommand('workbench.actions.view.problems');
        },
      },
    ],
    'unknown-collections': [{ label: l10n.t('Open Policy'), run: () => openPolicyFile(tools, policy) }],
  };
  const reason = reasonWords(tools, policy, outcome);
  showMessage(
    'error',
    l10n.t('{0}: {1} on {2}. Reason: {3}', refused, name, console, reason),
    ...actions[outcome.kind],
  );
}

function reasonWords(
  { syncs }: Pick<Explaining, 'syncs'>,
  { console, kind }: ChosenPolicy,
  outcome: RefusedOutcome,
): string {
  const reason = refusalLine(outcome, (step) =>
    stepWordsBy(step, (array, rule) => syncs.of(console).known.blame(kind, array, rule)),
  );
  return outcome.kind === 'no-base' ? l10n.t('{0}. Pull the policy, then push', reason) : reason;
}

/** Reports the result of a push that is not in sight. */
export function showPushResult(view: PlanView, log: { show(): void }): void {
  if (view.subject.isSeveral) {
    showResultOfSeveral(view);
  } else {
    showResultOfOne(view, log);
  }
}

function showResultOfOne(view: PlanView, log: { show(): void }): void {
  const [part] = view.parts;
  if (part?.state.kind !== 'result') {
    return;
  }
  const { plan, state } = part;
  const { sentence, details } = resultWords(plan, state, view.subject.purpose);
  const { verdict, mayArriveUntil } = state.outcome ?? {};
  // The message may stay while other policies are pushed, so each action names its push or policy.
  const undo = undoables(view).map((push): Action => ({
    label: push.wasUndo ? l10n.t('Redo') : l10n.t('Undo'),
    run: () => vscode.commands.executeCommand('ordinance.policy.undoPush', push),
  }));
  const compare: Action = {
    label: l10n.t('Compare with Live'),
    run: () => vscode.commands.executeCommand('ordinance.policy.compareLive', policyOf(view)),
  };
  const showLog: Action = { label: l10n.t('Show Log'), run: () => log.show() };
  const message = [sentence, ...details].join(' ');
  const failed = ['error', [compare, showLog]] as const;
  const shown: Readonly<
    Record<Verdict, readonly [level: 'info' | 'warning' | 'error', actions: readonly Action[]]>
  > = {
    applied: ['info', undo],
    'not-applied': failed,
    'foreign-change': ['error', [...undo, compare, showLog]],
    unknown: mayArriveUntil ? ['warning', [showLog]] : failed,
  };
  const [level, actions] = verdict === undefined ? failed : shown[verdict];
  showMessage(level, message, ...actions);
}

function showResultOfSeveral(view: PlanView): void {
  const { parts, refused } = view;
  const console = parts[0]?.plan.ref.console ?? '';
  const left = parts.filter((part) => !isApplied(part));
  const history = historyEntries(view)
    .slice(-1)
    .map((entry): Action => ({
      label: l10n.t('Show History'),
      run: () => vscode.commands.executeCommand('_ordinance.history.reveal', entry),
    }));
  if (left.length === 0 && refused.length === 0) {
    showMessage(
      'info',
      parts.length === 1
        ? l10n.t('Pushed 1 policy to {0}.', console)
        : l10n.t('Pushed {0} policies to {1}.', parts.length, console),
      ...history,
    );
    return;
  }
  const resume: Action = {
    label: l10n.t('Resume'),
    run: () => vscode.commands.executeCommand('ordinance.policies.resumePush'),
  };
  const words = [
    l10n.t(
      'Pushed {0} of {1} policies to {2}.',
      parts.length - left.length,
      parts.length + refused.length,
      console,
    ),
    ...(left.length > 0 ? [l10n.t('Remaining: {0}.', left.map(whyLeft).join('; '))] : []),
    ...(refused.length > 0 ? [refusalWords(refused)] : []),
  ];
  showMessage('warning', words.join(' '), ...(left.length > 0 ? [resume] : []), ...history);
}

/** The policies of a view without the result `applied`. A later push may continue with them. */
export function leftIn({ parts }: Pick<PlanView, 'parts'>): readonly PolicyName[] {
  return parts.filter((part) => !isApplied(part)).map(({ plan }) => plan.ref.policy);
}

function isApplied({ state }: PlanPart): boolean {
  return state.kind === 'result' && state.outcome?.verdict === 'applied';
}

function whyLeft({ plan: { ref }, state }: PlanPart): string {
  const why =
    state.kind === 'result'
      ? (state.outcome?.reason ?? state.reason)
      : state.kind === 'old' && typeof state.why === 'object'
        ? state.why.reason
        : undefined;
  return why === undefined ? ref.policy : `${ref.policy} (${why})`;
}

/** Every policy that could not be pushed, with the reason. */
export function refusalWords(refused: readonly Refusal[]): string {
  return l10n.t('Not pushed: {0}.', refused.map(({ policy, why }) => `${policy} (${why})`).join('; '));
}

/** The arguments that show the pushes of a view in the History: ids, or policies where no id is known. */
export function historyEntries({
  parts,
  subject: { consoleId },
}: Pick<PlanView, 'parts' | 'subject'>): readonly (string | PolicyTarget)[] {
  return parts.flatMap(({ plan: { ref }, state }) =>
    state.kind === 'result'
      ? [state.outcome?.pushId ?? { kind: 'policy', consoleId, policy: ref.policy }]
      : [],
  );
}
