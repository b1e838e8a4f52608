import * as vscode from 'vscode';
import type { PolicyName } from '../../core/policy/families.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { reviewCounts } from '../../core/sync/reviewText.ts';
import type { PastPush } from '../targets/lastPush.ts';
import { policyTabName } from '../workspace/target.ts';
import { momentWords } from '../workspace/whenWords.ts';

/** The purpose of a push is to bring edits to the console, or to restore an earlier state. */
export type PushPurpose =
  | { readonly kind: 'push' }
  /** The push restores the state before that push, or before that undo. */
  | { readonly kind: 'undo' | 'redo'; readonly of: PastPush }
  | { readonly kind: 'restore'; readonly to: 'before' | 'after'; readonly of: PastPush };

export const ownEdits: PushPurpose = { kind: 'push' };

/** Each purpose has words of its own, so that different things never share a text. */
interface PurposeWords {
  /** The headline begins the plan's document, where the counts follow it, and is the title of its progress. */
  readonly headline: string;
  /** The verb is the label of the button. */
  readonly verb: string;
  /** The words precede the reason of a refusal. */
  readonly refused: string;
  /** The words describe a plan without changes. */
  readonly nothing: string;
  /** The words include the counts of the headline, because the result shows them right above it. */
  done(plan: PushPlan): string;
}

/** The headline of the plans that are pushed together. */
export function headlineOf(plans: readonly PushPlan[], purpose: PushPurpose): string {
  const [plan] = plans;
  return plan === undefined || plans.length > 1
    ? vscode.l10n.t('Push {0} policies to {1}', plans.length, plan?.ref.console ?? '')
    : purposeWords(purpose, plan.ref.policy, plan.ref.console).headline;
}

/** The name of the tab of a plan. */
export function tabName({ kind }: PushPurpose, policy: PolicyName): string {
  const { l10n } = vscode;
  const name = policyTabName(policy);
  switch (kind) {
    case 'push':
      return name;
    case 'undo':
      return l10n.t('undo of {0}', name);
    case 'redo':
      return l10n.t('redo of {0}', name);
    case 'restore':
      return l10n.t('restore of {0}', name);
  }
}

export function purposeWords(purpose: PushPurpose, policy: PolicyName, console: string): PurposeWords {
  const { l10n } = vscode;
  if (purpose.kind === 'push') {
    return {
      headline: l10n.t('Push {0} to {1}', policy, console),
      verb: l10n.t('Push'),
      refused: l10n.t('Not pushed'),
      nothing: l10n.t('Nothing to push: {0} on {1} already matched the file.', policy, console),
      done: ({ steps }) => l10n.t('Pushed {0} to {1}: {2}.', policy, console, reviewCounts(steps)),
    };
  }
  const facts = [policy, console, momentWords(purpose.of.at)] as const;
  const push =
    purpose.kind === 'redo'
      ? l10n.t('the undo of {0} on {1} at {2}', ...facts)
      : l10n.t('the push of {0} to {1} at {2}', ...facts);
  const state =
    purpose.kind === 'restore' && purpose.to === 'after'
      ? l10n.t('the state after {0}', push)
      : l10n.t('the state before {0}', push);
  const words = {
    undo: {
      headline: l10n.t('Undo {0}', push),
      verb: l10n.t('Undo Push'),
      refused: l10n.t('Not undone'),
      nothing: l10n.t('Nothing to undo: the live policy already matched {0}.', state),
      done: l10n.t('Undone: the live policy again matches {0}', state),
    },
    redo: {
      headline: l10n.t('Take back {0}', push),
      verb: l10n.t('Redo Push'),
      refused: l10n.t('Not redone'),
      nothing: l10n.t('Nothing to redo: the live policy already matched {0}.', state),
      done: l10n.t('Redone: the live policy again matches {0}', state),
    },
    restore: {
      headline: l10n.t('Restore {0}', state),
      verb: l10n.t('Restore'),
      refused: l10n.t('Not restored'),
      nothing: l10n.t('Nothing to restore: the live policy already matched {0}.', state),
      done: l10n.t('Restored: the live policy again matches {0}', state),
    },
  }[purpose.kind];
  return { ...words, done: ({ steps }) => l10n.t('{0} ({1}).', words.done, reviewCounts(steps)) };
}
