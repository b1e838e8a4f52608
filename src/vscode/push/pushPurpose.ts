import * as vscode from 'vscode';
import type { PolicyName } from '../../core/policy/families.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { reviewCounts } from '../../core/sync/reviewText.ts';
import { momentWords } from '../workspace/whenWords.ts';

/**
 * The purpose of a push is to bring edits to the console, or to restore an earlier state. `of` is the time of the
 * restored push.
 */
export type PushPurpose =
  | { readonly kind: 'push' }
  /** The push restores the state before that push. */
  | { readonly kind: 'undo'; readonly of: Date }
  /** The push restores the state before that undo. */
  | { readonly kind: 'redo'; readonly of: Date }
  /** The push restores the state before or after that push. */
  | { readonly kind: 'restore'; readonly to: 'before' | 'after'; readonly of: Date };

export const ownEdits: PushPurpose = { kind: 'push' };

/** Each purpose has words of its own, so that different things never share a text. */
export interface PurposeWords {
  /** The headline begins the plan's document; the counts follow it. */
  readonly headline: string;
  /** The verb is the label of the button. */
  readonly verb: string;
  readonly progress: string;
  /** The words precede the reason of a refusal. */
  readonly refused: string;
  /** The words describe a plan without changes. */
  readonly nothing: string;
  /** The words include the counts of the headline, because the result shows them right above it. */
  done(plan: PushPlan): string;
}

export function purposeWords(purpose: PushPurpose, policy: PolicyName, console: string): PurposeWords {
  const { l10n } = vscode;
  if (purpose.kind === 'push') {
    return {
      headline: l10n.t('Push {0} to {1}', policy, console),
      verb: l10n.t('Push'),
      progress: l10n.t('Pushing {0} to {1}', policy, console),
      refused: l10n.t('Not pushed'),
      nothing: l10n.t('Nothing to push: {0} on {1} already matched the file.', policy, console),
      done: ({ steps }) => l10n.t('Pushed {0} to {1}: {2}.', policy, console, reviewCounts(steps)),
    };
  }
  const when = momentWords(purpose.of);
  switch (purpose.kind) {
    case 'undo':
      return {
        headline: l10n.t('Undo: {0} on {1} as it was before the push of {2}', policy, console, when),
        verb: l10n.t('Undo Push'),
        progress: l10n.t('Undoing the push of {0} to {1}', policy, console),
        refused: l10n.t('Not undone'),
        nothing: l10n.t(
          'Nothing to undo: {0} on {1} already equals the state before the push of {2}.',
          policy,
          console,
          when,
        ),
        done: ({ steps }) =>
          l10n.t(
            'Undone: {0} on {1} again equals the state before the push of {2} ({3}).',
            policy,
            console,
            when,
            reviewCounts(steps),
          ),
      };
    case 'redo':
      return {
        headline: l10n.t('Redo: {0} on {1} as it was before the undo of {2}', policy, console, when),
        verb: l10n.t('Redo Push'),
        progress: l10n.t('Redoing the push of {0} to {1}', policy, console),
        refused: l10n.t('Not redone'),
        nothing: l10n.t(
          'Nothing to redo: {0} on {1} already equals the state before the undo of {2}.',
          policy,
          console,
          when,
        ),
        done: ({ steps }) =>
          l10n.t(
            'Redone: {0} on {1} again equals the state before the undo of {2} ({3}).',
            policy,
            console,
            when,
            reviewCounts(steps),
          ),
      };
    case 'restore':
    default: {
      const isBefore = purpose.to === 'before';
      return {
        headline: isBefore
          ? l10n.t('Restore: {0} on {1} as it was before the push of {2}', policy, console, when)
          : l10n.t('Restore: {0} on {1} as it was after the push of {2}', policy, console, when),
        verb: l10n.t('Restore'),
        progress: l10n.t('Restoring {0} on {1}', policy, console),
        refused: l10n.t('Not restored'),
        nothing: isBefore
          ? l10n.t(
              'Nothing to restore: {0} on {1} already equals the state before the push of {2}.',
              policy,
              console,
              when,
            )
          : l10n.t(
              'Nothing to restore: {0} on {1} already equals the state after the push of {2}.',
              policy,
              console,
              when,
            ),
        done: ({ steps }) =>
          isBefore
            ? l10n.t(
                'Restored {0} on {1} to the state before the push of {2} ({3}).',
                policy,
                console,
                when,
                reviewCounts(steps),
              )
            : l10n.t(
                'Restored {0} on {1} to the state after the push of {2} ({3}).',
                policy,
                console,
                when,
                reviewCounts(steps),
              ),
      };
    }
  }
}
