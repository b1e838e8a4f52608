import * as vscode from 'vscode';
import type { PolicyName } from '../../core/policy/families.ts';
import type { Verdict } from '../../core/sync/outcomes.ts';
import { l10n } from '../../core/util/l10n.ts';
import { showMessage, type Action } from '../platform/dialogs.ts';
import { momentWords } from '../workspace/whenWords.ts';
import { policyOf, undoables } from './planLenses.ts';
import { historyEntries, refusalWords, resultWords, type PlanPart, type PlanView } from './planText.ts';

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
  const { sentence, details } = resultWords(plan, state, view.subject.purpose, momentWords);
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
